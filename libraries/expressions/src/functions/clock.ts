import { fail } from '../failure.ts';
import { parseLayout } from '../values/layout.ts';
import { clockIn, duration, parseTimestamp, timestamp } from '../values/time.ts';
import { canonical } from '../values/numbers.ts';
import { Timestamp, type Value } from '../values/value.ts';
import { define, type FunctionGroup } from './define.ts';

const now = () => timestamp(BigInt(Date.now()) * 1_000_000n);
/** The zone of this process. */
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function moment(value: Value): Timestamp {
  if (value instanceof Timestamp) return value;
  return typeof value === 'string' ? parseTimestamp(value) : fail('A timestamp, or a text as in RFC 3339, is needed.');
}

function offsetMinutes(at: Timestamp, zone: string): number {
  return (clockIn(at, zone).getTime() - clockIn(at).getTime()) / 60_000;
}

function minuteOfDay(text: string): number {
  const parts = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text);
  return parts === null
    ? fail(`"${text.slice(0, 40)}" is not a time of day. Write HH:MM.`)
    : Number(parts[1]) * 60 + Number(parts[2]);
}

const NINE = 9;
const FIVE = 17;

export const clock: FunctionGroup = {
  title: 'Time',
  functions: [
    define({
      names: { cel: ['time.Now', 'now'], template: ['time.Now'] },
      args: [],
      result: 'timestamp',
      doc: 'The current moment.',
      examples: [{ cel: 'time.Now() > timestamp("2020-01-01T00:00:00Z")', gives: true }],
      call: now,
    }),
    define({
      names: { cel: ['time.Parse'], template: ['time.Parse'] },
      args: ['layout: string', 'text: string'],
      result: 'timestamp',
      doc: 'A moment from a text, read by a layout that shows how 2 January 2006, 15:04:05 would be written.',
      examples: [
        { cel: 'time.Parse("02-01-2006 15:04", "26-09-2023 14:30") == timestamp("2023-09-26T14:30:00Z")', gives: true },
      ],
      call: (_, layout, text) => parseLayout(layout, text, 'UTC'),
    }),
    define({
      names: { cel: ['time.ParseLocal'], template: ['time.ParseLocal'] },
      args: ['layout: string', 'text: string'],
      result: 'timestamp',
      doc: 'The same, in the time zone of the server where the text names none.',
      examples: [
        { cel: 'time.ParseLocal("2006-01-02T15:04:05Z07:00", "2023-09-26T00:00:00Z").getFullYear()', gives: 2023 },
      ],
      call: (_, layout, text) => parseLayout(layout, text, here()),
    }),
    define({
      names: { cel: ['time.ParseInLocation'], template: ['time.ParseInLocation'] },
      args: ['layout: string', 'zone: string', 'text: string'],
      result: 'timestamp',
      doc: 'The same, in a time zone where the text names none.',
      examples: [
        {
          cel: 'time.ParseInLocation("2006-01-02 15:04", "America/New_York", "2023-07-01 08:00").getHours()',
          gives: 12,
        },
      ],
      call: (_, layout, zone, text) => parseLayout(layout, text, zone),
    }),
    define({
      names: { cel: ['time.ParseDateTime'], template: ['parseDateTime', 'time.ParseDateTime'] },
      args: ['text: string'],
      result: 'timestamp',
      doc: 'A moment from a date, with or without a time, in UTC.',
      examples: [{ cel: 'time.ParseDateTime("2023-09-26 14:30:00").getHours()', gives: 14 }],
      call: (_, text) => {
        const parts = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
        if (parts === null)
          return fail(`"${text.slice(0, 60)}" is not a date. Write 2006-01-02 or 2006-01-02 15:04:05.`);
        return parseTimestamp(`${parts[1]}T${parts[2] ?? '00:00'}${parts[3] ?? ':00'}${parts[4] ?? 'Z'}`);
      },
    }),
    define({
      names: { cel: ['time.Since', 'Age'], template: ['time.Since', 'Age'] },
      args: ['moment: any'],
      result: 'duration',
      doc: 'How long ago a moment was.',
      examples: [{ cel: 'Age("2020-01-01T00:00:00Z") > Duration("3d")', gives: true }],
      call: (_, given) => duration(now().nanos - moment(given).nanos),
    }),
    define({
      names: { cel: ['time.Until'], template: ['time.Until'] },
      args: ['moment: any'],
      result: 'duration',
      doc: 'How long it takes until a moment.',
      examples: [{ cel: 'time.Until(timestamp("2020-01-01T00:00:00Z")) < duration("0s")', gives: true }],
      call: (_, given) => duration(moment(given).nanos - now().nanos),
    }),
    define({
      names: { cel: ['time.Unix'], template: ['.Unix'] },
      args: ['moment: any'],
      result: 'int',
      doc: 'The seconds since 1970.',
      examples: [{ cel: 'time.Unix("1970-01-01T00:01:00Z")', gives: 60 }],
      call: (_, given) => canonical(moment(given).nanos / 1_000_000_000n),
    }),
    define({
      names: { cel: ['time.ZoneName'], template: ['time.ZoneName'] },
      args: [],
      result: 'string',
      doc: 'The short name of the time zone of the server.',
      examples: [{ cel: 'time.ZoneName()' }],
      call: () => {
        const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts();
        return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
      },
    }),
    define({
      names: { cel: ['time.ZoneOffset'], template: ['time.ZoneOffset'] },
      args: [],
      result: 'int',
      doc: 'The minutes by which clocks in the time zone of the server are ahead of UTC.',
      examples: [{ cel: 'time.ZoneOffset()' }],
      call: () => offsetMinutes(now(), here()),
    }),
    define({
      names: { cel: ['time.InTimeRange'], template: ['time.InTimeRange'] },
      args: ['moment: any', 'start: string', 'end: string'],
      result: 'bool',
      doc: 'Whether a moment is between two times of day in UTC; the range may reach over midnight.',
      examples: [{ cel: 'time.InTimeRange("2023-01-01T23:30:00Z", "22:00", "06:00")', gives: true }],
      call: (_, given, start, end) => {
        const shown = clockIn(moment(given));
        const minute = shown.getUTCHours() * 60 + shown.getUTCMinutes();
        const [from, until] = [minuteOfDay(start), minuteOfDay(end)];
        return from <= until ? minute >= from && minute <= until : minute >= from || minute <= until;
      },
    }),
    define({
      names: { cel: ['in_business_hours'], template: ['in_business_hours'] },
      args: ['moment: any'],
      result: 'bool',
      doc: 'Whether a moment is on a weekday between 9:00 and 17:00 UTC.',
      examples: [{ cel: 'in_business_hours("2023-09-26T10:00:00Z")', gives: true }],
      call: (_, given) => {
        const shown = clockIn(moment(given));
        const weekday = shown.getUTCDay() >= 1 && shown.getUTCDay() <= 5;
        return weekday && shown.getUTCHours() >= NINE && shown.getUTCHours() < FIVE;
      },
    }),
  ],
};
