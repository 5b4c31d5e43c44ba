import { Cron } from 'croner';
import { parseDuration } from './duration.ts';

/** When something repeats. */
export interface Schedule {
  /** Milliseconds between two runs of a fixed interval; undefined for a calendar schedule. */
  readonly interval: number | undefined;
  /** Milliseconds since the epoch of the first run after `time`, or undefined when there is none any more. */
  next(time: number): number | undefined;
}

/** Milliseconds of the shortest interval. */
const SHORTEST = 1_000;
/** Milliseconds of the longest interval. A longer one is a typing error. */
const LONGEST = 10 * 31_536_000_000;

/**
 * Reads a schedule: `@every 30s`, five or six cron fields with an optional `CRON_TZ=Europe/Berlin ` in front,
 * `@hourly`, `@daily`, `@midnight`, `@weekly`, `@monthly`, `@yearly`, `@annually`, or `@never`.
 * @param phase 0 ≤ phase < 1: where in a fixed interval the runs are, so that many schedules spread evenly.
 * @returns the schedule, null for `@never`, or a sentence that says what is wrong.
 */
export function parseSchedule(text: string, phase = 0): Schedule | null | string {
  const trimmed = text.trim();
  if (trimmed === '@never') return null;
  const every = /^@every\s+(.+)$/.exec(trimmed);
  if (every?.[1] !== undefined) {
    const interval = parseDuration(every[1]);
    if (interval === undefined) return `"${every[1]}" is not a duration; write for example "@every 30s"`;
    if (interval > LONGEST) return `"${every[1]}" is longer than ten years; write for example "@every 30s"`;
    return everyInterval(interval, phase);
  }
  return calendar(trimmed);
}

/** A fixed interval; intervals below one second are taken as one second. */
function everyInterval(milliseconds: number, phase: number): Schedule {
  const interval = Math.max(SHORTEST, Math.round(milliseconds));
  const offset = Math.floor(phase * interval);
  return { interval, next: (time) => Math.floor((time - offset) / interval) * interval + interval + offset };
}

function calendar(text: string): Schedule | string {
  const zoned = /^(?:CRON_TZ|TZ)=(\S+)\s+(.+)$/.exec(text);
  const pattern = zoned?.[2] ?? text;
  if (!pattern.startsWith('@') && ![5, 6].includes(pattern.split(/\s+/).length))
    return `"${text}" is not a schedule; write "@every 30s", "@hourly" or five cron fields such as "*/5 * * * *"`;
  const timezone = zoned?.[1] ?? 'UTC';
  if (!isTimeZone(timezone)) return `"${timezone}" is not a time zone; write for example CRON_TZ=Europe/Berlin`;
  try {
    const cron = new Cron(pattern, { paused: true, timezone });
    if (cron.nextRun() === null) return `"${text}" never runs`;
    return { interval: undefined, next: (time) => cron.nextRun(new Date(time))?.getTime() };
  } catch (error) {
    if (pattern.startsWith('@'))
      return `"${text}" is not a schedule; write "@every 30s", "@hourly", "@daily", "@weekly", "@monthly" or "@yearly"`;
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
    return `"${text}" is not a schedule: ${reason}`;
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
