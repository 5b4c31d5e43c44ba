import { useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges, type Passed } from './change-stream.ts';

const QUIET = 1_000;

/** Keeps what is on screen fresh. */
export function useChangeStream(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const wake = throttledWake((isMeant) => void queries.invalidateQueries({ predicate: isMeant }));
    const leave = followChanges(wake.take);
    return () => {
      leave();
      wake.stop();
    };
  }, [queries]);
}

/** Collects changes and wakes queries at most once a second: at 300 results a second the page must not load 300 times. */
export function throttledWake(wake: (isMeant: (query: Query) => boolean) => void) {
  let pending: Passed[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    const taken = pending;
    pending = [];
    timer = taken.length > 0 ? setTimeout(flush, QUIET) : undefined;
    if (taken.length > 0) wake((query) => taken.some((passed) => concerns(passed, query)));
  };
  return {
    take(passed: Passed) {
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
export function concerns(passed: Passed, { meta, state }: Pick<Query, 'meta' | 'state'>): boolean {
  if (passed.type === 'reload') return true;
  const tables = typeof meta?.tables === 'function' ? meta.tables(state.data) : meta?.tables;
  // What is being loaded just now is fresh enough; to begin again would only delay the first view.
  if (passed.type === 'opened') return tables !== undefined && state.data !== undefined && state.fetchStatus === 'idle';
  const { table, ids } = passed.message;
  if (!tables?.includes(table)) return false;
  const only = meta?.ids?.[table];
  return ids === 'many' || only === undefined || ids.includes(only);
}
