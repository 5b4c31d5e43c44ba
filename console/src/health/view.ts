import {
  absoluteRange,
  type Choice,
  type Choices,
  listedRange,
  readTimeRange,
  resolveTimeRange,
  type TimeRange,
  writeTimeRange,
} from '@watchroom/ui/logic';
import type { Address } from '../app/address.ts';

export type SortBy = 'name' | 'status' | 'uptime' | 'latency' | 'transition';

/** Everything that the health page shows, read from the address; a default is absent there. */
export interface HealthView {
  readonly query: string;
  readonly hidePassing: boolean;
  /** Label key or `key=value` → 1 include, -1 exclude. */
  readonly labels: Choices;
  readonly tabBy: string;
  /** A value of `tabBy`; undefined is All. */
  readonly tab: string | undefined;
  readonly groupBy: string;
  readonly sortBy: SortBy | undefined;
  readonly sortDesc: boolean;
  /** Undefined until chosen: a check then takes the range that fits its last run. */
  readonly range: TimeRange | undefined;
  /** Part of the range to which the chart is zoomed, ISO 8601; both or none. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Keys of the folded groups. */
  readonly collapsed: readonly string[];
  /** The check whose dialog is open. */
  readonly checkId: string | undefined;
  readonly panel: 'history' | 'graph' | 'spec';
  readonly historyStatus: 'all' | 'healthy' | 'unhealthy';
  /** As typed, for example `500ms`; empty is all. */
  readonly historyDuration: string;
  /** From 0. */
  readonly historyPage: number;
  /**
   * `add` with the id of a kind, or empty for the picker, whose field begins with the target; `edit` for the open check.
   */
  readonly form:
    | { readonly mode: 'add'; readonly kind: string; readonly target?: string }
    | { readonly mode: 'edit' }
    | undefined;
}

const SORTS: readonly string[] = ['name', 'status', 'uptime', 'latency', 'transition'] satisfies readonly SortBy[];
const DEFAULT_TAB_BY = 'namespace';
const DEFAULT_GROUP_BY = 'canary_name';

/** Reads the address; what it does not understand counts as the default. */
export function readView(address: Address): HealthView {
  const { from, to, sortBy, add, target } = { ...NOTHING, ...address };
  const isZoomed = address['rangeType'] !== 'absolute' && isSpan(from, to);
  return {
    query: address['query'] ?? '',
    hidePassing: address['hidePassing'] !== 'false',
    labels: readLabels(address['labels']),
    tabBy: address['tabBy'] ?? DEFAULT_TAB_BY,
    tab: address['tab'],
    groupBy: address['groupBy'] ?? DEFAULT_GROUP_BY,
    sortBy: sortBy !== undefined && SORTS.includes(sortBy) ? (sortBy as SortBy) : undefined,
    sortDesc: address['sortDesc'] === 'true',
    range: readRange(address, isZoomed),
    from: isZoomed ? from : undefined,
    to: isZoomed ? to : undefined,
    collapsed: address['collapsed']?.split(',').map(decodeURIComponent) ?? [],
    checkId: address['checkId'],
    panel: address['panel'] === 'spec' || address['panel'] === 'graph' ? address['panel'] : 'history',
    historyStatus: address['status'] === 'healthy' || address['status'] === 'unhealthy' ? address['status'] : 'all',
    historyDuration: address['duration'] ?? '',
    historyPage: Math.max(0, Math.floor(Number(address['pageIndex']) || 0)),
    form:
      add !== undefined
        ? { mode: 'add', kind: add === 'any' ? '' : add, ...(target && { target }) }
        : address['edit'] === 'true'
          ? { mode: 'edit' }
          : undefined,
  };
}

const NOTHING: Readonly<Record<'from' | 'to' | 'sortBy' | 'add' | 'target', string | undefined>> = {
  from: undefined,
  to: undefined,
  sortBy: undefined,
  add: undefined,
  target: undefined,
};

/** Runs lie behind us, so that a range ahead counts as none; ends without a type are those of the zoom. */
function readRange(address: Address, isZoomed: boolean): TimeRange | undefined {
  const range = readTimeRange(address);
  if (range?.type === 'absolute' && isZoomed) return undefined;
  if (range?.type === 'relative' && !resolveTimeRange(range, Date.now()).endsNow) return undefined;
  return range;
}

/** A range of the list is written short, for example `timeRange=1h`. */
function writeRange(range: TimeRange | undefined): Address {
  const listed = range?.type === 'relative' ? listedRange(range.range) : undefined;
  if (listed === undefined) return writeTimeRange(range);
  return { timeRange: listed, ...(range?.timeZone && { timeZone: range.timeZone }) };
}

/** Writes a view; defaults stay out of the address. */
export function writeView(view: HealthView): Address {
  const entries: Record<string, string | undefined> = {
    labels: Object.keys(view.labels).length > 0 ? JSON.stringify(view.labels) : undefined,
    query: view.query || undefined,
    checkId: view.checkId,
    sortBy: view.sortBy,
    sortDesc: view.sortBy && view.sortDesc ? 'true' : undefined,
    hidePassing: view.hidePassing ? undefined : 'false',
    tabBy: view.tabBy === DEFAULT_TAB_BY ? undefined : view.tabBy,
    tab: view.tab,
    groupBy: view.groupBy === DEFAULT_GROUP_BY ? undefined : view.groupBy,
    collapsed: view.collapsed.map(encodeURIComponent).join(',') || undefined,
    ...writeRange(view.range),
    ...(view.from !== undefined && { from: view.from, to: view.to }),
    add: view.form?.mode === 'add' ? view.form.kind || 'any' : undefined,
    target: view.form?.mode === 'add' ? view.form.target : undefined,
    edit: view.form?.mode === 'edit' ? 'true' : undefined,
    panel: view.panel === 'history' ? undefined : view.panel,
    status: view.historyStatus === 'all' ? undefined : view.historyStatus,
    duration: view.historyDuration || undefined,
    pageIndex: view.historyPage > 0 ? String(view.historyPage) : undefined,
  };
  return Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** A changed view. A changed filter of the history starts at its first page; another check starts with a fresh dialog. */
export function changeView(view: HealthView, change: Partial<HealthView>): HealthView {
  const next = { ...view, ...change };
  if ('historyStatus' in change || 'historyDuration' in change || 'range' in change || 'from' in change)
    next.historyPage = 0;
  if ('range' in change) Object.assign(next, { from: undefined, to: undefined });
  // A part of an absolute range is the next absolute range: the address has one pair of ends.
  if (change.from && change.to && view.range?.type === 'absolute')
    Object.assign(next, {
      range: absoluteRange(Date.parse(change.from), Date.parse(change.to), view.range.timeZone),
      from: undefined,
      to: undefined,
    });
  if ('tabBy' in change) next.tab = undefined;
  if ('groupBy' in change) next.collapsed = [];
  if ('checkId' in change && change.checkId !== view.checkId) {
    const fresh = readView({});
    const { panel, historyStatus, historyDuration, historyPage } = fresh;
    Object.assign(next, {
      panel,
      historyStatus,
      historyDuration,
      historyPage,
      from: undefined,
      to: undefined,
      form: undefined,
    });
  }
  return next;
}

function readLabels(text: string | undefined): Choices {
  if (!text) return {};
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given !== 'object' || given === null) return {};
    return Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, Choice] => entry[1] === 1 || entry[1] === -1),
    );
  } catch {
    // A mangled link shows the unfiltered list rather than an error.
    return {};
  }
}

function isSpan(from: string | undefined, to: string | undefined): boolean {
  return from !== undefined && to !== undefined && Date.parse(from) < Date.parse(to);
}
