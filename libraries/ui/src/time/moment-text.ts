import { parseDateMath, daysInMonth } from './date-math.ts';
import { momentOfWall, type WallTime, wallTimeAt } from './zone.ts';

const DATE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * A moment as a person types it: date math (`now-2d`, `now/d`), ISO 8601, or date and time of the zone (`2026-11-20 14:30`).
 * A date without a time is its first millisecond, or its last with the edge `end`; so is `/d`.
 * @param now milliseconds since the epoch
 * @returns milliseconds since the epoch, or undefined when the text is none of these
 */
export function parseMoment(text: string, now: number, zone: string, edge: 'start' | 'end'): number | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('now')) return parseDateMath(trimmed.replaceAll(' ', ''), now, zone, edge);
  const found = DATE.exec(trimmed);
  if (!found) return undefined;
  const part = (index: number): number => Number(found[index] ?? 0);
  const isWholeDay = found[4] === undefined;
  if (isWholeDay && found[8] !== undefined) return undefined;
  const wall: WallTime = {
    year: part(1),
    month: part(2),
    day: part(3),
    ...(isWholeDay && edge === 'end'
      ? { hour: 23, minute: 59, second: 59, millisecond: 999 }
      : {
          hour: part(4),
          minute: part(5),
          second: part(6),
          millisecond: Math.floor(Number(`0.${found[7] ?? 0}`) * 1_000),
        }),
  };
  if (!isReal(wall)) return undefined;
  const shift = shiftOf(found[8]);
  return shift === undefined ? momentOfWall(wall, zone) : momentOfWall(wall, 'UTC') - shift;
}

function isReal({ year, month, day, hour, minute, second }: WallTime): boolean {
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return year >= 1 && isDay && hour <= 23 && minute <= 59 && second <= 59;
}

function shiftOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? [];
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -shift : shift;
}

/** `2026-11-20 14:30:00` in a zone, which `parseMoment` reads back; milliseconds only when there are some. */
export function momentText(time: number, zone: string): string {
  const { second, millisecond, ...wall } = wallTimeAt(time, zone);
  const fraction = millisecond === 0 ? '' : `.${String(millisecond).padStart(3, '0')}`;
  return `${dayText(wall)} ${clockText(wall)}:${two(second)}${fraction}`;
}

/** `2026-11-20`. */
export function dayText({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): string {
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
