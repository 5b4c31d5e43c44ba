import { fail } from '../failure.ts';
import type { Run } from '../run.ts';
import { adapt } from '../values/adapt.ts';
import { equal } from '../values/compare.ts';
import { mapSize } from '../values/maps.ts';
import { length } from '../values/text.ts';
import { isList, type List, type Value } from '../values/value.ts';
import { define, type FunctionGroup } from './define.ts';
import { distinct } from './distinct.ts';
import { ordered } from './ordered.ts';
import { sortValues } from './sort.ts';

/** A copy, counted. */
function copy(run: Run, list: List): Value[] {
  run.allocate(8 * list.length);
  return list.map(adapt);
}

function flatten(run: Run, list: List, depth: number): Value[] {
  // A short list costs no steps by its size alone, and the same one may stand in many places.
  run.spend(4);
  run.allocate(8 * list.length);
  return list.flatMap((item) => {
    const value = adapt(item);
    return isList(value) && depth > 0 ? flatten(run, value, depth - 1) : [value];
  });
}

export const lists: FunctionGroup = {
  title: 'Lists',
  functions: [
    ...sized(),
    ...ordered,
    define({
      names: { cel: ['.flatten', 'flatten'], template: ['|flatten', '|coll.Flatten'] },
      args: ['list: list', 'depth?: count'],
      result: 'list',
      doc: 'A list with the elements of the lists in it, all the way down or as deep as given.',
      examples: [
        { cel: '[1, [2, [3]]].flatten()', gives: [1, 2, 3] },
        { cel: '[1, [2, [3]]].flatten(1)', gives: [1, 2, [3]] },
      ],
      call: (run, list, depth = 1000) => (depth < 0 ? fail('The depth is below 0.') : flatten(run, list, depth)),
    }),
    define({
      names: { cel: ['.uniq', '.distinct', 'uniq'], template: ['uniq', 'coll.Uniq'] },
      args: ['list: list'],
      result: 'list',
      doc: 'A list without repetitions.',
      examples: [{ cel: '[1, 2, 1].uniq()', gives: [1, 2] }],
      call: (run, list) => distinct(run, copy(run, list)),
    }),
    define({
      names: { cel: ['.reverse'], template: ['reverse', 'coll.Reverse'] },
      args: ['list: list'],
      result: 'list',
      doc: 'A list from its last element to its first.',
      examples: [{ cel: '[1, 2, 3].reverse()', gives: [3, 2, 1] }],
      call: (run, list) => copy(run, list).reverse(),
    }),
    define({
      names: { cel: ['.sort', 'sort'], template: ['sort', 'coll.Sort'] },
      args: ['list: list'],
      result: 'list',
      doc: 'A list in the order of its elements.',
      examples: [{ cel: '[3, 1, 2].sort()', gives: [1, 2, 3] }],
      call: (run, list) => sortValues(run, copy(run, list)),
    }),
    define({
      names: { cel: ['.slice'] },
      args: ['list: list', 'start: count', 'end: count'],
      result: 'list',
      doc: 'The part of a list from one place up to another.',
      examples: [{ cel: '[1, 2, 3, 4].slice(1, 3)', gives: [2, 3] }],
      call: (run, list, start, end) => {
        if (start < 0 || end > list.length || start > end)
          fail(`From ${start} to ${end} is not within a list of ${list.length}.`);
        return copy(run, list.slice(start, end));
      },
    }),
    define({
      names: { cel: ['.append', 'append'], template: ['|append', '|coll.Append'] },
      args: ['list: list', 'element: any'],
      result: 'list',
      doc: 'A list with one more element at its end.',
      examples: [{ cel: '[1].append(2)', gives: [1, 2] }],
      call: (run, list, element) => [...copy(run, list), element],
    }),
    define({
      names: { cel: ['.prepend', 'prepend'], template: ['|prepend', '|coll.Prepend'] },
      args: ['list: list', 'element: any'],
      result: 'list',
      doc: 'A list with one more element at its start.',
      examples: [{ cel: '[1].prepend(0)', gives: [0, 1] }],
      call: (run, list, element) => [element, ...copy(run, list)],
    }),
    define({
      names: { cel: ['lists.range', 'range'] },
      args: ['end: count'],
      result: 'list',
      doc: 'The numbers from 0 up to another one, without it.',
      examples: [{ cel: 'lists.range(3)', gives: [0, 1, 2] }],
      call: (run, end) => {
        run.allocate(8 * Math.max(0, end));
        return Array.from({ length: Math.max(0, end) }, (_, index) => index);
      },
    }),
    define({
      names: { cel: ['.first', 'first'], template: ['first'] },
      args: ['list: list'],
      result: 'any',
      doc: 'The first element of a list that is not null; null if there is none.',
      examples: [{ cel: '[null, 1, 2].first()', gives: 1 }],
      call: (run, list) => {
        run.spend(list.length);
        return adapt(list.find((item) => item != null));
      },
    }),
    define({
      names: { cel: ['.last', 'last'], template: ['last'] },
      args: ['list: list'],
      result: 'any',
      doc: 'The last element of a list that is not null; null if there is none.',
      examples: [{ cel: '[1, 2, null].last()', gives: 2 }],
      call: (run, list) => {
        run.spend(list.length);
        return adapt(list.findLast((item) => item != null));
      },
    }),
    define({
      names: { cel: ['coalesce', '.coalesce'], template: ['coalesce'] },
      args: ['...values: any'],
      result: 'any',
      doc: 'The first of some values, or of the values of a list, that is not null.',
      examples: [{ cel: 'coalesce(null, "a", "b")', gives: 'a' }],
      takesNull: true,
      call: (run, ...values) => {
        const [only] = values;
        const all = values.length === 1 && only !== undefined && isList(only) ? only : values;
        run.spend(all.length);
        return adapt(all.find((item) => item != null));
      },
    }),
    ...sets(),
  ],
};

function sized() {
  const shared = { names: { cel: ['size', '.size'] }, result: 'int' } as const;
  return [
    define({
      ...shared,
      args: ['text: string'],
      doc: 'The number of characters of a text.',
      examples: [{ cel: '"héllo".size()', gives: 5 }],
      call: (run, text) => {
        run.allocate(text.length);
        return length(text);
      },
    }),
    define({
      ...shared,
      args: ['bytes: bytes'],
      doc: 'The number of bytes.',
      examples: [{ cel: 'size(b"abc")', gives: 3 }],
      call: (_, bytes) => bytes.length,
    }),
    define({
      ...shared,
      args: ['list: list'],
      doc: 'The number of elements of a list.',
      examples: [{ cel: 'size([1, 2])', gives: 2 }],
      call: (_, list) => list.length,
    }),
    define({
      ...shared,
      args: ['map: map'],
      doc: 'The number of entries of a map.',
      examples: [{ cel: 'size({"a": 1})', gives: 1 }],
      call: (_, map) => mapSize(map),
    }),
  ];
}

function sets() {
  const has = (run: Run, list: readonly Value[], value: Value) => {
    run.spend(list.length);
    return list.some((item) => equal(run, item, value));
  };
  const covers = (run: Run, list: readonly Value[], part: readonly Value[]) =>
    part.every((item) => has(run, list, item));
  return [
    define({
      names: { cel: ['sets.contains'] },
      args: ['list: list', 'part: list'],
      result: 'bool',
      doc: 'Whether a list has every element of another.',
      examples: [{ cel: 'sets.contains([1, 2, 3], [2, 3])', gives: true }],
      call: (run, list, part) => covers(run, copy(run, list), copy(run, part)),
    }),
    define({
      names: { cel: ['sets.equivalent'] },
      args: ['a: list', 'b: list'],
      result: 'bool',
      doc: 'Whether two lists have the same elements, however often and in whatever order.',
      examples: [{ cel: 'sets.equivalent([1, 2], [2, 1, 1])', gives: true }],
      call: (run, a, b) => covers(run, copy(run, a), copy(run, b)) && covers(run, copy(run, b), copy(run, a)),
    }),
    define({
      names: { cel: ['sets.intersects'] },
      args: ['a: list', 'b: list'],
      result: 'bool',
      doc: 'Whether two lists have an element in common.',
      examples: [{ cel: 'sets.intersects([1, 2], [2, 3])', gives: true }],
      call: (run, a, b) => {
        const other = copy(run, b);
        return copy(run, a).some((item) => has(run, other, item));
      },
    }),
  ];
}
