import { fail } from '../failure.ts';
import { INT_MAX, INT_MIN } from './numbers.ts';
import { Duration, Timestamp } from './value.ts';

const SECOND = 1_000_000_000n;
/** The years 1 to 9999. */
const FIRST = -62_135_596_800n * SECOND;
const LAST = 253_402_300_800n * SECOND - 1n;

export function timestamp(nanos: bigint): Timestamp {
  if (nanos < FIRST || nanos > LAST) fail('The timestamp is outside of the years 1 to 9999.');
  return new Timestamp(nanos);
}

export function duration(nanos: bigint): Duration {
  if (nanos > INT_MAX || nanos < INT_MIN) fail('The duration is longer than 292 years.');
  return new Duration(nanos);
}

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9})\d*)?([Zz]|[+-]\d\d:\d\d)$/;

/** Reads `2009-02-13T23:31:30.5Z` and its like. */
export function parseTimestamp(text: string): Timestamp {
  const parts = RFC3339.exec(text);
  if (parts === null)
    return fail(`"${text.slice(0, 60)}" is not a time as in RFC 3339, for example 2009-02-13T23:31:30Z.`);
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number, number, number, number, number, number,
  ]; // biome-ignore format: a list
  const zone = parts[8] ?? 'Z';
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59)
    fail(`"${text}" names a moment that does not exist.`);
  date.setUTCHours(hour, minute, second);
  const offset = /^[Zz]$/.test(zone) ? 0 : offsetMinutes(zone);
  const millis = BigInt(date.getTime()) - BigInt(offset) * 60_000n;
  return timestamp(millis * 1_000_000n + BigInt((parts[7] ?? '').padEnd(9, '0')));
}

/** Writes a moment in UTC, with as many decimals as it has. */
export function formatTimestamp({ nanos }: Timestamp): string {
  const fraction = ((nanos % SECOND) + SECOND) % SECOND;
  const seconds = (nanos - fraction) / SECOND;
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${whole}${decimals(fraction)}Z`;
}

/** Writes a span as seconds: `5400s`, `1.5s`. */
export function formatDuration({ nanos }: Duration): string {
  const size = nanos < 0n ? -nanos : nanos;
  return `${nanos < 0n ? '-' : ''}${size / SECOND}${decimals(size % SECOND)}s`;
}

function decimals(nanos: bigint): string {
  return nanos === 0n ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
}

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: SECOND,
  m: 60n * SECOND,
  h: 3600n * SECOND,
  d: 86_400n * SECOND,
  w: 604_800n * SECOND,
};
const SPAN = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h|d|w))+$/;
const PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h|d|w)/g;

/** Reads `1h30m`, `-1.5s`, `2d`. */
export function parseDuration(text: string): Duration {
  if (text === '0') return new Duration(0n);
  if (text.length > 100 || !SPAN.test(text))
    fail(`"${text.slice(0, 60)}" is not a duration. Write numbers with units, for example 1h30m or 2d.`);
  let nanos = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of text.matchAll(PART)) {
    const size = UNITS[unit] ?? 0n;
    nanos += BigInt(whole || '0') * size + (BigInt(fraction || '0') * size) / 10n ** BigInt(fraction.length);
  }
  return duration(text.startsWith('-') ? -nanos : nanos);
}

const FIXED = /^[+-]?\d\d:\d\d$/;

function offsetMinutes(zone: string): number {
  const [hours = 0, minutes = 0] = zone.replace(/^[+-]/, '').split(':').map(Number);
  if (hours > 23 || minutes > 59) fail(`"${zone}" is not an offset of a time zone.`);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const zones = new Map<string, Intl.DateTimeFormat>();

/** A date whose UTC fields are what a clock in the zone shows. The zone is a name, or an offset such as -08:30. */
export function clockIn({ nanos }: Timestamp, zone = 'UTC'): Date {
  const floor = nanos / 1_000_000n - (nanos % 1_000_000n < 0n ? 1n : 0n);
  const date = new Date(Number(floor));
  if (zone === 'UTC' || zone === '') return date;
  if (FIXED.test(zone)) return new Date(date.getTime() + offsetMinutes(zone) * 60_000);
  const fields = Object.fromEntries(
    formatOf(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const shown = new Date(0);
  shown.setUTCFullYear(fields['year'] ?? 0, (fields['month'] ?? 1) - 1, fields['day'] ?? 1);
  shown.setUTCHours(fields['hour'] ?? 0, fields['minute'], fields['second'], date.getUTCMilliseconds());
  return shown;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = zones.get(zone);
  if (known !== undefined) return known;
  try {
    const made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric',
      hour: 'numeric', minute: 'numeric', second: 'numeric',
    }); // biome-ignore format: a list
    if (zones.size > 600) zones.clear();
    zones.set(zone, made);
    return made;
  } catch {
    return fail(`There is no time zone "${zone.slice(0, 60)}".`);
  }
}
