import { fail } from '../failure.ts';
import type { Run } from '../run.ts';
import { adapt } from './adapt.ts';
import { sortedEntries } from './maps.ts';
import { formatDuration, formatTimestamp } from './time.ts';
import { Double, Duration, isList, isMap, Optional, Timestamp, TypeValue, Uint, type Value } from './value.ts';

/**
 * What a value is outside: plain data. Integers beyond 53 bits are bigints, bytes stay bytes, moments and spans become text, an
 * optional becomes what it holds or null, and maps become objects without a prototype in the order of their keys.
 */
export function toPlain(run: Run, value: Value): unknown {
  if (value === null || typeof value !== 'object') {
    run.allocate(typeof value === 'string' ? value.length : 8);
    return value;
  }
  if (value instanceof Double || value instanceof Uint) return value.value;
  if (isList(value)) {
    run.spend(value.length);
    return value.map((item) => toPlain(run, adapt(item)));
  }
  if (isMap(value)) {
    const plain: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const [key, item] of sortedEntries(run, value)) {
      run.allocate(key.length + 16);
      plain[key] = toPlain(run, item);
    }
    return plain;
  }
  if (value instanceof Optional) return value.value === undefined ? null : toPlain(run, value.value);
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  if (value instanceof TypeValue) return value.name;
  run.allocate(value.length);
  return value;
}

/** JSON with the keys of maps in order. Integers keep all their digits, bytes are base64, what is no finite number is text. */
export function toJson(run: Run, value: Value, indent = ''): string {
  const write = (given: Value, before: string): string => {
    if (given === null) return 'null';
    if (typeof given === 'string') {
      run.allocate(given.length);
      return JSON.stringify(given);
    }
    if (typeof given !== 'object') return String(given);
    if (given instanceof Double) return Number.isFinite(given.value) ? JSON.stringify(given.value) : `"${given.value}"`;
    if (given instanceof Uint) return String(given.value);
    if (isList(given)) {
      run.spend(given.length);
      return brackets(
        '[',
        given.map((item) => write(adapt(item), before + indent)),
        ']',
        before,
      );
    }
    if (isMap(given)) {
      const entries = sortedEntries(run, given);
      const colon = indent === '' ? ':' : ': ';
      const parts = entries.map(([key, item]) => `${JSON.stringify(key)}${colon}${write(item, before + indent)}`);
      return brackets('{', parts, '}', before);
    }
    if (given instanceof Uint8Array) return `"${Buffer.from(given).toString('base64')}"`;
    return write(toPlain(run, given) as Value, before);
  };
  const brackets = (open: string, parts: readonly string[], close: string, before: string): string => {
    run.allocate(parts.reduce((sum, part) => sum + part.length + before.length + indent.length + 2, 2));
    if (parts.length === 0) return open + close;
    if (indent === '') return open + parts.join(',') + close;
    const line = `\n${before}`;
    return `${open}${line}${indent}${parts.join(`,${line}${indent}`)}${line}${close}`;
  };
  return write(value, '');
}

/** @throws Failure beyond the limit of the output. */
export function withinOutput(run: Run, text: string): string {
  if (text.length > run.limits.output)
    fail(`The result is longer than ${run.limits.output} characters (${text.length}).`, 'limit');
  return text;
}
