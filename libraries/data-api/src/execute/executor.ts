import pg from 'pg';
import { refuse } from '../errors.ts';
import { ConnectionLost, sendBatch } from './batch.ts';
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
      withClient({ pool, keep, ...runOptions }, async (client) => {
        const steps = [RESET, contextStep(caller, runOptions), callerStep(caller, statement, runOptions)];
        const send = () => sendBatch(client, steps, keep);
        const results = await send().catch((error: unknown) => {
          // A function has deallocated what the connection had prepared; nothing was done yet.
          if (error instanceof pg.DatabaseError && error.code === INVALID_STATEMENT_NAME) return send();
          throw error;
        });
        return readEnvelope(results.at(-1));
      }),

    transaction: (caller, transactionOptions, work) =>
      withClient({ pool, keep, ...transactionOptions }, (client) => {
        const send = (steps: Parameters<typeof sendBatch>[1]) => sendBatch(client, steps, keep);
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

interface Lease extends Pick<RunOptions, 'isWanted'> {
  readonly pool: pg.Pool;
  readonly keep: number;
}

/** Gives the connection back between transactions only; one that is lost or cannot be rolled back is closed. */
async function withClient<Result>(
  { pool, keep, isWanted = () => true }: Lease,
  work: (client: pg.PoolClient) => Promise<Result>,
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
  try {
    return await work(client);
  } catch (error) {
    isLost = error instanceof ConnectionLost;
    throw error;
  } finally {
    if (!isLost && client.getTransactionStatus() !== 'I') {
      await sendBatch(client, [ROLLBACK], keep).catch(() => undefined);
    }
    client.release(isLost || client.getTransactionStatus() !== 'I');
  }
}
