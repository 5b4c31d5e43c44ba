import { TooManyAttempts } from './too-many-attempts.ts';

/** Runs at most `parallel` pieces of work at once and lets at most `waiting` more queue. */
type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Bounds the memory and the share of the processor that strangers can make the server spend.
 * @throws TooManyAttempts at once, when the queue is full.
 */
export function createSlots(parallel: number, waiting: number): Slots {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < parallel) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new TooManyAttempts('Too many sign-ins at this moment. Try again in a few seconds.', 2);
    try {
      return await work();
    } finally {
      // A slot that somebody waits for is handed over and never free in between, so that nobody overtakes the queue.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
