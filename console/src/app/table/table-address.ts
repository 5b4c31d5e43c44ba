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
  const { sortBy, sortOrder, pageIndex, pageSize } = { ...NOTHING, ...address };
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
    page: /^\d{1,6}$/.test(pageIndex ?? '') ? Number(pageIndex) : 0,
    pageSize: PAGE_SIZES.find((size) => String(size) === pageSize) ?? list.pageSize,
    open: address['open'] || undefined,
    panel: address['panel'] || undefined,
  };
}

const NOTHING: Address = {};

/** What differs from the defaults. */
export function writeList(list: ListShape, state: ListState): Address {
  const { sortBy, isDescending, page, pageSize, open, panel } = state;
  const isSorted = sortBy !== list.sort.by || isDescending !== list.sort.isDescending;
  const isRanged = list.range && JSON.stringify(state.range) !== JSON.stringify(list.range.initial);
  return {
    ...(state.query !== '' && { query: state.query }),
    ...Object.fromEntries((list.filters ?? []).flatMap((filter) => writeFilter(filter, state))),
    ...(isRanged && writeTimeRange(state.range)),
    ...(isSorted && { sortBy, sortOrder: isDescending ? 'desc' : 'asc' }),
    ...(page > 0 && { pageIndex: String(page) }),
    ...(pageSize !== list.pageSize && { pageSize: String(pageSize) }),
    ...(open !== undefined && { open, ...(panel !== undefined && { panel }) }),
  };
}

function writeFilter(filter: ListFilter, { choices, least }: ListState): [string, string][] {
  const chosen = filter.type === 'choices' ? choices[filter.id] : undefined;
  const amount = least[filter.id];
  if (filter.type === 'least') return amount === undefined ? [] : [[filter.id, amount]];
  const isInitial = areSameChoices(chosen ?? {}, readChoices(filter.initial ?? ''));
  return isInitial ? [] : [[filter.id, writeChoices(chosen ?? {})]];
}

/** Applies a change. Another page shows other rows, so a change of anything but the page and the dialog begins at the first. */
export function changeList(state: ListState, change: Partial<ListState>): ListState {
  const keepsPage = Object.keys(change).every((name) => name === 'page' || name === 'open' || name === 'panel');
  return {
    ...state,
    ...(!keepsPage && { page: 0 }),
    ...(change.open === undefined && 'open' in change && { panel: undefined }),
    ...change,
  };
}

/** Whether anything is held back, by default or by choice. */
export function isFiltered({ choices, least, query, range }: ListState): boolean {
  const isChosen = Object.values(choices).some((each) => Object.keys(each).length > 0);
  return isChosen || Object.keys(least).length > 0 || query !== '' || range !== undefined;
}
