import type { TimedDatabase } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { FinishedRun } from './finished-run.ts';
import { storeBatch } from './store-batch.ts';

export interface ResultWriter {
  /** Resolves when the run is stored, or rejects when it was given up. */
  write(run: FinishedRun): Promise<void>;
  readonly waiting: number;
  /** Writes what waits, for at most `patience` milliseconds; what is left then is given up. */
  stop(patience: number): Promise<void>;
}

/** A quarter of a second keeps the page live and makes batches of eighty at ten thousand checks. */
const BATCH_EVERY = 250;
const BATCH_SIZE = 500;
const LONGEST_PAUSE = 5_000;
/** Results wait here while the database is away: five minutes of ten thousand checks. */
const MOST_WAITING = 100_000;

interface Waiting {
  readonly run: FinishedRun;
  done(error?: Error): void;
}

/** How many from the beginning hold no more than `rows` rows, those of the checks that a transform makes included; at least one. */
function countWithin(items: readonly Waiting[], rows: number): number {
  let sum = 0;
  const end = items.findIndex(({ run }) => (sum += 1 + (run.result.checks?.length ?? 0)) > rows);
  return end === -1 ? items.length : Math.max(1, end);
}

/** Gathers results and writes them in batches, one after the other; a batch that fails is tried again until the database is back. */
export function createResultWriter(database: TimedDatabase, clock: Clock, log: Logger): ResultWriter {
  let queue: Waiting[] = [];
  let inHand = 0;
  let writing: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;
  let failures = 0;

  function schedule(): void {
    if (writing || cancelTimer || queue.length === 0) return;
    const delay =
      failures > 0
        ? Math.min(LONGEST_PAUSE, BATCH_EVERY * 2 ** failures)
        : queue.length >= BATCH_SIZE
          ? 0
          : BATCH_EVERY;
    cancelTimer = clock.after(delay, () => void flush());
  }

  /** One batch at a time: two at once would take the same results and drop those behind them. */
  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = undefined;
    writing ??= writeBatch().finally(() => {
      writing = undefined;
      schedule();
    });
    return writing;
  }

  async function writeBatch(): Promise<void> {
    const batch = queue.splice(0, countWithin(queue, BATCH_SIZE));
    inHand = batch.length;
    try {
      const runs = batch.map((item) => item.run);
      const givenUp = await storeBatch(database, runs, log);
      failures = 0;
      for (const item of batch) item.done(givenUp.get(item.run));
    } catch (error) {
      failures += 1;
      queue = [...batch, ...queue];
      log.warn({ err: error, waiting: queue.length }, 'results of checks could not be stored; they wait');
      const kept = countWithin(queue.toReversed(), MOST_WAITING);
      giveUp(queue.splice(0, queue.length - kept), 'the database was away too long');
    } finally {
      inHand = 0;
    }
  }

  function giveUp(items: readonly Waiting[], reason: string): void {
    for (const item of items) item.done(new Error(reason));
  }

  return {
    get waiting() {
      return queue.length + inHand;
    },
    write(run) {
      return new Promise((resolve, reject) => {
        queue.push({ run, done: (error) => (error ? reject(error) : resolve()) });
        schedule();
      });
    },
    async stop(patience) {
      let isOver = false;
      let cancelPatience = () => {};
      const over = new Promise<void>((resolve) => {
        cancelPatience = clock.after(patience, () => {
          isOver = true;
          resolve();
        });
      });
      while ((queue.length > 0 || writing) && !isOver) {
        const before = failures;
        await Promise.race([flush(), over]);
        if (failures > before)
          await Promise.race([new Promise<void>((resolve) => clock.after(BATCH_EVERY, resolve)), over]);
      }
      cancelPatience();
      cancelTimer?.();
      cancelTimer = undefined;
      // Whoever waits for these must not wait for ever; their checks run again when the leases end.
      giveUp(queue.splice(0), 'the server stops before the result is stored');
    },
  };
}
