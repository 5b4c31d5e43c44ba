import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others get their turn. */
const SLICE = 10;

/** To be awaited between the steps of long work: now and then it lets everything else that waits for the thread go first. */
export function breather(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE) return;
    await setImmediate();
    began = performance.now();
  };
}
