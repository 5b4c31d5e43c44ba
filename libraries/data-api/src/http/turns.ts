import { refuse } from '../errors.ts';

/** How many requests of one caller run at once, and how many more may wait. */
export interface CallerShare {
  /** Fewer than the pool has connections: the others are for other callers. */
  readonly running: number;
  readonly waiting: number;
}

/** Lets no caller take more than a share of what all need. */
export interface Turns {
  /**
   * Waits for the caller's turn.
   * @returns to be called when the request is over.
   * @throws DataApiError PGRST902 when too many of the caller's requests wait already.
   */
  take(key: string): Promise<() => void>;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export function createTurns({ running, waiting }: CallerShare): Turns {
  const lines = new Map<string, Line>();
  const leave = (key: string, line: Line) => {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) lines.delete(key);
  };
  return {
    async take(key) {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      if (line.running < running) line.running += 1;
      else if (line.waiting.length >= waiting) {
        throw refuse.tooManyAtOnce(
          `More requests are under way than the limit of ${running} that run and ${waiting} that wait`,
          { hint: 'Try again in a second, and send fewer requests at once.' },
        );
      } else await new Promise<void>((resolve) => line.waiting.push(resolve));
      let isOver = false;
      return () => {
        if (!isOver) leave(key, line);
        isOver = true;
      };
    },
  };
}
