import { useQueryClient, type Query } from '@tanstack/react-query';
import { type ChangeMessage, changes } from '@watchroom/contract/jobs';
import { useEffect } from 'react';

/** What the leading tab passes on to the others. */
export type Passed = { readonly type: 'change'; readonly message: ChangeMessage } | { readonly type: 'reload' };

const CHANNEL = 'watchroom-changes';
const QUIET = 1_000;

/**
 * Keeps what is on screen fresh. One tab per browser holds the stream, because HTTP/1.1 allows six connections; the
 * lock passes to another tab when that one closes.
 */
export function useChangeStream(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const wake = throttledWake((isMeant) => void queries.invalidateQueries({ predicate: isMeant }));
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = (event: MessageEvent<Passed>) => wake.take(event.data);
    const leaving = new AbortController();
    const lead = () =>
      holdStream(leaving.signal, (passed) => {
        wake.take(passed);
        channel.postMessage(passed);
      });
    // Without locks (an insecure origin) each tab keeps its own stream.
    if (navigator.locks) navigator.locks.request(CHANNEL, { signal: leaving.signal }, lead).catch(() => undefined);
    else void lead();
    return () => {
      leaving.abort();
      channel.close();
      wake.stop();
    };
  }, [queries]);
}

function holdStream(signal: AbortSignal, pass: (passed: Passed) => void): Promise<void> {
  return new Promise((resolve) => {
    const source = new EventSource(changes.path);
    let wasLost = false;
    source.addEventListener('change', (event: MessageEvent<string>) =>
      pass({ type: 'change', message: JSON.parse(event.data) as ChangeMessage }),
    );
    source.addEventListener('reload', () => pass({ type: 'reload' }));
    source.onerror = () => {
      wasLost = true;
    };
    source.onopen = () => {
      // What happened while nobody listened is unknown.
      if (wasLost) pass({ type: 'reload' });
      wasLost = false;
    };
    signal.addEventListener('abort', () => {
      source.close();
      resolve();
    });
  });
}

/** Collects changes and wakes queries at most once a second: at 300 results a second the page must not load 300 times. */
export function throttledWake(wake: (isMeant: (query: Query) => boolean) => void) {
  let pending: Passed[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    const taken = pending;
    pending = [];
    timer = taken.length > 0 ? setTimeout(flush, QUIET) : undefined;
    if (taken.length > 0) wake((query) => taken.some((passed) => concerns(passed, query.meta, query.state.data)));
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
export function concerns(passed: Passed, meta: Query['meta'], data?: unknown): boolean {
  if (passed.type === 'reload') return true;
  const { table, ids } = passed.message;
  const tables = typeof meta?.tables === 'function' ? meta.tables(data) : meta?.tables;
  if (!meta || !tables?.includes(table)) return false;
  return ids === 'many' || meta.id === undefined || table === 'canaries' || ids.includes(meta.id);
}
