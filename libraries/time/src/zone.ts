import type { CalendarDay } from './calendar.ts';

/** A date and time as a clock on the wall shows it. */
export interface WallTime extends CalendarDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

/** Milliseconds from the epoch to the last moment that a `Date` holds. */
const LAST_DATE = 8.64e15;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The zone of this browser or process, for example `Europe/Berlin`. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What the clocks of a zone show at a moment. @param time milliseconds since the epoch. @param zone an IANA name. */
export function wallTimeAt(time: number, zone: string): WallTime {
  return fieldsOf(time + offsetAt(time, zone));
}

/**
 * The moment at which the clocks of a zone show a time, in milliseconds since the epoch. Fields may run over (month 13,
 * day 0). A time that clocks skip counts from before the change, so that it comes out later; one that they show twice is
 * the first of the two.
 */
export function momentOfWall(wall: WallTime, zone: string): number {
  const local = localOf(wall);
  // A zone keeps its offset for days, so that the offsets on both sides cover every change that can matter.
  const before = offsetAt(local - 86_400_000, zone);
  const after = offsetAt(local + 86_400_000, zone);
  return [local - before, local - after].find((time) => time + offsetAt(time, zone) === local) ?? local - before;
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds; NaN where dates end. */
export function offsetAt(time: number, zone: string): number {
  if (zone === 'UTC') return 0;
  if (!(Math.abs(time) <= LAST_DATE)) return Number.NaN;
  const second = Math.floor(time / 1_000) * 1_000;
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(second)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return localOf({ year, month, day, hour, minute, second: part['second'] ?? 0, millisecond: 0 }) - second;
}

/** The wall time as if its zone were UTC. */
function localOf({ year, month, day, hour, minute, second, millisecond }: WallTime): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, millisecond);
}

function fieldsOf(local: number): WallTime {
  const date = new Date(local);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  };
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}
