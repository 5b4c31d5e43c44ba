import type { Run } from '../run.ts';
import { adapt } from './adapt.ts';
import { sortedEntries } from './maps.ts';
import { clockIn } from './time.ts';
import { Double, type Duration, isList, isMap, Optional, Timestamp, TypeValue, Uint, type Value } from './value.ts';

/** A value as text: null is empty, lists and maps look as Go prints them, whole floats have no decimals. */
export function print(run: Run, value: Value): string {
  if (value === null) return '';
  if (value instanceof Optional) return value.value === undefined ? '' : print(run, value.value);
  return printPart(run, value);
}

function printPart(run: Run, value: Value): string {
  if (value === null) return '<nil>';
  if (typeof value !== 'object') {
    const text = String(value);
    run.allocate(text.length);
    return text;
  }
  if (value instanceof Double) return printDouble(value.value);
  if (value instanceof Uint) return String(value.value);
  if (isList(value)) {
    run.allocate(2 * value.length);
    return `[${value.map((item) => printPart(run, adapt(item))).join(' ')}]`;
  }
  if (isMap(value)) {
    const entries = sortedEntries(run, value);
    run.allocate(2 * entries.length);
    return `map[${entries.map(([key, item]) => `${key}:${printPart(run, item)}`).join(' ')}]`;
  }
  if (value instanceof Uint8Array) {
    run.allocate(value.length);
    return Buffer.from(value).toString();
  }
  if (value instanceof Optional) return value.value === undefined ? '<nil>' : printPart(run, value.value);
  if (value instanceof TypeValue) return value.name;
  return value instanceof Timestamp ? printTimestamp(value) : printDuration(value);
}

/** The shortest digits that mean the same double, with an exponent of at least two digits where Go writes one. */
function printDouble(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value + 0);
  const size = Math.abs(value);
  const text = size < 1e-4 || size >= 1e21 ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

function printTimestamp(value: Timestamp): string {
  const [day = '', time = ''] = clockIn(value).toISOString().split(/[TZ]/);
  const fraction = ((value.nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const decimals = fraction === 0n ? '' : `.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`;
  return `${day} ${time.slice(0, 8)}${decimals} +0000 UTC`;
}

/** As Go prints a duration: `1h30m0s`, `1.5s`, `2ms`. */
function printDuration({ nanos }: Duration): string {
  if (nanos === 0n) return '0s';
  const sign = nanos < 0n ? '-' : '';
  const size = nanos < 0n ? -nanos : nanos;
  if (size < 1000n) return `${sign}${size}ns`;
  if (size < 1_000_000n) return `${sign}${decimal(size, 3)}µs`;
  if (size < 1_000_000_000n) return `${sign}${decimal(size, 6)}ms`;
  const hours = size / 3_600_000_000_000n;
  const minutes = (size / 60_000_000_000n) % 60n;
  const seconds = `${decimal(size % 60_000_000_000n, 9)}s`;
  if (hours > 0n) return `${sign}${hours}h${minutes}m${seconds}`;
  return minutes > 0n ? `${sign}${minutes}m${seconds}` : `${sign}${seconds}`;
}

function decimal(value: bigint, places: number): string {
  const text = String(value).padStart(places + 1, '0');
  const fraction = text.slice(-places).replace(/0+$/, '');
  return fraction === '' ? text.slice(0, -places) : `${text.slice(0, -places)}.${fraction}`;
}
