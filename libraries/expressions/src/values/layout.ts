import { fail } from '../failure.ts';
import { clockIn, timestamp } from './time.ts';
import type { Timestamp } from './value.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const short = (names: readonly string[]) => names.map((name) => name.slice(0, 3));

type Field = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'half' | 'zone' | 'none';

interface Part {
  readonly field: Field;
  /** Matches the part where it must begin. */
  readonly pattern: RegExp;
  readonly read: (text: string) => number;
}

const digits = (field: Field, pattern: RegExp): Part => ({ field, pattern, read: Number });
/** One of some names, which are told apart by their first letters. */
const named = (field: Field, names: readonly string[], pattern: RegExp): Part => ({
  field,
  pattern,
  read: (text) => {
    const index = names.findIndex((name) => name.toLowerCase() === text.toLowerCase());
    return index < 0 ? Number.NaN : index + 1;
  },
});
const zone: Part = {
  field: 'zone',
  pattern: /Z|[+-]\d\d(?::?\d\d)?|UTC|GMT/y,
  read: (text) => {
    if (/^[A-Z]/.test(text)) return 0;
    const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2)) * (text.length > 3 ? 1 : 0);
    return text.startsWith('-') ? -minutes : minutes;
  },
};
const fraction: Part = { field: 'fraction', pattern: /[.,]\d{1,9}/y, read: (text) => Number(`0.${text.slice(1)}`) };
const shortYear = (text: string) => Number(text) + (Number(text) < 69 ? 2000 : 1900);

/** What the parts of a layout mean: https://pkg.go.dev/time#pkg-constants */
const PARTS: Readonly<Record<string, Part>> = {
  '2006': digits('year', /\d{4}/y),
  '06': { field: 'year', pattern: /\d{2}/y, read: shortYear },
  January: named('month', MONTHS, /[A-Za-z]{3,9}/y),
  Jan: named('month', short(MONTHS), /[A-Za-z]{3}/y),
  '01': digits('month', /\d{2}/y),
  '1': digits('month', /\d{1,2}/y),
  Monday: named('none', DAYS, /[A-Za-z]{6,9}/y),
  Mon: named('none', short(DAYS), /[A-Za-z]{3}/y),
  '02': digits('day', /\d{2}/y),
  _2: digits('day', / ?\d{1,2}/y),
  '2': digits('day', /\d{1,2}/y),
  '15': digits('hour', /\d{2}/y),
  '03': digits('hour', /\d{2}/y),
  '3': digits('hour', /\d{1,2}/y),
  '04': digits('minute', /\d{2}/y),
  '4': digits('minute', /\d{1,2}/y),
  '05': digits('second', /\d{2}/y),
  '5': digits('second', /\d{1,2}/y),
  PM: named('half', ['AM', 'PM'], /[AaPp][Mm]/y),
  pm: named('half', ['AM', 'PM'], /[AaPp][Mm]/y),
  'Z07:00': zone,
  '-07:00': zone,
  Z0700: zone,
  '-0700': zone,
  '-07': zone,
  MST: zone,
};
/** Longer parts come before what they begin with. */
const LAYOUT =
  /[.,](?:0+|9+)(?!\d)|January|Monday|Z07:00|-07:00|Z0700|-0700|2006|-07|Jan|Mon|MST|01|02|03|04|05|06|15|PM|pm|_2|[1-5]/g;

/**
 * Reads a text by a layout.
 * @param place the time zone of a text that names none
 * @throws Failure if the layout means nothing, or the text is not written like it
 */
export function parseLayout(layout: string, text: string, place: string): Timestamp {
  if (layout.length > 100 || text.length > 100) fail('The layout or the text is longer than 100 characters.');
  const fields: Partial<Record<Field, number>> = {};
  const differs = () => fail(`"${text}" is not written like "${layout}".`);
  let last = 0;
  let at = 0;
  const skip = (literal: string) => {
    if (!text.startsWith(literal, at)) differs();
    at += literal.length;
  };
  const take = ({ field, pattern, read }: Part): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return false;
    at += found.length;
    const value = read(found);
    if (Number.isNaN(value)) differs();
    fields[field] = value;
    return true;
  };
  for (const { 0: name, index } of layout.matchAll(LAYOUT)) {
    skip(layout.slice(last, index));
    last = index + name.length;
    const part = PARTS[name] ?? fraction;
    if (!take(part)) differs();
    // Go accepts a fraction of the second that the layout does not show.
    if (part.field === 'second' && !/^[.,][09]/.test(layout.slice(last))) take(fraction);
  }
  if (last === 0)
    fail(`The layout "${layout}" has no part of a date. Write it as 2006-01-02 15:04:05 would be written.`);
  skip(layout.slice(last));
  if (at < text.length) differs();
  return assemble(fields, text, place);
}

function assemble(fields: Partial<Record<Field, number>>, text: string, place: string): Timestamp {
  const { year = 0, month = 1, day = 1, minute = 0, second = 0, fraction = 0, half } = fields;
  const hour = half === undefined ? (fields.hour ?? 0) : ((fields.hour ?? 0) % 12) + (half === 2 ? 12 : 0);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59)
    fail(`"${text}" names a moment that does not exist.`);
  date.setUTCHours(hour, minute, second);
  const nanos = BigInt(date.getTime()) * 1_000_000n + BigInt(Math.round(fraction * 1e9));
  if (fields.zone !== undefined) return timestamp(nanos - BigInt(fields.zone) * 60_000_000_000n);
  // Which offset holds depends on the moment itself: the second guess uses the offset of the first.
  let guess = timestamp(nanos);
  for (let round = 0; round < 2; round++) {
    const ahead = BigInt(clockIn(guess, place).getTime()) - guess.nanos / 1_000_000n;
    guess = timestamp(nanos - ahead * 1_000_000n);
  }
  return guess;
}
