import type { Deadline } from './deadline.ts';

/** Caps how many connections are open at once, in all and per destination, first come first served. */
export interface Slots {
  /** Waits for a slot; the returned function gives it back and may be called twice. */
  acquire(destination: string, deadline: Deadline): Promise<() => void>;
}

export function createSlots(total: number, perDestination: number): Slots {
  const all = createSemaphore(total, () => undefined);
  const destinations = new Map<string, Semaphore>();

  function destinationOf(key: string): Semaphore {
    let semaphore = destinations.get(key);
    if (semaphore === undefined) {
      semaphore = createSemaphore(perDestination, () => destinations.delete(key));
      destinations.set(key, semaphore);
    }
    return semaphore;
  }

  return {
    async acquire(key, deadline) {
      // Always the destination first: one order for everybody, so that nobody waits in a circle.
      const destination = destinationOf(key);
      if (!destination.tryTake()) await waitFor(destination, deadline);
      try {
        if (!all.tryTake()) await waitFor(all, deadline);
      } catch (error) {
        destination.give();
        throw error;
      }
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        all.give();
        destination.give();
      };
    },
  };
}

interface Semaphore {
  tryTake(): boolean;
  /** Calls back with the slot taken; returns how to leave the queue. */
  queue(granted: () => void): () => void;
  give(): void;
}

function createSemaphore(size: number, onIdle: () => void): Semaphore {
  let taken = 0;
  const waiting = new Set<() => void>();
  return {
    tryTake() {
      if (taken >= size) return false;
      taken += 1;
      return true;
    },
    queue(granted) {
      waiting.add(granted);
      return () => waiting.delete(granted);
    },
    give() {
      for (const next of waiting) {
        waiting.delete(next);
        next();
        return;
      }
      taken -= 1;
      if (taken === 0) onIdle();
    },
  };
}

async function waitFor(semaphore: Semaphore, deadline: Deadline): Promise<void> {
  let leave: () => void = () => undefined;
  deadline.waitingForSlot = true;
  try {
    await deadline.step<void>(
      'waiting for a connection slot',
      (resolve) => {
        leave = semaphore.queue(() => resolve());
      },
      () => leave(),
    );
  } finally {
    deadline.waitingForSlot = false;
  }
}
