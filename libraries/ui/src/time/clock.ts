import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * A text that depends on the time, from one clock for the whole page. The component renders again only when the text
 * changes, so a hundred ages cost nothing between their steps.
 */
export function useClockText(read: (now: number) => string): string {
  return useSyncExternalStore(subscribe, () => read(Math.max(now, Date.now() - 1_000)));
}
