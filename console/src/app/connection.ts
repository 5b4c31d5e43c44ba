import { useSyncExternalStore } from 'react';
import type { Passed } from './event-stream.ts';

let lostSince: number | undefined;
const listeners = new Set<() => void>();

/** Learns from what the stream passes on whether the server is there. */
export function noteConnection(passed: Passed): void {
  const since = passed.type === 'lost' ? passed.since : undefined;
  // A tab that begins to listen later hears another time of the same loss.
  if ((since === undefined) === (lostSince === undefined)) return;
  lostSince = since;
  for (const listener of listeners) listener();
}

export function isConnected(): boolean {
  return lostSince === undefined;
}

/** Milliseconds since 1970; undefined while the server is there. */
export function useLostSince(): number | undefined {
  return useSyncExternalStore(subscribe, () => lostSince);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
