import { clockIn } from '../values/time.ts';
import { canonical } from '../values/numbers.ts';
import { define, type FunctionDefinition, type FunctionGroup } from './define.ts';

const MOMENT = 'timestamp("2009-02-13T23:31:30.5Z")';
const DAY = 86_400_000;

function field(name: string, doc: string, gives: number, read: (clock: Date) => number): FunctionDefinition {
  return define({
    names: { cel: [`.${name}`] },
    args: ['moment: timestamp', 'zone?: string'],
    result: 'int',
    doc: `${doc} In UTC, or in a time zone such as Europe/Berlin or -08:30.`,
    examples: [{ cel: `${MOMENT}.${name}()`, gives }],
    call: (_, moment, zone) => read(clockIn(moment, zone)),
  });
}

function part(name: string, doc: string, gives: number, unit: bigint): FunctionDefinition {
  return define({
    names: { cel: [`.${name}`] },
    args: ['span: duration'],
    result: 'int',
    doc,
    examples: [{ cel: `duration("1h30m0.5s").${name}()`, gives }],
    call: (_, { nanos }) => canonical(nanos / unit),
  });
}

const SECOND = 1_000_000_000n;

export const moments: FunctionGroup = {
  title: 'Parts of moments and spans of time',
  functions: [
    field('getFullYear', 'The year.', 2009, (clock) => clock.getUTCFullYear()),
    field('getMonth', 'The month; January is 0.', 1, (clock) => clock.getUTCMonth()),
    field('getDate', 'The day of the month, from 1.', 13, (clock) => clock.getUTCDate()),
    field('getDayOfMonth', 'The day of the month, from 0.', 12, (clock) => clock.getUTCDate() - 1),
    field('getDayOfWeek', 'The day of the week; Sunday is 0.', 5, (clock) => clock.getUTCDay()),
    field('getDayOfYear', 'The day of the year, from 0.', 43, (clock) => {
      const start = new Date(0).setUTCFullYear(clock.getUTCFullYear(), 0, 1);
      return Math.floor((clock.getTime() - start) / DAY);
    }),
    field('getHours', 'The hour.', 23, (clock) => clock.getUTCHours()),
    field('getMinutes', 'The minute.', 31, (clock) => clock.getUTCMinutes()),
    field('getSeconds', 'The second.', 30, (clock) => clock.getUTCSeconds()),
    field('getMilliseconds', 'The thousandths of the second.', 500, (clock) => clock.getUTCMilliseconds()),
    part('getHours', 'The whole hours of a span of time.', 1, 3600n * SECOND),
    part('getMinutes', 'The whole minutes of a span of time.', 90, 60n * SECOND),
    part('getSeconds', 'The whole seconds of a span of time.', 5400, SECOND),
    part('getMilliseconds', 'The whole milliseconds of a span of time.', 5_400_500, 1_000_000n),
  ],
};
