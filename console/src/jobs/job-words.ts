import type { Health } from '@watchroom/ui/logic';

const STATUSES: Readonly<Record<string, { readonly health: Health; readonly word: string }>> = {
  RUNNING: { health: 'info', word: 'Running' },
  SUCCESS: { health: 'healthy', word: 'Success' },
  WARNING: { health: 'warning', word: 'Warning' },
  FAILED: { health: 'unhealthy', word: 'Failed' },
  STOPPED: { health: 'unknown', word: 'Stopped' },
};

/** Colour, shape and word of the status of a run. One that we do not know reads as it stands. */
export function statusOfJob(status: string | null): { readonly health: Health; readonly word: string } {
  return STATUSES[status ?? ''] ?? { health: 'unknown', word: status ?? 'Unknown' };
}

/** The statuses that a filter offers. */
export const STATUS_OPTIONS = ['RUNNING', 'SUCCESS', 'WARNING', 'FAILED'].map((value) => ({
  value,
  label: statusOfJob(value).word,
}));

export const RESOURCE_TYPES = [
  { value: 'canary', label: 'Canary' },
  { value: 'topology', label: 'Topology' },
  { value: 'config_scraper', label: 'Catalog Scraper' },
] as const;

/** `config_scraper` → `Catalog Scraper`; a type that no filter offers in its own words. */
export function resourceTypeWord(type: string): string {
  const known = RESOURCE_TYPES.find(({ value }) => value === type)?.label;
  return known ?? type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ');
}

export const DURATIONS = [
  { value: '100ms', label: 'over 100 ms', amount: 100 },
  { value: '1s', label: 'over 1 second', amount: 1_000 },
  { value: '10s', label: 'over 10 seconds', amount: 10_000 },
  { value: '1m', label: 'over 1 minute', amount: 60_000 },
  { value: '5m', label: 'over 5 minutes', amount: 300_000 },
  { value: '30m', label: 'over 30 minutes', amount: 1_800_000 },
  { value: '1h', label: 'over 1 hour', amount: 3_600_000 },
] as const;

/** How often an event has been tried; after the fourth it is dead. */
export const ATTEMPTS = [2, 3, 4].map((amount) => ({ value: String(amount), label: `at least ${amount}`, amount }));
