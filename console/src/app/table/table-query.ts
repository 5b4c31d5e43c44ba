import { type Choices, filterParameters, quoted, resolveTimeRange, type TimeRange } from '@watchroom/ui/logic';
import { errorFromAnswer } from '../api-error.ts';
import { pageQuery, type Selected } from '../data.ts';
import type { Page } from '../data-client.ts';
import { send } from '../send.ts';
import { type ListState, writeList } from './table-address.ts';
import type { ListDeclaration, ListShape, ViewName } from './table-shape.ts';

type Parameter = readonly [name: string, value: string];

interface Source extends ListShape {
  readonly from: ViewName;
  readonly select: string;
  readonly key: string;
}

/**
 * The address of the data API for all rows that a list matches, in order.
 * @param now milliseconds since the epoch; a range such as the last two days is left to the server's own clock.
 */
export function listAddress(list: Source, state: ListState, now: number): string {
  const { sortBy, isDescending } = state;
  const direction = isDescending ? 'desc' : 'asc';
  // What has no value yet goes last either way. The time of the range is always there, and so an index can serve it.
  const nulls = sortBy === list.range?.column ? '' : '.nullslast';
  const order = [`${sortBy}.${direction}${nulls}`, ...(sortBy === list.key ? [] : [`${list.key}.${direction}`])];
  const parameters: Parameter[] = [
    ['select', list.select.replaceAll(/\s+/g, '')],
    ...Object.entries(list.where ?? {}),
    ...(list.filters ?? []).flatMap((filter): readonly Parameter[] => {
      if (filter.type === 'choices') return filterParameters(filter.id, state.choices[filter.id] ?? NO_CHOICES);
      const chosen = filter.options.find(({ value }) => value === state.least[filter.id]);
      return chosen ? [[filter.column, `gte.${chosen.amount}`]] : [];
    }),
    ...(list.search && state.query.trim() !== '' ? [searchParameter(list.search.columns, state.query.trim())] : []),
    ...(list.range && state.range ? rangeParameters(list.range.column, state.range, now) : []),
    ['order', order.join(',')],
  ];
  return rowsAddress(list.from, parameters);
}

const NO_CHOICES: Choices = {};

/** Keys in one address, which stays far under what servers take. */
const KEYS = 150;

/** Addresses of the rows with these keys, which are too many for one. */
export function keyedAddresses(list: Source, keys: readonly string[]): readonly string[] {
  return Array.from({ length: Math.ceil(keys.length / KEYS) }, (_, part) =>
    rowsAddress(list.from, [
      ['select', list.select.replaceAll(/\s+/g, '')],
      [
        list.key,
        `in.(${keys
          .slice(part * KEYS, (part + 1) * KEYS)
          .map(quoted)
          .join(',')})`,
      ],
      ['order', `${list.key}.asc`],
    ]),
  );
}

function rowsAddress(view: ViewName, parameters: readonly Parameter[]): string {
  return `/api/db/${view}?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`;
}

function searchParameter(columns: readonly string[], text: string): Parameter {
  const pattern = quoted(`*${text.replace(/[%_\\]/g, '\\$&')}*`);
  return ['or', `(${columns.map((column) => `${column}.ilike.${pattern}`).join(',')})`];
}

function rangeParameters(column: string, range: TimeRange, now: number): readonly Parameter[] {
  // A rounded moment depends on the zone, which the server does not know.
  if (range.type === 'relative' && /^now-\d+\w$/.test(range.range)) return [[column, `gt.${range.range}`]];
  const { from, to, endsNow } = resolveTimeRange(range, now);
  const after: Parameter = [column, `gt.${new Date(from).toISOString()}`];
  return endsNow ? [after] : [after, [column, `lt.${new Date(to).toISOString()}`]];
}

/** Part of the rows at an address, as text. @throws ApiError */
export async function fetchPart(
  address: string,
  part: { readonly first: number; readonly size: number; readonly accept?: string; readonly isCounted?: boolean },
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly total: number }> {
  const { first, size, accept = 'application/json', isCounted = true } = part;
  const headers = { Accept: accept, ...(isCounted && { Prefer: 'count=exact' }) };
  const answer = await send(`${location.origin}${address}&limit=${size}&offset=${first}`, { headers, signal });
  const total = Number(/\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1] ?? 0);
  // Behind the last row there is nothing; the total is told all the same.
  if (answer.status === 416) return { text: '', total };
  if (answer.status < 200 || answer.status > 299) throw errorFromAnswer(answer.status, answer.text);
  return { text: answer.text, total };
}

async function fetchRows<Row>(address: string, first: number, size: number, signal: AbortSignal): Promise<Page<Row>> {
  const { text, total } = await fetchPart(address, { first, size }, signal);
  // The shape is that of `select`, as the generated types of the views say.
  return { rows: text === '' ? [] : (JSON.parse(text) as Row[]), total };
}

/** What the query cache needs to read the page of a list that its state chooses. */
export function listPageQuery<Name extends ViewName, const Select extends string>(
  list: ListDeclaration<Name, Select>,
  state: ListState,
) {
  // What is open, grouped and folded is a matter of looks: it asks for the same rows.
  const shown = { ...state, open: undefined, group: undefined };
  return {
    queryKey: ['list', list.from, list.select, list.where ?? {}, state.pageSize, writeList(list, shown)] as const,
    meta: pageQuery({ from: list.from, select: list.select }).meta,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      fetchRows<Selected<Name, Select>>(
        listAddress(list, state, Date.now()),
        state.page * state.pageSize,
        state.pageSize,
        signal,
      ),
  };
}

/** Reads one row by its key; no row when it is not there. */
export function listRowQuery<Name extends ViewName, const Select extends string>(
  list: ListDeclaration<Name, Select>,
  key: string,
) {
  const address = rowsAddress(list.from, [
    ['select', list.select.replaceAll(/\s+/g, '')],
    [list.key, `eq.${key}`],
  ]);
  return {
    queryKey: ['list', list.from, list.select, 'row', key] as const,
    meta: pageQuery({ from: list.from, select: list.select }).meta,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      fetchRows<Selected<Name, Select>>(address, 0, 1, signal).then(({ rows }) => rows[0] ?? null),
  };
}

const MOST_OPTIONS = 1_000;

/** Reads every value of a column, in order, to choose from. */
export function optionsQuery(view: ViewName, column: string) {
  const address = rowsAddress(view, [
    ['select', column],
    ['order', `${column}.asc`],
  ]);
  return {
    queryKey: ['list', view, 'options', column] as const,
    meta: pageQuery({ from: view, select: column }).meta,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const { rows } = await fetchRows<Readonly<Record<string, string | null>>>(address, 0, MOST_OPTIONS, signal);
      return rows.flatMap((row) => (row[column] ? [{ value: row[column], label: row[column] }] : []));
    },
    staleTime: 60_000,
  };
}
