import type { CheckResult } from '@watchroom/contract/health';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { writeResults } from './write-results.ts';

/** One finished run on its way to the database. */
export interface FinishedRun {
  readonly check_id: string;
  /** ISO 8601. */
  readonly time: string;
  readonly result: CheckResult;
  /** When it is due again, ISO 8601; null leaves the schedule alone (a run asked for by a person). */
  readonly next_due: string | null;
  readonly severity: string | null;
}

export interface ResultWriter {
  /** Resolves when the run is stored, or rejects when it was given up. */
  write(run: FinishedRun): Promise<void>;
  readonly waiting: number;
  /** Writes what waits, at most `patience` milliseconds. */
  stop(patience: number): Promise<void>;
}

/** A quarter of a second keeps the page live and makes batches of eighty at ten thousand checks. */
const BATCH_EVERY = 250;
const BATCH_SIZE = 500;
/** Results wait here while the database is away: five minutes of ten thousand checks. */
const MOST_WAITING = 100_000;

interface Waiting {
  readonly run: FinishedRun;
  done(error?: Error): void;
}

/** Gathers results and writes them in batches; a batch that fails is tried again until the database is back. */
export function createResultWriter(database: Database, clock: Clock, log: Logger): ResultWriter {
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;
  let failures = 0;

  function schedule(): void {
    if (writing || cancelTimer || waiting.length === 0) return;
    const delay = failures > 0 ? Math.min(5_000, 250 * 2 ** failures) : waiting.length >= BATCH_SIZE ? 0 : BATCH_EVERY;
    cancelTimer = clock.after(delay, () => {
      cancelTimer = undefined;
      writing = flush().finally(() => {
        writing = undefined;
        schedule();
      });
    });
  }

  async function flush(): Promise<void> {
    const batch = waiting.slice(0, BATCH_SIZE);
    try {
      await writeResults(
        database,
        batch.map((item) => item.run),
      );
      failures = 0;
      waiting = waiting.slice(batch.length);
      for (const item of batch) item.done();
    } catch (error) {
      failures += 1;
      log.warn({ err: error, waiting: waiting.length }, 'results of checks could not be stored; they wait');
      while (waiting.length > MOST_WAITING) waiting.shift()?.done(new Error('the database was away too long'));
    }
  }

  return {
    get waiting() {
      return waiting.length;
    },
    write(run) {
      return new Promise((resolve, reject) => {
        waiting.push({ run, done: (error) => (error ? reject(error) : resolve()) });
        schedule();
      });
    },
    async stop(patience) {
      const until = clock.monotonic() + patience;
      while (waiting.length > 0 && clock.monotonic() < until) {
        cancelTimer?.();
        cancelTimer = undefined;
        await writing;
        const before = failures;
        await flush();
        if (failures > before) await new Promise<void>((resolve) => clock.after(250, resolve));
      }
      cancelTimer?.();
    },
  };
}
