import { type CalendarDay, type WallTime, wallTimeAt } from '@watchroom/time';

/** `2026-11-20 14:30:00` in a zone, which `parseMoment` reads back; milliseconds only when there are some. */
export function momentText(time: number, zone: string): string {
  const { second, millisecond, ...wall } = wallTimeAt(time, zone);
  const fraction = millisecond === 0 ? '' : `.${String(millisecond).padStart(3, '0')}`;
  return `${dayText(wall)} ${clockText(wall)}:${two(second)}${fraction}`;
}

/** `2026-11-20`. */
export function dayText({ year, month, day }: CalendarDay): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** `2026-11-20 14:30 to 16:00`; seconds where a minute would not tell them apart, the second day where it differs. */
export function spanText(from: number, to: number, zone: string): string {
  const [first, last] = [wallTimeAt(from, zone), wallTimeAt(to, zone)];
  const needsSeconds = to - from < 10 * 60_000;
  const clock = (wall: WallTime) => clockText(wall) + (needsSeconds ? `:${two(wall.second)}` : '');
  const [firstDay, lastDay] = [dayText(first), dayText(last)];
  return `${firstDay} ${clock(first)} to ${lastDay === firstDay ? '' : `${lastDay} `}${clock(last)}`;
}

const clockText = ({ hour, minute }: Pick<WallTime, 'hour' | 'minute'>) => `${two(hour)}:${two(minute)}`;
const two = (value: number) => String(value).padStart(2, '0');
