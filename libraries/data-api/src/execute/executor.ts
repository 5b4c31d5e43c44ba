import pg from 'pg';
import { refuse } from '../errors.ts';
import { ConnectionLost, sendBatch } from './batch.ts';
import { cancelRunning } from './cancel.ts';
import { readEnvelope } from './envelope.ts';
import type { Executor, RunOptions } from './statement.ts';
import { BEGIN, callerStep, contextStep, RESET, ROLLBACK } from './steps.ts';
import { runTransaction } from './transaction.ts';

interface ExecutorOptions {
  /** Most statements that stay prepared on one connection. Default 200. */
  readonly preparedStatements?: number;
}

const INVALID_STATEMENT_NAME = '26000';

/**
 * Runs statements as their callers. The pool is its own: everything starts with `reset all`, so what a connection needs
 * to have set must be among its startup options.
 *
 * Its promises reject with pg.DatabaseError as the server gave it, with ConnectionLost, or with a DataApiError (PGRST003)
 * when nobody waits for the answer any more.
 */
export function createExecutor(pool: pg.Pool, options: ExecutorOptions = {}): Executor {
  const keep = options.preparedStatements ?? 200;

  return {
    run: (caller, statement, runOptions) =>
      withClient({ pool, keep, ...runOptions }, async (client, cancel) => {
        const send = async () => {
          const reader = readEnvelope(statement);
          const step = { ...callerStep(caller, statement, runOptions), onRow: reader.onRow };
          await sendBatch(client, [RESET, contextStep(caller, runOptions), step], keep, cancel);
          return reader.end();
        };
        return send().catch((error: unknown) => {
          // A function has deallocated what the connection had prepared; nothing was done yet.
          if (error instanceof pg.DatabaseError && error.code === INVALID_STATEMENT_NAME) return send();
          throw error;
        });
      }),

    transaction: (caller, transactionOptions, work) =>
      withClient({ pool, keep, ...transactionOptions }, (client, cancel) => {
        const send = (steps: Parameters<typeof sendBatch>[1]) => sendBatch(client, steps, keep, cancel);
        return runTransaction({ client, send, caller, options: transactionOptions, work });
      }),

    explain: (caller, statement, explainOptions) =>
      withClient({ pool, keep, ...explainOptions }, async (client) => {
        const explain = { text: `explain (${explainOptions.explain}) ${statement.text}`, values: statement.values };
        // An error leaves the transaction open, and withClient ends it.
        const steps = [BEGIN, RESET, contextStep(caller, explainOptions), explain, ROLLBACK];
        const results = await sendBatch(client, steps, keep);
        return (results.at(-2)?.rows ?? []).map(([line]) => line ?? '').join('\n');
      }),
  };
}

interface Lease extends Pick<RunOptions, 'isWanted' | 'onCancellable'> {
  readonly pool: pg.Pool;
  readonly keep: number;
}

/** Gives the connection back between transactions only; one that is lost, cancelled or cannot be rolled back is closed. */
async function withClient<Result>(
  { pool, keep, isWanted = () => true, onCancellable }: Lease,
  work: (client: pg.PoolClient, cancel: () => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    if (error instanceof pg.DatabaseError) throw error;
    throw new ConnectionLost('The database cannot be reached.', { cause: error });
  });
  if (!isWanted()) {
    client.release();
    throw refuse.abandoned('The client has left before its request was begun');
  }
  let isLost = false;
  let isCancelled = false;
  const cancel = () => {
    if (!isCancelled) cancelRunning(client);
    isCancelled = true;
  };
  const isOver = onCancellable?.(cancel);
  try {
    return await work(client, cancel);
  } catch (error) {
    isLost = error instanceof ConnectionLost;
    if (isCancelled && error instanceof pg.DatabaseError) {
      throw refuse.abandoned('The client has left before its request was answered', { cause: error });
    }
    throw error;
  } finally {
    isOver?.();
    if (!isLost && client.getTransactionStatus() !== 'I') {
      await sendBatch(client, [ROLLBACK], keep).catch(() => undefined);
    }
    client.release(isLost || isCancelled || client.getTransactionStatus() !== 'I');
  }
}
