import type { Adapter, QueryPairs } from '@watchroom/data-api';
import { parseDateMath } from '@watchroom/time';
import type { Clock } from '../time/clock.ts';
import { isDate, pathReader, readFieldName } from './fields.ts';
import { unquote } from './select-list.ts';

const SUFFIX = '.filter';
const COMPARISONS: Readonly<Record<string, string>> = { '=': 'eq', '>': 'gt', '<': 'lt' };

/**
 * `column.filter=a,!b,pre*,*suf` becomes filters of the dialect on the column, which are ANDed: one list of what is
 * wanted, one of what is not, and one pattern for each item with a `*` at an end. An item is told by its first character
 * (`!` unwanted, then `*` pattern) and then by a `*` at its end, so `!pre*` does not want the very value `pre*`. A column
 * of dates takes date math instead, with `=`, `>` or `<` before it and `<` without any. Empty items are no filter; of a
 * parameter that stands twice the first counts.
 */
export function filterSuffix(clock: Pick<Clock, 'now'>): Adapter {
  return (request, schema) => {
    if (!request.query.some(([name]) => isSuffixed(name))) return request;
    const done = new Set<string>();
    const fieldsAt = pathReader(request, schema);
    const query = request.query.flatMap(([name, value]): QueryPairs => {
      if (!isSuffixed(name)) return [[name, value]];
      if (done.has(name)) return [];
      done.add(name);
      const column = name.slice(0, -SUFFIX.length);
      const { path, last } = readFieldName(column);
      const items = value.split(',').filter((item) => item !== '');
      const filters = isDate(fieldsAt(path)?.columns.get(unquote(last)))
        ? items.map((item) => dateFilter(item, clock.now()))
        : valueFilters(items);
      return filters.map((filter) => [column, filter] as const);
    });
    return { ...request, query };
  };
}

function isSuffixed(name: string): boolean {
  return name.length > SUFFIX.length && name.endsWith(SUFFIX);
}

function valueFilters(items: readonly string[]): string[] {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  const patterns: string[] = [];
  for (const item of items) {
    if (item.startsWith('!')) unwanted.push(item.slice(1));
    else if (item.startsWith('*') || item.endsWith('*')) patterns.push(`like.${item}`);
    else wanted.push(item);
  }
  return [
    ...(wanted.length > 0 ? [`in.${list(wanted)}`] : []),
    ...(unwanted.length > 0 ? [`not.in.${list(unwanted)}`] : []),
    ...patterns,
  ];
}

function list(values: readonly string[]): string {
  return `(${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')})`;
}

/** What is no date math goes on as it is: the database refuses it by name. */
function dateFilter(item: string, now: number): string {
  const operator = COMPARISONS[item.charAt(0)];
  const text = operator === undefined ? item : item.slice(1);
  const time = parseDateMath(text, now);
  return `${operator ?? 'lt'}.${time === undefined ? text : new Date(time).toISOString()}`;
}
