import { daysInMonth, weekday } from './calendar.ts';
import { type Edge, parseIsoDate } from './iso-date.ts';
import { momentOfWall, offsetAt, type WallTime, wallTimeAt } from './zone.ts';

export interface DateMathOptions {
  /** An IANA name, which decides where days begin. Default `UTC`. */
  readonly zone?: string | undefined;
  /** With `end`, `/d` rounds up to the last millisecond of the day, and a date without a time is its last. Default `start`. */
  readonly edge?: Edge | undefined;
}

/** Lengths of the units that every clock agrees on. */
const LENGTHS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
/** The years that PostgreSQL, JavaScript and a four-digit year can all write. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** One step: `/d`, or a sign with amounts that share it (`+1h30m`). */
const STEP = /\/(ms|[smhdwMy])|([+-])((?:\d{1,9}(?:ms|[smhdwMy]))+)/y;
const AMOUNT = /(\d+)(ms|[smhdwMy])/g;

/**
 * Reads date math: `now`, or an ISO 8601 date or time (in the zone unless it names an offset), then steps from left to
 * right. A step adds (`+1h30m`), subtracts (`-2d`) or rounds down (`/d`); a date needs `||` before its steps. Units: ms, s,
 * m, h, d, w (from Monday), M, y. Days and longer units follow the calendar of the zone; a sum of months that leads beyond
 * the last day of a month gives that last day.
 * @param now milliseconds since the epoch
 * @returns milliseconds since the epoch, or undefined if the text is not date math or leaves the years 1 to 9999
 */
export function parseDateMath(text: string, now: number, options: DateMathOptions = {}): number | undefined {
  const { zone = 'UTC', edge = 'start' } = options;
  const bar = text.indexOf('||');
  const isNow = text.startsWith('now');
  const steps = isNow ? text.slice(3) : bar < 0 ? '' : text.slice(bar + 2);
  const date = bar < 0 ? text : text.slice(0, bar);
  let time = isNow ? now : parseIsoDate(date, zone, steps === '' ? edge : 'start');
  STEP.lastIndex = 0;
  for (let at = 0; at < steps.length && isInside(time); at = STEP.lastIndex) {
    const [step, unit, sign, amounts = ''] = STEP.exec(steps) ?? [];
    if (step === undefined) return undefined;
    if (unit !== undefined) time = edge === 'end' ? endOf(time, unit, zone) : startOf(time, unit, zone);
    else
      for (const [, amount, each = ''] of amounts.matchAll(AMOUNT))
        time = add(time, Number(amount) * (sign === '-' ? -1 : 1), each, zone);
  }
  return isInside(time) ? time : undefined;
}

function isInside(time: number | undefined): time is number {
  return time !== undefined && time >= EARLIEST && time <= LATEST;
}

function add(time: number, amount: number, unit: string, zone: string): number {
  const length = LENGTHS[unit];
  if (length !== undefined) return time + amount * length;
  const wall = wallTimeAt(time, zone);
  if (unit === 'd') return momentOfWall({ ...wall, day: wall.day + amount }, zone);
  if (unit === 'w') return momentOfWall({ ...wall, day: wall.day + 7 * amount }, zone);
  const months = wall.year * 12 + wall.month - 1 + amount * (unit === 'y' ? 12 : 1);
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
  return momentOfWall({ ...wall, year, month, day: Math.min(wall.day, daysInMonth(year, month)) }, zone);
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0, millisecond: 0 };

function startOf(time: number, unit: string, zone: string): number {
  const length = LENGTHS[unit];
  if (length !== undefined) {
    const offset = offsetAt(time, zone);
    return Math.floor((time + offset) / length) * length - offset;
  }
  return momentOfWall(firstDay(wallTimeAt(time, zone), unit), zone);
}

function endOf(time: number, unit: string, zone: string): number {
  const length = LENGTHS[unit];
  if (length !== undefined) return startOf(time, unit, zone) + length - 1;
  const first = firstDay(wallTimeAt(time, zone), unit);
  const next = {
    ...first,
    year: first.year + (unit === 'y' ? 1 : 0),
    month: first.month + (unit === 'M' ? 1 : 0),
    day: first.day + (unit === 'd' ? 1 : unit === 'w' ? 7 : 0),
  };
  return momentOfWall(next, zone) - 1;
}

function firstDay(wall: WallTime, unit: string): WallTime {
  const midnight = { ...wall, ...MIDNIGHT };
  if (unit === 'y') return { ...midnight, month: 1, day: 1 };
  if (unit === 'M') return { ...midnight, day: 1 };
  return unit === 'w' ? { ...midnight, day: wall.day - weekday(wall) } : midnight;
}
