import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayForKey, weeksOf } from './month.ts';

const day = { year: 2026, month: 1, day: 31 };

describe('the month', () => {
  it('begins its weeks on Monday and always has six', () => {
    const weeks = weeksOf({ year: 2026, month: 11 });
    expect(weeks).toHaveLength(6);
    expect(weeks[0]?.map((each) => each.day)).toEqual([26, 27, 28, 29, 30, 31, 1]);
    expect(weeks.flat().filter((each) => each.month === 11)).toHaveLength(30);
  });

  it('is left at its edges', () => {
    expect(addDays(day, 1)).toEqual({ year: 2026, month: 2, day: 1 });
    expect(addMonths(day, 1)).toEqual({ year: 2026, month: 2, day: 28 });
    expect(addMonths(day, -1)).toEqual({ year: 2025, month: 12, day: 31 });
  });

  it.each([
    ['ArrowLeft', 30, 1],
    ['ArrowUp', 24, 1],
    ['Home', 26, 1],
    ['End', 1, 2],
    ['PageDown', 28, 2],
  ])('leads by %s to day %d of month %d', (key, number, month) => {
    expect(dayForKey(day, key, false)).toEqual({ year: 2026, month, day: number });
  });

  it('leads by years with Shift, and nowhere by other keys', () => {
    expect(dayForKey(day, 'PageUp', true)).toEqual({ ...day, year: 2025 });
    expect(dayForKey(day, 'x', false)).toBeUndefined();
  });
});
