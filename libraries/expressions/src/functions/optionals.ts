import { fail } from '../failure.ts';
import { mapSize } from '../values/maps.ts';
import { numeric } from '../values/numbers.ts';
import { Duration, isList, isMap, NONE, Optional, Timestamp, type Value } from '../values/value.ts';
import { define, type FunctionGroup } from './define.ts';

export const optionals: FunctionGroup = {
  title: 'Optional values',
  functions: [
    define({
      names: { cel: ['optional.of'] },
      args: ['value: any'],
      result: 'optional',
      doc: 'An optional that holds a value.',
      examples: [{ cel: 'optional.of(1).hasValue()', gives: true }],
      takesNull: true,
      call: (_, value) => new Optional(value),
    }),
    define({
      names: { cel: ['optional.ofNonZeroValue'] },
      args: ['value: any'],
      result: 'optional',
      doc: 'An optional that holds a value unless it is null, zero, false or empty.',
      examples: [{ cel: 'optional.ofNonZeroValue("").orValue("none")', gives: 'none' }],
      takesNull: true,
      call: (_, value) => (isZero(value) ? NONE : new Optional(value)),
    }),
    define({
      names: { cel: ['optional.none'] },
      args: [],
      result: 'optional',
      doc: 'An optional that holds nothing.',
      examples: [{ cel: 'optional.none().hasValue()', gives: false }],
      call: () => NONE,
    }),
    define({
      names: { cel: ['.hasValue'] },
      args: ['optional: optional'],
      result: 'bool',
      doc: 'Whether an optional holds a value.',
      examples: [{ cel: '{"a": 1}.?b.hasValue()', gives: false }],
      call: (_, { value }) => value !== undefined,
    }),
    define({
      names: { cel: ['.value'] },
      args: ['optional: optional'],
      result: 'any',
      doc: 'What an optional holds; an error if that is nothing.',
      examples: [{ cel: '{"a": 1}.?a.value()', gives: 1 }],
      call: (_, { value }) => (value === undefined ? fail('The optional holds nothing.') : value),
    }),
    define({
      names: { cel: ['.or'] },
      args: ['optional: optional', 'other: optional'],
      result: 'optional',
      doc: 'The first of two optionals that holds a value.',
      examples: [{ cel: '{"a": 1}.?b.or(optional.of(2)).value()', gives: 2 }],
      call: (_, optional, other) => (optional.value === undefined ? other : optional),
    }),
    define({
      names: { cel: ['.orValue'] },
      args: ['optional: any', 'other: any'],
      result: 'any',
      doc: 'What an optional holds, or another value. What is no optional is itself, and null the other value.',
      examples: [{ cel: '{"a": 1}.?b.orValue("none")', gives: 'none' }],
      takesNull: true,
      call: (run, optional, other) => {
        if (optional instanceof Optional) return optional.value === undefined ? other : optional.value;
        if (!run.tolerant) return fail('orValue() needs an optional.');
        return optional ?? other;
      },
    }),
  ],
};

/** Whether a value is the empty one of its type. */
function isZero(value: Value): boolean {
  if (value === null || value === false || value === '') return true;
  const number = numeric(value);
  if (number !== undefined) return number === 0;
  if (isList(value) || value instanceof Uint8Array) return value.length === 0;
  if (isMap(value)) return mapSize(value) === 0;
  if (value instanceof Duration) return value.nanos === 0n;
  if (value instanceof Timestamp) return value.nanos === 0n;
  return value instanceof Optional && value.value === undefined;
}
