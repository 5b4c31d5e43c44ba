import { Cron } from 'croner';
import { readSchedule } from './schedule-text.ts';

export type NextRuns = { readonly runs: readonly number[] } | { readonly problem: string };

/**
 * The next runs of a schedule, in milliseconds since the epoch. Calendar schedules count in UTC unless they name a zone.
 * The runs of an interval are counted from `now`.
 */
export function nextRuns(text: string, now: number, count = 3): NextRuns {
  const read = readSchedule(text);
  if ('problem' in read) return read;
  if ('never' in read) return { runs: [] };
  if ('every' in read) return { runs: Array.from({ length: count }, (_, index) => now + (index + 1) * read.every) };
  try {
    const cron = new Cron(read.pattern, { paused: true, timezone: read.zone });
    const runs = cron.nextRuns(count, new Date(now)).map((run) => run.getTime());
    return runs.length > 0 ? { runs } : { problem: 'This schedule never runs' };
  } catch {
    return { problem: 'This is not a schedule: check the five fields (minute, hour, day, month, weekday)' };
  }
}
