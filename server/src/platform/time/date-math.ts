/** A moment counts only inside the years that both PostgreSQL and a four-digit year can write. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

const MILLISECONDS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const MONTHS: Readonly<Record<string, number>> = { M: 1, y: 12 };

const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2})?)?)?$/;
/** One step: `/d`, or a sign with amounts that share it (`+1h30m`). */
const STEP = /\/([smhdwMy])|([+-])((?:\d{1,9}[smhdwMy])+)/y;
const AMOUNT = /(\d+)([smhdwMy])/g;

/**
 * Reads date math: `now` or an ISO 8601 date or time (UTC unless it names an offset), then steps from left to right.
 * A step adds (`+1h30m`), takes away (`-2d`) or rounds down (`/d`); a date needs `||` before its steps. Units: s, m, h, d,
 * w (from Monday), M, y. Months and years follow the calendar and end at the last day of a shorter month.
 * @param now milliseconds since the epoch
 * @returns milliseconds since the epoch, or undefined when the text is no date math or leaves the years 1 to 9999
 */
export function parseDateMath(text: string, now: number): number | undefined {
  const bar = text.indexOf('||');
  const isNow = text.startsWith('now');
  let time = isNow ? now : parseDate(bar < 0 ? text : text.slice(0, bar));
  if (time === undefined) return undefined;
  const steps = isNow ? text.slice(3) : bar < 0 ? '' : text.slice(bar + 2);
  STEP.lastIndex = 0;
  for (let at = 0; at < steps.length; at = STEP.lastIndex) {
    const [step, rounding, sign, amounts = ''] = STEP.exec(steps) ?? [];
    if (step === undefined) return undefined;
    if (rounding !== undefined) time = roundDown(time, rounding);
    else
      for (const [, amount, unit = ''] of amounts.matchAll(AMOUNT))
        time = add(time, Number(amount) * (sign === '-' ? -1 : 1), unit);
    if (!isInside(time)) return undefined;
  }
  return isInside(time) ? time : undefined;
}

function isInside(time: number): boolean {
  return time >= EARLIEST && time <= LATEST;
}

function parseDate(text: string): number | undefined {
  const found = DATE.exec(text);
  if (!found) return undefined;
  const part = (index: number): number => Number(found[index] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isDay || hour > 23 || minute > 59 || second > 59 || part(9) > 15 || part(10) > 59) return undefined;
  date.setUTCHours(hour, minute, second, Math.floor(Number(`0.${found[7] ?? '0'}`) * 1_000));
  const offset = (part(9) * 60 + part(10)) * 60_000;
  return found[8] === '-' ? date.getTime() + offset : date.getTime() - offset;
}

function add(time: number, amount: number, unit: string): number {
  const months = MONTHS[unit];
  if (months === undefined) return time + amount * (MILLISECONDS[unit] ?? Number.NaN);
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + amount * months, 1);
  const lastDay = new Date(date.getTime());
  lastDay.setUTCMonth(date.getUTCMonth() + 1, 0);
  date.setUTCDate(Math.min(day, lastDay.getUTCDate()));
  return date.getTime();
}

function roundDown(time: number, unit: string): number {
  const date = new Date(time);
  if (unit === 's') date.setUTCMilliseconds(0);
  else if (unit === 'm') date.setUTCSeconds(0, 0);
  else if (unit === 'h') date.setUTCMinutes(0, 0, 0);
  else date.setUTCHours(0, 0, 0, 0);
  if (unit === 'w') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (unit === 'M') date.setUTCDate(1);
  if (unit === 'y') date.setUTCMonth(0, 1);
  return date.getTime();
}
