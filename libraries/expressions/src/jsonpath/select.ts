import { type JSONPathQuery, jsonpath } from 'json-p3';
import { fail } from '../failure.ts';
import type { Run } from '../run.ts';
import { adapt } from '../values/adapt.ts';
import { getKey, mapSize, mapValues } from '../values/maps.ts';
import { isList, isMap, type Value } from '../values/value.ts';
import { holds } from './filter.ts';
import type { Path } from './parse.ts';

const { selectors } = jsonpath;
type Segment = JSONPathQuery['segments'][number];
type Selector = Segment['selectors'][number];

/** What a path selects: the value of a path that can have only one, else a list of all values, in the order of RFC 9535. */
export function selectPath(run: Run, { query, inBraces }: Path, root: Value): Value {
  const found = selectAll(run, query, root, root);
  const [first = null] = found;
  if (query.singularQuery() || (inBraces && found.length === 1)) return first;
  return found;
}

/** The library reads paths; they are followed here, where each step counts. */
function selectAll(run: Run, query: JSONPathQuery, from: Value, root: Value): Value[] {
  let nodes = [from];
  for (const segment of query.segments) {
    const next: Value[] = [];
    const goesDown = segment.toString().startsWith('..');
    for (const node of nodes)
      for (const at of goesDown ? descendants(run, node) : [node])
        for (const selector of segment.selectors) {
          run.spend(1);
          selectOne(run, selector, at, root, next);
        }
    nodes = next;
  }
  return nodes;
}

/** The value and all that is in it, parents first. Needs no stack, however deep the data is. */
function* descendants(run: Run, from: Value): Generator<Value> {
  const todo = [from];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    run.spend(1);
    yield next;
    const inside = childrenOf(run, next);
    for (let index = inside.length - 1; index >= 0; index--) todo.push(inside[index] ?? null);
  }
}

function childrenOf(run: Run, value: Value): Value[] {
  if (isList(value)) {
    run.allocate(8 * value.length);
    return value.map(adapt);
  }
  if (!isMap(value)) return [];
  run.allocate(8 * mapSize(value));
  return mapValues(value);
}

function selectOne(run: Run, selector: Selector, from: Value, root: Value, into: Value[]): void {
  const take = (value: Value) => {
    run.allocate(8);
    into.push(value);
  };
  if (selector instanceof selectors.NameSelector) {
    const value = isMap(from) ? getKey(from, selector.name) : undefined;
    if (value !== undefined) take(value);
  } else if (selector instanceof selectors.IndexSelector) {
    if (!isList(from)) return;
    const index = selector.index < 0 ? from.length + selector.index : selector.index;
    if (index >= 0 && index < from.length) take(adapt(from[index]));
  } else if (selector instanceof selectors.SliceSelector) {
    if (isList(from)) for (const index of sliced(run, selector, from.length)) take(adapt(from[index]));
  } else if (selector instanceof selectors.WildcardSelector) {
    for (const value of childrenOf(run, from)) take(value);
  } else if (selector instanceof selectors.FilterSelector) {
    for (const value of childrenOf(run, from))
      if (holds({ run, root, current: value, select: selectAll }, selector.expression)) take(value);
  } else fail('The path has a selector that is not known here.');
}

interface Slice {
  readonly start?: number | undefined;
  readonly stop?: number | undefined;
  readonly step?: number | undefined;
}

/** https://www.rfc-editor.org/rfc/rfc9535#name-array-slice-selector */
function* sliced(run: Run, { start, stop, step = 1 }: Slice, length: number): Generator<number> {
  if (step === 0) return;
  const normal = (index: number) => (index >= 0 ? index : length + index);
  const within = (index: number, least: number, most: number) => Math.min(Math.max(index, least), most);
  if (step > 0) {
    const end = within(normal(stop ?? length), 0, length);
    for (let index = within(normal(start ?? 0), 0, length); index < end; index += step) {
      run.spend(1);
      yield index;
    }
  } else {
    const end = within(stop === undefined ? -1 : normal(stop), -1, length - 1);
    for (let index = within(normal(start ?? length - 1), -1, length - 1); index > end; index += step) {
      run.spend(1);
      yield index;
    }
  }
}
