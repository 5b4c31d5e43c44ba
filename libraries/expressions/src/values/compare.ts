import { fail } from '../failure.ts';
import type { Run } from '../run.ts';
import { adapt } from './adapt.ts';
import { getKey, mapKeys, mapSize, mapValues } from './maps.ts';
import { numeric } from './numbers.ts';
import { describe } from './types.ts';
import {
  Double,
  Duration,
  isList,
  isMap,
  type List,
  type MapValue,
  Optional,
  Timestamp,
  TypeValue,
  type Value,
} from './value.ts';

/** Whether two values are the same; values of different types are not, but numbers are compared by their value. */
export function equal(run: Run, a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  const number = numeric(a);
  if (number !== undefined) {
    const other = numeric(b);
    // Not with ===, which holds no bigint equal to a number.
    return other !== undefined && (typeof number === typeof other ? number === other : order(number, other) === 0);
  }
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (isList(a)) return isList(b) && equalLists(run, a, b);
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanos === b.nanos;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof Optional) return b instanceof Optional && equalOptionals(run, a, b);
  return isMap(a) && isMap(b) && equalMaps(run, a, b);
}

function equalOptionals(run: Run, a: Optional, b: Optional): boolean {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equal(run, a.value, b.value);
}

function equalLists(run: Run, a: List, b: List): boolean {
  if (a.length !== b.length) return false;
  run.spend(a.length);
  return a.every((item, index) => equal(run, adapt(item), adapt(b[index])));
}

function equalMaps(run: Run, a: MapValue, b: MapValue): boolean {
  const size = mapSize(a);
  if (size !== mapSize(b)) return false;
  run.spend(size);
  const values = mapValues(a);
  return mapKeys(a).every((key, index) => {
    const other = getKey(b, key);
    return other !== undefined && equal(run, values[index] ?? null, other);
  });
}

/**
 * Negative, zero or positive as `a` stands before, at or after `b`; NaN if they are incomparable doubles.
 * @throws Failure for types that have no order.
 */
export function compare(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  let left = numeric(a);
  let right = numeric(b);
  // Beside a double an integer is ordered as the double that is nearest to it, as the specification wants it.
  if (a instanceof Double && typeof right === 'bigint') right = Number(right);
  if (b instanceof Double && typeof left === 'bigint') left = Number(left);
  if (left !== undefined && right !== undefined) return order(left, right);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if ((a instanceof Timestamp && b instanceof Timestamp) || (a instanceof Duration && b instanceof Duration))
    return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  return fail(`${describe(a)} and ${describe(b)} cannot be compared.`);
}

function order(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 0;
}

const SURROGATE = /[\ud800-\udfff]/;

/** By code points. JavaScript compares code units, which differs only where a surrogate meets a character above it. */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
