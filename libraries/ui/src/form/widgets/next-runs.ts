import { parseSchedule } from '@watchroom/time/schedule';

export type NextRuns = { readonly runs: readonly number[] } | { readonly problem: string };

/** The next runs of a schedule, in milliseconds since the epoch. The runs of an interval are counted from `now`. */
export function nextRuns(text: string, now: number, count = 3): NextRuns {
  const schedule = parseSchedule(text);
  if (schedule === null) return { runs: [] };
  if (typeof schedule === 'string') return { problem: schedule };
  const { interval, next } = schedule;
  const runs: number[] = [];
  for (let run: number | undefined = now; runs.length < count; runs.push(run)) {
    run = interval === undefined ? next(run) : run + interval;
    if (run === undefined) break;
  }
  return { runs };
}
