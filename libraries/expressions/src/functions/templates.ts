import { fail } from '../failure.ts';
import { truth } from '../languages/template/access.ts';
import { goType } from '../languages/template/fmt/values.ts';
import type { Run } from '../run.ts';
import { adapt } from '../values/adapt.ts';
import { equal } from '../values/compare.ts';
import { getKey, keyOf, keyText, mapKeys, mapSize, mapValues, sortedEntries } from '../values/maps.ts';
import { print } from '../values/print.ts';
import { parseTimestamp } from '../values/time.ts';
import {
  Duration,
  isList,
  isMap,
  type Key,
  type List,
  type MapValue,
  Timestamp,
  type Value,
  ValueMap,
} from '../values/value.ts';
import { assertions } from './assertions.ts';
import { define, type FunctionDefinition, type FunctionGroup } from './define.ts';
import { human } from './human.ts';
import { paths } from './paths.ts';
import { quantities } from './quantities.ts';

/** A function of the table that takes a list there, and its elements as arguments in templates. */
function spread(
  { group, cel, of }: { group: FunctionGroup; cel: string; of: 'number' | 'string' },
  template: readonly string[],
  [shown, gives]: readonly [string, string],
): FunctionDefinition {
  const listed = group.functions.find(({ names }) => names.cel.includes(cel));
  if (listed === undefined) throw new Error(`There is no ${cel}.`);
  return define({
    names: { cel: [], template },
    args: [`...values: ${of}`],
    result: listed.result,
    doc: listed.doc.replace('a list of', 'some').replace('one to another', '1 or from one to another'),
    examples: [{ template: `{{ ${shown} }}`, gives }],
    call: (run, ...values: readonly Value[]) =>
      listed.call(run, cel === 'math.Seq' && values.length === 1 ? [1, ...values] : values),
  });
}

function changed(
  names: readonly string[],
  doc: string,
  shown: string,
  gives: string,
  change: (text: string) => string,
) {
  return define({
    names: { cel: [], template: names },
    args: ['text: string'],
    result: 'string',
    doc,
    examples: [{ template: `{{ ${shown} }}`, gives }],
    call: (run, text) => {
      run.allocate(2 * text.length);
      return change(text);
    },
  });
}

/** Without the characters of a set at its ends. */
function trimSet(run: Run, text: string, set: string): string {
  run.allocate(text.length + set.length);
  const characters = Array.from(text);
  const unwanted = new Set(set);
  let start = 0;
  let end = characters.length;
  while (start < end && unwanted.has(characters[start] ?? '')) start++;
  while (end > start && unwanted.has(characters[end - 1] ?? '')) end--;
  return characters.slice(start, end).join('');
}

/** Entries of several maps; the first one that has a key decides. */
function merged(run: Run, maps: readonly MapValue[]): ValueMap {
  const entries = new Map<Key, Value>();
  for (const map of maps) {
    run.allocate(16 * mapSize(map));
    const values = mapValues(map);
    mapKeys(map).forEach((name, index) => {
      const key = keyOf(name);
      if (key !== undefined && !entries.has(key)) entries.set(key, values[index] ?? null);
    });
  }
  return new ValueMap(entries);
}

function joined(run: Run, list: List, separator: string): string {
  run.spend(list.length);
  const parts = list.map((item) => print(run, adapt(item)));
  run.allocate(parts.reduce((sum, part) => sum + part.length + separator.length, 0));
  return parts.join(separator);
}

/** What a value is, in words of Go. */
function kind(value: Value): string {
  if (isList(value)) return 'slice';
  if (isMap(value)) return 'map';
  return value === null ? 'invalid' : goType(value);
}

function dict(run: Run, given: readonly Value[]): ValueMap {
  run.allocate(16 * given.length);
  const entries = new Map<Key, Value>();
  for (let index = 0; index < given.length; index += 2) {
    const key = given[index] ?? null;
    if (typeof key !== 'string') return fail(`The keys of dict are texts, not ${keyText(key)}.`);
    entries.set(key, given[index + 1] ?? '');
  }
  return new ValueMap(entries);
}

const spanOf = (run: Run, value: Value): Value => {
  const moment = typeof value === 'string' && /^\d{4}-/.test(value) ? parseTimestamp(value) : value;
  const shown = human.functions.find(({ names }) => names.cel.includes('HumanDuration'));
  const span = moment instanceof Timestamp ? new Duration(BigInt(Date.now()) * 1_000_000n - moment.nanos) : moment;
  return shown?.call(run, span) ?? null;
};

/** What templates write in another way than CEL, or cannot do without. */
export const templates: FunctionGroup = {
  title: 'Only in templates: maps, texts and checks',
  functions: [
    define({
      names: { cel: [], template: ['dict', 'coll.Dict', 'conv.Dict'] },
      args: ['...values: any'],
      result: 'map',
      doc: 'A map from keys and values in turn.',
      examples: [{ template: '{{ (dict "a" 1 "b" 2).b }}', gives: '2' }],
      takesNull: true,
      call: (run, ...values) => dict(run, values),
    }),
    define({
      names: { cel: [], template: ['coll.Slice', 'conv.Slice'] },
      args: ['...values: any'],
      result: 'list',
      doc: 'A list of its arguments.',
      examples: [{ template: '{{ coll.Slice 1 "a" }}', gives: '[1 a]' }],
      takesNull: true,
      call: (run, ...values) => {
        run.allocate(8 * values.length);
        return values;
      },
    }),
    define({
      names: { cel: [], template: ['has', 'coll.Has', 'conv.Has'] },
      args: ['of: any', 'item: any'],
      result: 'bool',
      doc: 'Whether a map has a key, or a list an element.',
      examples: [{ template: '{{ has (dict "a" 1) "a" }}', gives: 'true' }],
      takesNull: true,
      call: (run, of, item) => {
        if (isMap(of)) return getKey(of, item) !== undefined;
        if (!isList(of)) return false;
        run.spend(of.length);
        return of.some((element) => equal(run, adapt(element), item));
      },
    }),
    define({
      names: { cel: [], template: ['default', 'conv.Default'] },
      args: ['otherwise: any', 'value: any'],
      result: 'any',
      doc: 'A value, or another one if it is missing or empty.',
      examples: [{ template: '{{ "" | default "none" }}', gives: 'none' }],
      takesNull: true,
      call: (_, otherwise, value) => (truth(value) ? value : otherwise),
    }),
    define({
      names: { cel: [], template: ['ternary', 'test.Ternary'] },
      args: ['yes: any', 'no: any', 'condition: any'],
      result: 'any',
      doc: 'One of two values, as a condition says.',
      examples: [{ template: '{{ ternary "up" "down" true }}', gives: 'up' }],
      takesNull: true,
      call: (_, yes, no, condition) => (truth(condition) ? yes : no),
    }),
    define({
      names: { cel: [], template: ['merge', 'coll.Merge'] },
      args: ['...maps: map'],
      result: 'map',
      doc: 'The entries of several maps; of those with the same key the first one.',
      examples: [{ template: '{{ merge (dict "a" 1) (dict "a" 2 "b" 3) }}', gives: 'map[a:1 b:3]' }],
      call: (run, ...maps) => merged(run, maps),
    }),
    define({
      names: { cel: [], template: ['join', 'conv.Join', 'strings.Join'] },
      args: ['list: list', 'separator: string'],
      result: 'string',
      doc: 'The elements of a list as one text, with a separator between them.',
      examples: [{ template: '{{ join (coll.Slice "a" 1) "-" }}', gives: 'a-1' }],
      call: joined,
    }),
    define({
      names: { cel: ['.mapToKeyVal', 'mapToKeyVal'], template: ['mapToKeyVal'] },
      args: ['map: map'],
      result: 'string',
      doc: 'The entries of a map as a=b,c=d.',
      examples: [
        { template: '{{ mapToKeyVal (dict "b" 1 "a" 2) }}', gives: 'a=2,b=1' },
        { cel: '{"b": 1, "a": 2}.mapToKeyVal()', gives: 'a=2,b=1' },
      ],
      call: (run, map) =>
        joined(
          run,
          sortedEntries(run, map).map(([key, value]) => `${key}=${print(run, value)}`),
          ',',
        ),
    }),
    define({
      names: { cel: [], template: ['trim', '|strings.Trim'] },
      args: ['text: string', 'characters: string'],
      result: 'string',
      doc: 'A text without some characters at its ends.',
      examples: [
        { template: '{{ "--x-" | strings.Trim "-" }}', gives: 'x' },
        { template: '{{ trim "--x-" "-" }}', gives: 'x' },
      ],
      call: trimSet,
    }),
    changed(['toLower', 'strings.ToLower'], 'A text in small letters.', 'strings.ToLower "ÄB"', 'äb', (text) =>
      text.toLowerCase(),
    ),
    changed(['toUpper', 'strings.ToUpper'], 'A text in capital letters.', '"äb" | toUpper', 'ÄB', (text) =>
      text.toUpperCase(),
    ),
    spread({ group: quantities, cel: 'math.Add', of: 'number' }, ['add', 'math.Add'], ['add 1 2 3', '6']),
    spread({ group: quantities, cel: 'math.Mul', of: 'number' }, ['mul', 'math.Mul'], ['mul 2 3', '6']),
    spread({ group: quantities, cel: 'math.Seq', of: 'number' }, ['seq', 'math.Seq'], ['seq 1 6 2', '[1 3 5]']),
    spread(
      { group: paths, cel: 'filepath.Join', of: 'string' },
      ['filepath.Join', 'path.Join'],
      ['filepath.Join "srv" "data"', 'srv/data'],
    ),
    define({
      names: { cel: ['humanizeTime'], template: ['humanizeTime'] },
      args: ['time: any'],
      result: 'string',
      doc: 'A duration or a number of seconds as people write it; of a moment, how long ago it was.',
      examples: [
        { template: '{{ humanizeTime 5400 }}', gives: '1h30m' },
        { cel: 'humanizeTime(5400)', gives: '1h30m' },
      ],
      call: spanOf,
    }),
    define({
      names: { cel: ['test.Kind'], template: ['kind', 'test.Kind'] },
      args: ['value: any'],
      result: 'string',
      doc: 'What a value is: string, int, float64, bool, slice, map, or invalid if it is missing.',
      examples: [
        { template: '{{ kind 1.5 }}', gives: 'float64' },
        { cel: 'test.Kind(1.5)', gives: 'float64' },
      ],
      takesNull: true,
      call: (_, value) => kind(value),
    }),
    define({
      names: { cel: ['test.IsKind'], template: ['isKind', 'test.IsKind'] },
      args: ['kind: string', 'value: any'],
      result: 'bool',
      doc: 'Whether a value is of a kind; int and float64 are both a number.',
      examples: [
        { template: '{{ isKind "number" 1 }}', gives: 'true' },
        { cel: 'test.IsKind("number", 1)', gives: true },
      ],
      takesNull: true,
      call: (_, wanted, value) => (wanted === 'number' ? /^(?:u?int|float)/.test(kind(value)) : kind(value) === wanted),
    }),
    ...assertions,
  ],
};
