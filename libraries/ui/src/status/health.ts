/** The five things a status can say; each has a colour, a shape and a word. */
export type Health = 'healthy' | 'warning' | 'unhealthy' | 'unknown' | 'info';

export const HEALTH_WORDS: Readonly<Record<Health, string>> = {
  healthy: 'Healthy',
  warning: 'Warning',
  unhealthy: 'Unhealthy',
  unknown: 'Unknown',
  info: 'Running',
};
