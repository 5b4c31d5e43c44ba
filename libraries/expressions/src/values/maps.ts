import type { Run } from '../run.ts';
import { adapt } from './adapt.ts';
import { canonical } from './numbers.ts';
import { describe } from './types.ts';
import { Double, type Key, type MapValue, Uint, type Value, ValueMap } from './value.ts';

/** The key that a value stands for; nothing if no map can hold it, as with 1.5. */
export function keyOf(value: Value): Key | undefined {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value;
    default:
      if (value instanceof Uint) return value.value;
      if (value instanceof Double && Number.isInteger(value.value)) return canonical(BigInt(value.value));
      return undefined;
  }
}

/** What stands under a key; nothing if the map does not have it. Never what an object inherits. */
export function getKey(map: MapValue, value: Value): Value | undefined {
  const key = keyOf(value);
  if (key === undefined) return undefined;
  if (map instanceof ValueMap) return map.entries.get(key);
  return typeof key === 'string' && Object.hasOwn(map, key) ? adapt(map[key]) : undefined;
}

export function mapSize(map: MapValue): number {
  return map instanceof ValueMap ? map.entries.size : Object.keys(map).length;
}

export function mapKeys(map: MapValue): Value[] {
  if (!(map instanceof ValueMap)) return Object.keys(map);
  const { unsigned } = map;
  const keys = [...map.entries.keys()];
  return unsigned === undefined ? keys : keys.map((key) => (unsigned.has(key) ? new Uint(key as number) : key));
}

export function mapValues(map: MapValue): Value[] {
  return map instanceof ValueMap ? [...map.entries.values()] : Object.values(map).map(adapt);
}

/** The text of a key, as JSON and prints have it. */
export function keyName(key: Value): string {
  const known = keyOf(key);
  return known === undefined ? '' : String(known);
}

/** Keys as text, in the order of their code units, as everything that prints a map has them. */
export function sortedEntries(run: Run, map: MapValue): [string, Value][] {
  const size = mapSize(map);
  run.spend(Math.ceil(((size + 1) * (1 + Math.log2(size + 1))) / 4));
  const values = mapValues(map);
  const entries = mapKeys(map).map((key, index): [string, Value] => [keyName(key), values[index] ?? null]);
  return entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** A map with text keys, under which `__proto__` is a key like any other. */
export function mapFrom(entries: Iterable<readonly [Key, Value]>): ValueMap {
  return new ValueMap(new Map(entries));
}

/** A key as an error shows it. */
export function keyText(key: Value): string {
  const known = keyOf(key);
  return known === undefined
    ? describe(key)
    : JSON.stringify(typeof known === 'bigint' ? String(known) : known).slice(0, 80);
}
