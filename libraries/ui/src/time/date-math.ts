import { momentOfWall, offsetAt, type WallTime, wallTimeAt } from './zone.ts';

/** Lengths of the units that every clock agrees on. */
const LENGTHS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
/** Moments outside the years 1 to 9999 are refused. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** One step: `/d`, or a sign with amounts that share it (`+1h30m`). */
const STEP = /\/(ms|[smhdwMy])|([+-])((?:\d{1,9}(?:ms|[smhdwMy]))+)/y;
const AMOUNT = /(\d+)(ms|[smhdwMy])/g;

/**
 * Reads date math: `now`, then steps from left to right. A step adds (`+1h30m`), takes away (`-2d`) or rounds down (`/d`).
 * Units: ms, s, m, h, d, w (from Monday), M, y. Days and longer follow the calendar of the zone; a month that is shorter
 * ends at its last day.
 * @param now milliseconds since the epoch
 * @param edge `end` rounds up instead, to the last millisecond of the unit.
 * @returns milliseconds since the epoch, or undefined when the text is no date math
 */
export function parseDateMath(
  text: string,
  now: number,
  zone: string,
  edge: 'start' | 'end' = 'start',
): number | undefined {
  if (!text.startsWith('now')) return undefined;
  let time = now;
  STEP.lastIndex = 3;
  for (let at = 3; at < text.length; at = STEP.lastIndex) {
    const [step, unit, sign, amounts = ''] = STEP.exec(text) ?? [];
    if (step === undefined) return undefined;
    if (unit !== undefined) time = edge === 'end' ? endOf(time, unit, zone) : startOf(time, unit, zone);
    else
      for (const [, amount, each = ''] of amounts.matchAll(AMOUNT))
        time = add(time, Number(amount) * (sign === '-' ? -1 : 1), each, zone);
    if (!(time >= EARLIEST && time <= LATEST)) return undefined;
  }
  return time;
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

/** @param month from 1; may run over. */
export function daysInMonth(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  return date.getUTCDate();
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

/** From 0 for Monday. */
export function weekday({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return (date.getUTCDay() + 6) % 7;
}
