import {
  areSameChoices,
  type Choices,
  PAGE_SIZES,
  readChoices,
  readTimeRange,
  type TimeRange,
  writeChoices,
  writeTimeRange,
} from '@watchroom/ui/logic';
import type { Address } from '../address.ts';
import type { ListFilter, ListShape } from './table-shape.ts';

/** Everything that a list shows, read from the address; a default is absent there. */
export interface ListState {
  /** Filter → its values. */
  readonly choices: Readonly<Record<string, Choices>>;
  /** Filter → the chosen amount by its name. */
  readonly least: Readonly<Record<string, string>>;
  readonly query: string;
  /** Undefined for a list without a part of time. */
  readonly range: TimeRange | undefined;
  readonly sortBy: string;
  readonly isDescending: boolean;
  /** What the rows are grouped by; undefined is not at all. */
  readonly group: string | undefined;
  /** Groups of which only the heading is shown. */
  readonly folded: readonly string[];
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  /** Key of the row whose details are open. */
  readonly open: string | undefined;
  /** Tab of the details; undefined is the first one. */
  readonly panel: string | undefined;
}

/** Reads the address; what it does not understand counts as the default. */
export function readList(list: ListShape, address: Address): ListState {
  const { sortBy, sortOrder, pageIndex, pageSize, group, folded } = { ...NOTHING, ...address };
  const isSortable = list.columns.some(({ id, isUnsorted }) => id === sortBy && !isUnsorted);
  const sort = sortBy !== undefined && isSortable ? { by: sortBy, isDescending: sortOrder === 'desc' } : list.sort;
  const choices: Record<string, Choices> = {};
  const least: Record<string, string> = {};
  for (const filter of list.filters ?? []) {
    const text = address[filter.id];
    if (filter.type === 'choices') choices[filter.id] = readChoices(text ?? filter.initial ?? '');
    else if (text !== undefined && filter.options.some(({ value }) => value === text)) least[filter.id] = text;
  }
  return {
    choices,
    least,
    query: list.search ? (address['query'] ?? '') : '',
    range: list.range && (readTimeRange(address) ?? list.range.initial),
    sortBy: sort.by,
    isDescending: sort.isDescending,
    group: list.groupBy?.find(({ id }) => id === group)?.id,
    folded: folded === undefined ? NO_FOLDS : Object.keys(readChoices(folded)),
    page: list.paging === 'endless' || !/^\d{1,6}$/.test(pageIndex ?? '') ? 0 : Number(pageIndex),
    pageSize: sizesOf(list).find((size) => String(size) === pageSize) ?? list.pageSize,
    open: address[list.openAs ?? 'open'] || undefined,
    panel: address['panel'] || undefined,
  };
}

const NOTHING: Address = {};
const NO_FOLDS: readonly string[] = [];

/** Most rows of an endless list: under what the data API gives in one answer. */
const MOST_ROWS = 50_000;

function sizesOf({ paging, pageSize }: ListShape): readonly number[] {
  if (paging !== 'endless') return PAGE_SIZES;
  const doublings = Math.max(0, Math.floor(Math.log2(MOST_ROWS / pageSize)));
  return Array.from({ length: doublings + 1 }, (_, doubling) => pageSize * 2 ** doubling);
}

/** Rows that an endless list holds after its end was reached; undefined when it holds as many as it may. */
export function doubledSize(list: ListShape, pageSize: number): number | undefined {
  return sizesOf(list).find((size) => size > pageSize);
}

/** What differs from the defaults. */
export function writeList(list: ListShape, state: ListState): Address {
  const { sortBy, isDescending, page, pageSize, open, panel, group, folded } = state;
  const isSorted = sortBy !== list.sort.by || isDescending !== list.sort.isDescending;
  const isRanged = list.range && JSON.stringify(state.range) !== JSON.stringify(list.range.initial);
  return {
    ...(state.query !== '' && { query: state.query }),
    ...Object.fromEntries((list.filters ?? []).flatMap((filter) => writeFilter(filter, state))),
    ...(isRanged && writeTimeRange(state.range)),
    ...(isSorted && { sortBy, sortOrder: isDescending ? 'desc' : 'asc' }),
    ...(group !== undefined && { group }),
    ...(group !== undefined && folded.length > 0 && { folded: writeFolds(folded) }),
    ...(page > 0 && { pageIndex: String(page) }),
    ...(pageSize !== list.pageSize && { pageSize: String(pageSize) }),
    ...(open !== undefined && { [list.openAs ?? 'open']: open, ...(panel !== undefined && { panel }) }),
  };
}

function writeFolds(folded: readonly string[]): string {
  return writeChoices(Object.fromEntries(folded.map((each) => [each, 1 as const])));
}

function writeFilter(filter: ListFilter, { choices, least }: ListState): [string, string][] {
  const chosen = filter.type === 'choices' ? choices[filter.id] : undefined;
  const amount = least[filter.id];
  if (filter.type === 'least') return amount === undefined ? [] : [[filter.id, amount]];
  const isInitial = areSameChoices(chosen ?? {}, readChoices(filter.initial ?? ''));
  return isInitial ? [] : [[filter.id, writeChoices(chosen ?? {})]];
}

const KEEPS_PAGE: readonly string[] = ['page', 'open', 'panel', 'folded'] satisfies (keyof ListState)[];

/** Applies a change. Another page shows other rows, so a change of anything but the page and the dialog begins at the first. */
export function changeList(state: ListState, change: Partial<ListState>): ListState {
  const keepsPage = Object.keys(change).every((name) => KEEPS_PAGE.includes(name));
  return {
    ...state,
    ...(!keepsPage && { page: 0 }),
    ...('group' in change && { folded: NO_FOLDS }),
    ...(change.open === undefined && 'open' in change && { panel: undefined }),
    ...change,
  };
}

/** Names the rows that match, whatever their order and their page. A selection holds as long as it does. */
export function matchOf(list: ListShape, { choices, least, query, range }: ListState): string {
  return JSON.stringify([list.where ?? {}, choices, least, query, range]);
}

/** Whether anything is held back, by default or by choice. */
export function isFiltered({ choices, least, query, range }: ListState): boolean {
  const isChosen = Object.values(choices).some((each) => Object.keys(each).length > 0);
  return isChosen || Object.keys(least).length > 0 || query !== '' || range !== undefined;
}
