import { fail } from '../failure.ts';
import { doubleToInt, doubleToUint, toInt, toUint } from '../values/numbers.ts';
import { formatDuration, formatTimestamp, parseDuration, parseTimestamp, timestamp } from '../values/time.ts';
import { describe, TYPES, typeName } from '../values/types.ts';
import { Double, type Int, Timestamp, Uint, type Value } from '../values/value.ts';
import { define, type FunctionGroup } from './define.ts';

const SECOND = 1_000_000_000n;
const BOOLS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'true', 'TRUE', 'True', 'T'].map((text) => [text, true] as const),
  ...['0', 'f', 'false', 'FALSE', 'False', 'F'].map((text) => [text, false] as const),
]);
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const SPECIAL: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '+Infinity': Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};

function cannot(value: Value, type: string): never {
  const shown = typeof value === 'string' ? `the string ${JSON.stringify(value.slice(0, 60))}` : describe(value);
  return fail(`Cannot convert ${shown} to ${type}.`);
}

function asInt(value: Value): Int {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Uint) return toInt(BigInt(value.value));
  if (value instanceof Double) return doubleToInt(value.value);
  if (typeof value === 'string' && /^[+-]?\d{1,20}$/.test(value)) return toInt(BigInt(value.replace('+', '')));
  if (value instanceof Timestamp) {
    const rest = ((value.nanos % SECOND) + SECOND) % SECOND;
    return toInt((value.nanos - rest) / SECOND);
  }
  return cannot(value, 'int');
}

function asUint(value: Value): Uint {
  if (value instanceof Uint) return value;
  if (typeof value === 'number' || typeof value === 'bigint') return toUint(BigInt(value));
  if (value instanceof Double) return doubleToUint(value.value);
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? toUint(BigInt(value)) : cannot(value, 'uint');
}

function asDouble(value: Value): Double {
  if (value instanceof Double) return value;
  if (typeof value === 'number' || typeof value === 'bigint') return new Double(Number(value));
  if (value instanceof Uint) return new Double(Number(value.value));
  if (typeof value === 'string' && value.length < 400) {
    if (DECIMAL.test(value)) return new Double(Number(value));
    const special = Object.hasOwn(SPECIAL, value) ? SPECIAL[value] : undefined;
    if (special !== undefined) return new Double(special);
  }
  return cannot(value, 'double');
}

export function asString(value: Value): string {
  if (typeof value === 'string') return value;
  if (value === null) return 'null';
  if (typeof value !== 'object') return String(value);
  if (value instanceof Double || value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return decodeUtf8(value);
  if (value instanceof Timestamp) return formatTimestamp(value);
  return typeName(value) === 'google.protobuf.Duration'
    ? formatDuration(value as Parameters<typeof formatDuration>[0])
    : cannot(value, 'string');
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return fail('The bytes are not UTF-8.');
  }
}

function asTimestamp(value: Value): Timestamp {
  if (value instanceof Timestamp) return value;
  if (typeof value === 'string') return parseTimestamp(value);
  if (typeof value === 'number' || typeof value === 'bigint') return timestamp(BigInt(value) * SECOND);
  return cannot(value, 'timestamp');
}

export const conversions: FunctionGroup = {
  title: 'Types and conversions',
  functions: [
    define({
      names: { cel: ['int'], template: ['conv.ToInt', 'conv.ToInt64', 'conv.Atoi'] },
      args: ['value: any'],
      result: 'int',
      doc: 'An integer from a number (its fraction is cut off), a text of digits, or a moment (seconds since 1970).',
      examples: [{ cel: 'int("42") + int(1.9)', gives: 43 }],
      call: (_, value) => asInt(value),
    }),
    define({
      names: { cel: ['uint'] },
      args: ['value: any'],
      result: 'uint',
      doc: 'An unsigned integer from a number or a text of digits.',
      examples: [{ cel: 'uint(7)', gives: 7 }],
      call: (_, value) => asUint(value),
    }),
    define({
      names: { cel: ['double'], template: ['conv.ToFloat64'] },
      args: ['value: any'],
      result: 'double',
      doc: 'A floating-point number from a number or a text.',
      examples: [{ cel: 'double("1.5") * 2.0', gives: 3 }],
      call: (_, value) => asDouble(value),
    }),
    define({
      names: { cel: ['string', '.string'], template: ['conv.ToString', 'toString'] },
      args: ['value: any'],
      result: 'string',
      doc: 'The text of a number, bool, moment, span of time, or of bytes that are UTF-8.',
      examples: [{ cel: 'string(12) + string(true)', gives: '12true' }],
      call: (run, value) => {
        const text = value === null ? cannot(value, 'string') : asString(value);
        run.allocate(text.length);
        return text;
      },
    }),
    define({
      names: { cel: ['bytes'] },
      args: ['value: any'],
      result: 'bytes',
      doc: 'The UTF-8 bytes of a text.',
      examples: [{ cel: 'size(bytes("é"))', gives: 2 }],
      call: (run, value) => {
        if (value instanceof Uint8Array) return value;
        if (typeof value !== 'string') return cannot(value, 'bytes');
        run.allocate(value.length);
        return new Uint8Array(Buffer.from(value));
      },
    }),
    define({
      names: { cel: ['bool'], template: ['bool', 'conv.ToBool', 'conv.Bool'] },
      args: ['value: any'],
      result: 'bool',
      doc: 'A bool from true, t or 1 and false, f or 0.',
      examples: [{ cel: 'bool("true")', gives: true }],
      call: (_, value) => {
        if (typeof value === 'boolean') return value;
        return (typeof value === 'string' ? BOOLS.get(value) : undefined) ?? cannot(value, 'bool');
      },
    }),
    define({
      names: { cel: ['timestamp'] },
      args: ['value: any'],
      result: 'timestamp',
      doc: 'A moment from a text as in RFC 3339, or from seconds since 1970.',
      examples: [{ cel: 'timestamp("2009-02-13T23:31:30Z") == timestamp(1234567890)', gives: true }],
      call: (_, value) => asTimestamp(value),
    }),
    define({
      names: { cel: ['duration', 'Duration', 'time.ParseDuration'], template: ['time.ParseDuration'] },
      args: ['value: any'],
      result: 'duration',
      doc: 'A span of time from a text such as 1h30m; d (days) and w (weeks) are units too.',
      examples: [{ cel: 'duration("2d") == duration("48h")', gives: true }],
      call: (_, value) => {
        if (typeof value === 'string') return parseDuration(value);
        return typeName(value) === 'google.protobuf.Duration' ? value : cannot(value, 'duration');
      },
    }),
    define({
      names: { cel: ['dyn'] },
      args: ['value: any'],
      result: 'any',
      doc: 'The value itself, for a checker that would otherwise refuse mixed types.',
      examples: [{ cel: 'dyn([1, "a"])', gives: [1, 'a'] }],
      takesNull: true,
      call: (_, value) => value,
    }),
    define({
      names: { cel: ['type'] },
      args: ['value: any'],
      result: 'any',
      doc: 'The type of a value, to be compared with int, string, list, map and their like.',
      examples: [{ cel: 'type(1) == int', gives: true }],
      takesNull: true,
      call: (_, value) => TYPES.get(typeName(value)) ?? fail('This value has no type.'),
    }),
  ],
};
