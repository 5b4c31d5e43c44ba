import { daysInMonth } from './calendar.ts';
import { momentOfWall, type WallTime } from './zone.ts';

/** Which end of a range a moment is. An end is the last millisecond of what it names. */
export type Edge = 'start' | 'end';

const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:(Z)|([+-])(\d{2}):?(\d{2})?)?)?$/;
const LAST = { hour: 23, minute: 59, second: 59, millisecond: 999 };

/**
 * Reads a date, or a date and time, of ISO 8601. It is in the zone unless it names an offset. A date without a time is its
 * first millisecond, or its last with the edge `end`; digits beyond the millisecond are cut off.
 * @returns milliseconds since the epoch, or undefined if the text is not a date or names a day or time that does not exist
 */
export function parseIsoDate(text: string, zone: string, edge: Edge): number | undefined {
  const found = DATE.exec(text);
  if (!found) return undefined;
  const part = (index: number): number => Number(found[index] ?? 0);
  const day = { year: part(1), month: part(2), day: part(3) };
  const time = {
    hour: part(4),
    minute: part(5),
    second: part(6),
    millisecond: Math.floor(Number(`0.${found[7] ?? '0'}`) * 1_000),
  };
  const wall: WallTime = { ...day, ...(found[4] === undefined && edge === 'end' ? LAST : time) };
  if (!exists(wall) || part(10) > 15 || part(11) > 59) return undefined;
  if (found[8] === undefined && found[9] === undefined) return momentOfWall(wall, zone);
  const offset = (part(10) * 60 + part(11)) * 60_000;
  return momentOfWall(wall, 'UTC') + (found[9] === '-' ? offset : -offset);
}

function exists({ year, month, day, hour, minute, second }: WallTime): boolean {
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return isDay && hour <= 23 && minute <= 59 && second <= 59;
}
