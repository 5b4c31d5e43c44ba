import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type CheckDetail,
  type ChecksPage,
  getCheck,
  getCoverage,
  getGraph,
  listChecks,
  listLabels,
  type ListChecksQuery,
  type ListedCheck,
  runCheck,
  testCheck,
  type TestCheckInput,
} from '@watchroom/contract/health';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../app/call.ts';
import { useKindForm, useKindList } from '../app/kinds.ts';
import { type CanaryInput, changeCanary, createCanary, readCanary, type SeenCanary } from './canary.ts';
import { type HistoryFilter, historyPageQuery } from './history.ts';

const PAGE_SIZE = 100;
const FIRST_RESULT_POLL = 250;
/** Milliseconds on a row before it counts as pointed at: a pointer that only passes asks for nothing. */
const POINTED = 60;

/** The only place where keys of this room are made. */
const healthKeys = {
  all: ['health'],
  lists: ['health', 'list'],
  list: (query: ListChecksQuery) => ['health', 'list', query],
  check: (id: string) => ['health', 'check', id],
  graph: (id: string, range: GraphRange) => ['health', 'check', id, 'graph', range],
  history: (id: string, filter: HistoryFilter) => ['health', 'check', id, 'history', filter],
  checkOf: (canaryId: string) => ['health', 'check-of', canaryId],
  /** Not under `all`: a form is being filled from it, which a refresh must not disturb. */
  canary: (id: string) => ['health-canary', id],
  coverage: ['health', 'coverage'],
  labels: ['health', 'labels'],
} as const;

const CHECKS = ['checks', 'canaries'];
const CHECKS_AND_RUNS = [...CHECKS, 'check_statuses'];
/** A list up to this long follows every run; a longer one follows changes of health, and the refresh rate for the rest. */
const FOLLOWS_RUNS = 200;
const listTables = (page: unknown) =>
  ((page as ChecksPage | undefined)?.counts.total ?? 0) <= FOLLOWS_RUNS ? CHECKS_AND_RUNS : CHECKS;
/** Changes of runs name the check. */
const idsOf = (check: string) => ({ checks: check, check_statuses: check });

const listQuery = (query: ListChecksQuery, refetchInterval: number | false) =>
  queryOptions({
    queryKey: healthKeys.list(query),
    queryFn: ({ signal }) => call(listChecks, { query, signal }),
    meta: { tables: listTables },
    refetchInterval,
  });

const pageOf = (query: ListChecksQuery, page: number) => ({ ...query, limit: PAGE_SIZE, offset: page * PAGE_SIZE });

/** First and last page. */
export type PageSpan = readonly [number, number];

/** The pages of the rows in sight; the same object while they stay, so that scrolling inside a page draws nothing. */
export function pagesOf(first: number, last: number, before: PageSpan): PageSpan {
  const span = [Math.floor(first / PAGE_SIZE), Math.floor(last / PAGE_SIZE)] as const;
  return span[0] === before[0] && span[1] === before[1] ? before : span;
}

/** The first page of the list, which tells counts, groups and total. */
export function useFirstChecks(query: ListChecksQuery, refetchInterval: number | false) {
  return useQuery({
    ...listQuery(pageOf(query, 0), refetchInterval),
    placeholderData: keepPreviousData,
  });
}

interface FirstChecks {
  readonly data: ChecksPage | undefined;
  /** The page still answers what was asked before. */
  readonly isPlaceholderData: boolean;
}

/**
 * The rows, by pages of 100: those behind the first page are loaded when they are in sight, so that a live update of
 * 10,000 checks loads two pages and not a hundred.
 * @param query the same object until it asks for something else.
 * @param seen first and last page in sight.
 * @returns the row at an index; undefined while it is on its way.
 */
export function useCheckRows(
  query: ListChecksQuery,
  { data: first, isPlaceholderData }: FirstChecks,
  seen: PageSpan,
  refetchInterval: number | false,
): (index: number) => ListedCheck | undefined {
  const lastPage = Math.floor(Math.max(0, (first?.total ?? 0) - 1) / PAGE_SIZE);
  const pages: number[] = [];
  for (let page = Math.max(1, seen[0]); page <= Math.min(seen[1], lastPage); page += 1) pages.push(page);
  const more = useQueries({
    queries: (isPlaceholderData ? [] : pages).map((page) => listQuery(pageOf(query, page), refetchInterval)),
    combine: useCallback(
      (results: readonly { data?: { checks: readonly ListedCheck[] } | undefined }[]) =>
        results.map((result) => result.data?.checks),
      [],
    ),
  });
  const pageKey = pages.join();
  return useMemo(() => {
    const byPage = new Map<number, readonly ListedCheck[] | undefined>([[0, first?.checks]]);
    pageKey.split(',').forEach((page, position) => {
      if (page !== '') byPage.set(Number(page), more[position]);
    });
    return (index: number) => byPage.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE];
  }, [first, more, pageKey]);
}

/** Loads again what is shown; `except` is a check that has just gone, which would only answer "not found". */
export function useRefreshHealth(): (except?: string) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    (except) =>
      queries.invalidateQueries({
        queryKey: healthKeys.all,
        predicate: (query) => except === undefined || !query.queryKey.includes(except),
      }),
    [queries],
  );
}

export function useCoverage(refetchInterval: number | false) {
  return useQuery({
    queryKey: healthKeys.coverage,
    queryFn: ({ signal }) => call(getCoverage, { signal }),
    refetchInterval: refetchInterval || 60_000,
    meta: { tables: ['canaries'] },
  });
}

/** Every label of the checks: keys, and `key=value` pairs. */
export function useLabels() {
  return useQuery({
    queryKey: healthKeys.labels,
    queryFn: ({ signal }) => call(listLabels, { signal }),
    staleTime: 60_000,
    meta: { tables: ['canaries'] },
    select: (labels) => ({
      keys: labels.map(({ key }) => key),
      pairs: labels.flatMap(({ key, values }) => values.map((value) => `${key}=${value}`)),
    }),
  });
}

const checkQuery = (id: string) =>
  queryOptions({
    queryKey: healthKeys.check(id),
    queryFn: ({ signal }) => call(getCheck, { params: { id }, signal }),
    meta: { tables: CHECKS_AND_RUNS, ids: idsOf(id) },
  });

export const useCheck = (id: string) => useQuery(checkQuery(id));

/** A check as its row in the list tells it, with the rest once that is here. */
export type ShownCheck = ListedCheck & Partial<Pick<CheckDetail, 'spec' | 'canary' | 'made_by'>>;

/** A check, drawn from its row while the rest is on its way. */
export function useShownCheck(id: string) {
  const queries = useQueryClient();
  const check = useQuery(checkQuery(id));
  const [row] = useState(() => ({ id, found: findListed(queries, id) }));
  const fromRow = row.id === id && !check.isError ? row.found : undefined;
  const shown: ShownCheck | undefined = check.data ?? fromRow;
  return { ...check, shown };
}

/** The row of a check in any list that was loaded. */
function findListed(queries: QueryClient, id: string): ListedCheck | undefined {
  return queries
    .getQueriesData<ChecksPage>({ queryKey: healthKeys.lists })
    .flatMap(([, page]) => page?.checks ?? [])
    .find((check) => check.id === id);
}

/** Loads what the dialog of a check needs, once somebody points at its row for a moment. */
export function usePrefetchCheck(): (id: string) => void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (id) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void queries.query(checkQuery(id)).catch(() => undefined), POINTED);
    },
    [queries],
  );
}

export interface GraphRange {
  readonly start: string;
  readonly end?: string;
}

export function useGraph(id: string, range: GraphRange) {
  return useQuery({
    queryKey: healthKeys.graph(id, range),
    queryFn: ({ signal }) => call(getGraph, { query: { check: id, ...range }, signal }),
    placeholderData: keepPreviousData,
    meta: { tables: ['checks', 'check_statuses'], ids: idsOf(id) },
  });
}

export function useHistory(id: string, filter: HistoryFilter) {
  return useQuery({
    ...historyPageQuery(id, filter),
    queryKey: healthKeys.history(id, filter),
    placeholderData: keepPreviousData,
  });
}

/** The kinds of checks, for lists and pickers. */
export const useKinds = () => useKindList('health');

/** A kind of checks with its schema. */
export const useKind = (id: string | undefined) => useKindForm('health', id);

export function useCanary(id: string) {
  return useQuery({
    queryKey: healthKeys.canary(id),
    queryFn: ({ signal }) => readCanary(id, signal),
    // A form is being filled from it: only "Reload" may change it.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Saves a new canary, or one that was seen at `updated_at`. */
export function useSaveCanary() {
  const refresh = useRefreshHealth();
  return useMutation({
    mutationFn: ({
      input,
      seen,
    }: {
      readonly input: CanaryInput;
      readonly seen?: SeenCanary;
      /** The check that the change replaces by another one. */
      readonly replaced?: string | undefined;
    }) => (seen ? changeCanary(seen, input) : createCanary(input)),
    // Not awaited: the form closes at once, the lists follow.
    onSuccess: (_, { replaced }) => void refresh(replaced),
  });
}

/** Runs an entry once, whether it is saved or not. */
export const testEntry = (body: TestCheckInput) => call(testCheck, { body });

export function useRunCheck() {
  const refresh = useRefreshHealth();
  return useMutation({ mutationFn: (id: string) => call(runCheck, { params: { id } }), onSettled: () => refresh() });
}

/** The check of a new canary, asked for again until its first result is there. */
export function useCheckOf(canaryId: string, name: string) {
  return useQuery({
    queryKey: healthKeys.checkOf(canaryId),
    queryFn: ({ signal }) => loadCheckOf(canaryId, name, signal),
    // The stream tells of the result too; polling makes the first second certain.
    refetchInterval: (query) => (query.state.data?.last_runtime ? false : FIRST_RESULT_POLL),
    meta: { tables: CHECKS_AND_RUNS },
  });
}

/** Id of the check of a new canary; undefined while the server has not made it yet. */
export async function findCheckOf(canaryId: string, name: string): Promise<string | undefined> {
  return (await loadCheckOf(canaryId, name).catch(() => null))?.id;
}

async function loadCheckOf(canaryId: string, name: string, signal?: AbortSignal): Promise<ListedCheck | null> {
  const page = await call(listChecks, { query: { query: name, limit: PAGE_SIZE }, ...(signal && { signal }) });
  const own = page.checks.filter((check) => check.canary_id === canaryId);
  return own.find((check) => check.name === name) ?? own[0] ?? null;
}
