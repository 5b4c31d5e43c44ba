const MEDIUM = ['@every 5m', '@every 15m', '@every 30m', '@hourly', '@every 2h', '@every 4h', '@every 6h', '@every 8h'];
const DEFAULT = [...MEDIUM, '@daily', '@weekly'];
const SHORT = ['@every 30s', '@every 1m', '@every 5m', '@every 30m', '@hourly'];
const LISTS: Readonly<Record<string, readonly string[]>> = {
  short: [...SHORT, '@every 2h', '@every 4h'],
  medium: MEDIUM,
  default: DEFAULT,
  generic: [...SHORT, '@every 6h', '@daily', '@weekly'],
};

/** The schedules that are offered. @param list `short`, `medium`, `default` or `generic`; any other is `default`. */
export function scheduleChoices(list: string | undefined): readonly string[] {
  return LISTS[list ?? ''] ?? DEFAULT;
}
