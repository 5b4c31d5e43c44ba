import type { ChangeMessage } from '@watchroom/contract/jobs';
import type { Database, Queryable } from '../database/database.ts';
import type { Logger } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';

const CHANNEL = 'watchroom_changes';
/** A payload of NOTIFY holds 8,000 bytes; above this many ids a reader loads everything that it shows anyway. */
const MOST_IDS = 200;

/** Says that rows of a table changed; one call per batch, inside the transaction that changes them. */
export async function announceChange(transaction: Queryable, table: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.query(
    `select pg_notify('${CHANNEL}', json_build_object('table', $1::text, 'ids', $2::json,
       'tx', pg_current_xact_id()::text)::text)`,
    [table, JSON.stringify(ids.length > MOST_IDS ? 'many' : ids)],
  );
}

export type ChangeListener = (message: ChangeMessage | 'gap') => void;

/** Hears the changes of all replicas and passes them on inside this process. */
export interface ChangeFeed {
  /** @returns the call that ends the subscription. */
  subscribe(listener: ChangeListener): () => void;
  stop(): Promise<void>;
}

/** Listens on one connection; when it is lost, listeners hear `gap`, since changes may have passed unheard. */
export function openChangeFeed(database: Database, clock: Clock, log: Logger): ChangeFeed {
  const listeners = new Set<ChangeListener>();
  let stopped = false;
  let end: (() => Promise<void>) | undefined;
  let cancelRetry: (() => void) | undefined;
  const tell = (message: ChangeMessage | 'gap') => {
    for (const listener of listeners) listener(message);
  };

  async function listen(attempt: number): Promise<void> {
    try {
      const client = await database.connect();
      end = () => client.end();
      if (stopped) return await client.end();
      client.on('notification', (notification) => {
        if (notification.payload) tell(JSON.parse(notification.payload) as ChangeMessage);
      });
      client.on('error', (error) => log.debug({ err: error }, 'the change feed lost its connection'));
      client.on('end', () => retry(0));
      await client.query(`listen ${CHANNEL}`);
      if (attempt > 0) tell('gap');
    } catch (error) {
      log.debug({ err: error }, 'the change feed cannot connect');
      retry(attempt);
    }
  }
  function retry(attempt: number): void {
    if (stopped) return;
    cancelRetry = clock.after(Math.min(5_000, 100 * 2 ** attempt), () => void listen(attempt + 1));
  }
  void listen(0);

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      stopped = true;
      cancelRetry?.();
      await end?.().catch(() => undefined);
    },
  };
}
