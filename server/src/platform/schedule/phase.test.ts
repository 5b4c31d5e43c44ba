import { parseSchedule } from '@watchroom/time/schedule';
import { expect, it } from 'vitest';
import { phaseOf } from './phase.ts';

function nextOf(id: string): number {
  const schedule = parseSchedule('@every 30s', phaseOf(id));
  if (schedule === null || typeof schedule === 'string') throw new Error(String(schedule));
  return schedule.next(1_764_000_000_000) ?? 0;
}

it('spreads ten thousand ids evenly over the interval and gives each its own place again', () => {
  const ids = Array.from(
    { length: 10_000 },
    (_, index) => `0192a1b2-0000-7000-8000-${index.toString(16).padStart(12, '0')}`,
  );
  const counts = Array.from({ length: 30 }, () => 0);
  for (const id of ids) {
    const at = nextOf(id);
    const second = Math.floor((at % 30_000) / 1_000);
    counts[second] = (counts[second] ?? 0) + 1;
  }
  // 333 in each second; four standard deviations of an even spread are 72.
  expect(Math.min(...counts)).toBeGreaterThan(333 - 72);
  expect(Math.max(...counts)).toBeLessThan(333 + 72);
  expect(phaseOf('a')).toBe(phaseOf('a'));
});
