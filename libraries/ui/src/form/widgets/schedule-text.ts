import { nanosecondsOf } from './duration-text.ts';

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

const TEN_YEARS = 315_360_000_000;

/** A fixed interval in milliseconds, a calendar pattern with its zone, no run at all, or what is wrong. */
export type ReadSchedule =
  | { readonly every: number }
  | { readonly pattern: string; readonly zone: string }
  | { readonly never: true }
  | { readonly problem: string };

/** Reads what every schedule field takes. Calendar fields themselves are judged when the runs are counted. */
export function readSchedule(text: string): ReadSchedule {
  const trimmed = text.trim();
  if (trimmed === '@never') return { never: true };
  const span = /^@every\s+(.+)$/.exec(trimmed)?.[1];
  if (span !== undefined) {
    const nanoseconds = nanosecondsOf(span);
    if (nanoseconds === undefined) return { problem: `"${span}" is not a duration; write for example @every 30s` };
    if (nanoseconds / 1e6 > TEN_YEARS) return { problem: `"${span}" is longer than ten years` };
    return { every: Math.max(1_000, Math.round(nanoseconds / 1e6)) };
  }
  const zoned = /^(?:CRON_TZ|TZ)=(\S+)\s+(.+)$/.exec(trimmed);
  const pattern = zoned?.[2] ?? trimmed;
  const isNamed = /^@(hourly|daily|midnight|weekly|monthly|yearly|annually)$/.test(pattern);
  if (!isNamed && (pattern.startsWith('@') || ![5, 6].includes(pattern.split(/\s+/).length)))
    return { problem: 'Write @every 30s, @hourly, or five cron fields such as */5 * * * *' };
  return { pattern, zone: zoned?.[1] ?? 'UTC' };
}
