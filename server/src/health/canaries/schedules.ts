import { parseSchedule, type Schedule } from '@watchroom/time/schedule';

export interface Schedules {
  /** What is wrong with the text, as a sentence; null when nothing is. */
  problem(text: string): string | null;
  /** Milliseconds between two runs; of a calendar schedule the longest of the next gaps. Null for one that never comes. */
  interval(text: string): number | null;
}

/** Reads the schedules of one apply. Each text is read once: a calendar takes a millisecond, and many canaries share theirs. */
export function readSchedules(now: number): Schedules {
  const read = cached((text) => parseSchedule(text, 0));
  const interval = cached((text) => {
    const schedule = read(text);
    return schedule === null || typeof schedule === 'string' ? null : intervalOf(schedule, now);
  });
  return {
    interval,
    problem(text) {
      const schedule = read(text);
      return typeof schedule === 'string' ? schedule : null;
    },
  };
}

function cached<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    if (!known.has(text)) known.set(text, read(text));
    return known.get(text) as Value;
  };
}

const GAPS_LOOKED_AT = 8;

/** Of a calendar schedule the longest of the next gaps: a check that runs on working days is not late on a Sunday. */
function intervalOf(schedule: Schedule, now: number): number {
  if (schedule.interval !== undefined) return schedule.interval;
  let longest = 1_000;
  let from = schedule.next(now);
  for (let gap = 0; gap < GAPS_LOOKED_AT && from !== undefined; gap += 1) {
    const next: number | undefined = schedule.next(from);
    if (next !== undefined) longest = Math.max(longest, next - from);
    from = next;
  }
  return longest;
}
