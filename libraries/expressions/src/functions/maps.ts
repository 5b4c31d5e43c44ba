import { fail } from '../failure.ts';
import type { Run } from '../run.ts';
import { compare } from '../values/compare.ts';
import { keyName, mapFrom, mapKeys, mapSize, mapValues } from '../values/maps.ts';
import { type List, type MapValue, Uint, type Value, ValueMap } from '../values/value.ts';
import { define, type FunctionGroup } from './define.ts';
import { sortValues } from './sort.ts';

function textKeys(run: Run, list: List): Set<string> {
  run.spend(list.length);
  return new Set(list.map((key) => (typeof key === 'string' ? key : fail('The keys are a list of strings.'))));
}

/** Entries that pass a test on their key. */
function entriesWhere(run: Run, map: MapValue, test: (key: string) => boolean): ValueMap {
  run.allocate(16 * mapSize(map));
  const values = mapValues(map);
  const entries = mapKeys(map).map((key, index) => [keyName(key), values[index] ?? null] as const);
  return mapFrom(entries.filter(([key]) => test(key)));
}

function merge(run: Run, maps: readonly MapValue[]): ValueMap {
  const merged = new Map<string, Value>();
  for (const map of maps) {
    run.allocate(16 * mapSize(map));
    const values = mapValues(map);
    mapKeys(map).forEach((key, index) => merged.set(keyName(key), values[index] ?? null));
  }
  return new ValueMap(merged);
}

function plainKey(key: Value): Value {
  return key instanceof Uint ? key.value : key;
}

export const maps: FunctionGroup = {
  title: 'Maps',
  functions: [
    define({
      names: { cel: ['.keys', 'keys'], template: ['keys', 'coll.Keys'] },
      args: ['map: map'],
      result: 'list',
      doc: 'The keys of a map, in order.',
      examples: [{ cel: '{"b": 1, "a": 2}.keys()', gives: ['a', 'b'] }],
      call: (run, map) => {
        run.allocate(8 * mapSize(map));
        return sortValues(run, mapKeys(map).map(plainKey));
      },
    }),
    define({
      names: { cel: ['.values', 'values'], template: ['values', 'coll.Values'] },
      args: ['map: map'],
      result: 'list',
      doc: 'The values of a map, in the order of its keys.',
      examples: [{ cel: '{"b": 1, "a": 2}.values()', gives: [2, 1] }],
      call: (run, map) => {
        run.allocate(8 * mapSize(map));
        const values = mapValues(map);
        const keys = mapKeys(map)
          .map(plainKey)
          .map((key, index) => ({ key, value: values[index] ?? null }));
        run.spend(keys.length * Math.ceil(Math.log2(keys.length + 2)));
        return keys.sort((a, b) => compare(a.key, b.key)).map(({ value }) => value);
      },
    }),
    define({
      names: { cel: ['.merge', 'merge'] },
      args: ['map: map', '...others: map'],
      result: 'map',
      doc: 'The entries of several maps; of those with the same key the last one.',
      examples: [{ cel: '{"a": 1}.merge({"b": 2})', gives: { a: 1, b: 2 } }],
      call: (run, ...maps) => merge(run, maps),
    }),
    define({
      names: { cel: ['.pick', 'pick'], template: ['|pick', '|coll.Pick'] },
      args: ['map: map', 'keys: list'],
      result: 'map',
      doc: 'A map with some of its keys.',
      examples: [{ cel: '{"a": 1, "b": 2}.pick(["a"])', gives: { a: 1 } }],
      call: (run, map, keys) => {
        const wanted = textKeys(run, keys);
        return entriesWhere(run, map, (key) => wanted.has(key));
      },
    }),
    define({
      names: { cel: ['.omit', 'omit'], template: ['|omit', '|coll.Omit'] },
      args: ['map: map', 'keys: list'],
      result: 'map',
      doc: 'A map without some of its keys.',
      examples: [{ cel: '{"a": 1, "b": 2}.omit(["a"])', gives: { b: 2 } }],
      call: (run, map, keys) => {
        const unwanted = textKeys(run, keys);
        return entriesWhere(run, map, (key) => !unwanted.has(key));
      },
    }),
  ],
};
