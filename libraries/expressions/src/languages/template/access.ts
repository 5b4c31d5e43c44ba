import { fail } from '../../failure.ts';
import type { Run } from '../../run.ts';
import { compare } from '../../values/compare.ts';
import { getKey, keyName, mapKeys, mapSize, mapValues } from '../../values/maps.ts';
import { isInt, numeric } from '../../values/numbers.ts';
import { describe } from '../../values/types.ts';
import {
  Double, Duration, isList, isMap, type MapValue, Optional, Uint, type Value,
} from '../../values/value.ts'; // biome-ignore format: a list
import type { Given } from './frame.ts';

/** What an optional holds; other values are themselves. */
export function unwrap(value: Given): Given {
  return value instanceof Optional ? unwrap(value.value) : value;
}

/**
 * Reads a field. Only entries of maps are fields; nothing that an object inherits is one.
 * @throws Failure for null and for what has no fields; for what is missing too, where that is not tolerated
 */
export function field(run: Run, given: Given, name: string): Given {
  if (given === undefined)
    return run.tolerant ? undefined : fail(`There is no ".${name}": what it is asked of is missing.`);
  if (given === null) return fail(`There is no ".${name}" of null.`);
  if (!isMap(given)) return fail(`There is no ".${name}" of a ${describe(given)}.`);
  const value = unwrap(getKey(given, name));
  return value === undefined && !run.tolerant ? fail(`The map has no entry "${name}".`) : value;
}

/** Whether a value counts as true: what is missing, null, false, zero and empty does not. */
export function truth(given: Given): boolean {
  if (given === undefined || given === null) return false;
  if (typeof given !== 'object') return Boolean(given);
  if (given instanceof Double || given instanceof Uint) return given.value !== 0;
  if (given instanceof Duration) return given.nanos !== 0n;
  if (isList(given) || given instanceof Uint8Array) return given.length > 0;
  if (isMap(given)) return mapSize(given) > 0;
  return given instanceof Optional ? truth(given.value) : true;
}

/** Entries in the order of their keys, counted. */
export function entries(run: Run, map: MapValue): { key: Value; value: Value }[] {
  const size = mapSize(map);
  run.allocate(16 * size);
  run.spend(size * Math.ceil(Math.log2(size + 2)));
  const values = mapValues(map);
  const list = mapKeys(map).map((key, index) => ({ key, value: values[index] ?? null }));
  return list.sort((a, b) => compareKeys(a.key, b.key));
}

/** Keys of one type as this type has them in order, others by their names. */
function compareKeys(a: Value, b: Value): number {
  const alike = (numeric(a) !== undefined && numeric(b) !== undefined) || typeof a === typeof b;
  return alike ? compare(a, b) : compare(keyName(a), keyName(b));
}

/** @throws Failure unless the index is an integer within the bounds. */
export function position(index: Value, size: number): number {
  const number = index instanceof Uint ? index.value : index;
  if (!isInt(number)) return fail(`The place in a list must be an int, not ${describe(index)}.`);
  if (number < 0 || number >= size) return fail(`There is no place ${number} among ${size}.`);
  return Number(number);
}
