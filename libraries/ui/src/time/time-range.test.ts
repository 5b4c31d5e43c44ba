import { describe, expect, it } from 'vitest';
import { minutesOfRange, rangeForAge } from './time-range.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

describe('time ranges', () => {
  it('count a month as 30 days and a year as 360', () => {
    expect(minutesOfRange('1mo')).toBe(43_200);
    expect(minutesOfRange('1y')).toBe(518_400);
    expect(minutesOfRange('7 parsecs')).toBeUndefined();
  });

  it.each([
    [0, '1h'],
    [59, '1h'],
    [60, '2h'],
    [1_500, '2d'],
    [50_000, '2mo'],
    [9_000_000, '5y'],
  ])('for a last run %d minutes ago start with %s', (minutes, range) => {
    expect(rangeForAge(minutesAgo(minutes), now)).toBe(range);
  });

  it('start with an hour for a check that never ran', () => {
    expect(rangeForAge(null, now)).toBe('1h');
  });
});
