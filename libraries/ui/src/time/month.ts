import { type CalendarDay, daysInMonth, weekday } from '@watchroom/time';

/** Six weeks from Monday to Sunday that hold a month; always six, so that nothing below moves from month to month. */
export function weeksOf({ year, month }: Pick<CalendarDay, 'year' | 'month'>): readonly (readonly CalendarDay[])[] {
  const first = { year, month, day: 1 };
  const lead = weekday(first);
  return Array.from({ length: 6 }, (_week, week) =>
    Array.from({ length: 7 }, (_day, place) => addDays(first, week * 7 + place - lead)),
  );
}

export function addDays({ year, month, day }: CalendarDay, count: number): CalendarDay {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day + count);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The same day of another month, or its last one when it is shorter. */
export function addMonths({ year, month, day }: CalendarDay, count: number): CalendarDay {
  const months = year * 12 + month - 1 + count;
  const next = { year: Math.floor(months / 12), month: (months % 12) + 1 };
  return { ...next, day: Math.min(day, daysInMonth(next.year, next.month)) };
}

/** Where a key of the calendar leads, or undefined for another key. */
export function dayForKey(day: CalendarDay, key: string, isShifted: boolean): CalendarDay | undefined {
  const place = weekday(day);
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -place);
    case 'End':
      return addDays(day, 6 - place);
    case 'PageUp':
      return addMonths(day, isShifted ? -12 : -1);
    case 'PageDown':
      return addMonths(day, isShifted ? 12 : 1);
    default:
      return undefined;
  }
}
