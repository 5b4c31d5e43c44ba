import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges } from './change-stream.ts';
import { noteConnection } from './connection.ts';
import type { News } from './event-stream.ts';

const QUIET = 1_000;

/** Keeps what is on screen fresh. */
export function useChangeStream(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const wake = throttledWake((isMeant, pace) => void wakeQueries(queries, isMeant, pace));
    const leave = followChanges((passed) => {
      noteConnection(passed);
      if (passed.type !== 'beat' && passed.type !== 'lost') wake.take(passed);
    });
    return () => {
      leave();
      wake.stop();
    };
  }, [queries]);
}

/** Queries that load once more as soon as the answer that is under way is there. */
const waiting = new WeakMap<Query, Promise<void>>();

/**
 * What becomes of a load that is under way, whose answer may be older than the change. After a gap it may hang on a connection
 * that is dead, so it begins `anew`. Changes can come faster than the server answers: beginning anew at each would keep every
 * answer from the screen, so they load again `after` it.
 */
export type Pace = 'anew' | 'after';

/** Makes answers stale and loads those on screen again. @returns when the slowest is there; it never rejects. */
export async function wakeQueries(
  queries: QueryClient,
  isMeant: (query: Query) => boolean,
  pace: Pace = 'anew',
): Promise<void> {
  const meant = queries.getQueryCache().findAll({ predicate: isMeant });
  // A first load cannot be begun anew.
  const isAwaited = ({ state }: Query) =>
    state.fetchStatus === 'fetching' && (state.data === undefined || pace === 'after');
  const others = new Set(meant.filter((query) => !isAwaited(query)));
  await Promise.all([
    queries.invalidateQueries({ predicate: (query) => others.has(query) }),
    ...meant.filter(isAwaited).map((query) => loadAgain(queries, query)),
  ]);
}

function loadAgain(queries: QueryClient, query: Query): Promise<void> {
  const again = async () => {
    // Joins the load that runs. Its failure is told by the query itself.
    await query.fetch().catch(() => undefined);
    waiting.delete(query);
    await queries.invalidateQueries({ predicate: (each) => each === query });
  };
  const load = waiting.get(query) ?? again();
  waiting.set(query, load);
  return load;
}

/** Collects changes and wakes queries at most once a second: at 300 results a second the page must not load 300 times. */
export function throttledWake(wake: (isMeant: (query: Query) => boolean, pace: Pace) => void) {
  let pending: News[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    const taken = pending;
    pending = [];
    timer = taken.length > 0 ? setTimeout(flush, QUIET) : undefined;
    if (taken.length === 0) return;
    const pace = taken.some(({ type }) => type === 'reload') ? 'anew' : 'after';
    wake((query) => taken.some((passed) => concerns(passed, query)), pace);
  };
  return {
    take(passed: News) {
      pending.push(passed);
      if (timer === undefined) flush();
    },
    stop() {
      clearTimeout(timer);
      pending = [];
    },
  };
}

/** Whether a message makes an answer stale. */
export function concerns(passed: News, { meta, state }: Pick<Query, 'meta' | 'state'>): boolean {
  if (passed.type === 'reload') return true;
  const tables = typeof meta?.tables === 'function' ? meta.tables(state.data) : meta?.tables;
  // What is being loaded just now is fresh enough; to begin again would only delay the first view.
  if (passed.type === 'opened') return tables !== undefined && state.data !== undefined && state.fetchStatus === 'idle';
  const { table, ids } = passed.message;
  if (!tables?.includes(table)) return false;
  const only = meta?.ids?.[table];
  return ids === 'many' || only === undefined || ids.includes(only);
}
