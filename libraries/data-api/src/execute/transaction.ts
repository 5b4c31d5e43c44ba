import type pg from 'pg';
import type { Step, StepResult } from './batch.ts';
import { readEnvelope } from './envelope.ts';
import type { Caller, CallerTransaction, RunOptions } from './statement.ts';
import { BEGIN, COMMIT, callerStep, contextStep, RESET, ROLLBACK, roleStep } from './steps.ts';

interface TransactionParts<Result> {
  readonly client: pg.PoolClient;
  readonly send: (steps: readonly Step[]) => Promise<StepResult[]>;
  readonly caller: Caller;
  readonly options: RunOptions & { readonly rollback?: () => boolean };
  readonly work: (transaction: CallerTransaction) => Promise<Result>;
}

/** Leaves the transaction open when it throws; whoever holds the client then rolls it back. */
export async function runTransaction<Result>(parts: TransactionParts<Result>): Promise<Result> {
  const { client, send, caller, options, work } = parts;
  const asCaller = roleStep(caller.role);
  const asUser = roleStep('none');
  let isOver = false;
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, so that nothing runs between a change of role and what was meant to run under it. */
  const inTurn = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    if (isOver) return Promise.reject(new Error('The transaction is over.'));
    const answer = last.then(ask);
    last = answer.catch(() => undefined);
    return answer;
  };

  let opening: readonly Step[] = [BEGIN, RESET, contextStep(caller, options)];
  /** Begins together with the first statement, which saves a round trip. */
  const sendOpened = (steps: readonly Step[]) => {
    const all = [...opening, ...steps];
    opening = [];
    return send(all);
  };
  try {
    const result = await work({
      run: (statement) =>
        inTurn(async () => {
          const reader = readEnvelope(statement);
          await sendOpened([asCaller, { ...callerStep(caller, statement, options), onRow: reader.onRow }]);
          return reader.end();
        }),
      query: (text, values) =>
        inTurn(async () => {
          await sendOpened([asUser]);
          return client.query(text, values && [...values]);
        }),
    });
    isOver = true;
    await last;
    // As the caller again, for what the database does only when it commits. In a failed transaction this throws.
    await sendOpened(options.rollback?.() ? [ROLLBACK] : [asCaller, COMMIT]);
    return result;
  } finally {
    isOver = true;
    await last;
  }
}
