import { refuse } from '../errors.ts';

/** How many requests of one caller run at once, and how many more may wait. */
export interface CallerShare {
  /** Fewer than the pool has connections: the others are for other callers. */
  readonly running: number;
  readonly waiting: number;
  /** Milliseconds that one waits at most. Default 15,000. */
  readonly waitLimit?: number;
}

const WAIT_LIMIT = 15_000;
const HINT = 'Try again in a second, and send fewer requests at once.';

/** Lets no caller take more than a share of what all need. */
export interface Turns {
  /**
   * Waits for the caller's turn.
   * @returns to be called when the request is over.
   * @throws DataApiError PGRST902 when too many of the caller's requests wait already, or this one has waited too long.
   */
  take(key: string): Promise<() => void>;
}

interface Line {
  running: number;
  /** First come, first served. */
  readonly waiting: Set<() => void>;
}

export function createTurns({ running, waiting, waitLimit = WAIT_LIMIT }: CallerShare): Turns {
  const lines = new Map<string, Line>();
  const leave = (key: string, line: Line) => {
    const [next] = line.waiting;
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) lines.delete(key);
  };
  return {
    async take(key) {
      const line = lines.get(key) ?? { running: 0, waiting: new Set() };
      lines.set(key, line);
      if (line.running < running) line.running += 1;
      else if (line.waiting.size >= waiting) {
        throw refuse.tooManyAtOnce(
          `More requests are under way than the limit of ${running} that run and ${waiting} that wait`,
          { hint: HINT },
        );
      } else await waitIn(line, waitLimit);
      let isOver = false;
      return () => {
        if (!isOver) leave(key, line);
        isOver = true;
      };
    },
  };
}

async function waitIn({ waiting }: Line, waitLimit: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const begin = () => {
    waiting.delete(begin);
    clearTimeout(timer);
    resolve();
  };
  const timer = setTimeout(() => {
    waiting.delete(begin);
    reject(
      refuse.tooManyAtOnce(`The request has waited ${waitLimit} ms for the caller's other requests to end`, {
        hint: HINT,
      }),
    );
  }, waitLimit);
  waiting.add(begin);
  return promise;
}
