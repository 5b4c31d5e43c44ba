import type { ChangeMessage } from '@watchroom/contract/changes';
import type { Database, Queryable } from '../database/database.ts';
import type { Logger } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';

const CHANNEL = 'watchroom_changes';
/** A payload of NOTIFY holds 8,000 bytes; above this many ids a reader loads everything that it shows anyway. */
const MOST_IDS = 200;

/** Says that rows of a table changed; one call per batch, inside the transaction that changes them. */
export async function announceChange(
  transaction: Queryable,
  table: string,
  ids: readonly string[] | 'many',
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.query(
    `select pg_notify('${CHANNEL}', json_build_object('table', $1::text, 'ids', $2::json,
       'tx', pg_current_xact_id()::text)::text)`,
    [table, JSON.stringify(ids.length > MOST_IDS ? 'many' : ids)],
  );
}

/**
 * SQL of a scalar that says the same inside the statement that changes the rows; it says nothing when there are none.
 * @param rows SQL of the changed rows, after `from`. @param id their column with the id.
 */
export function announceSql(table: string, id: string, rows: string): string {
  return `(select pg_notify('${CHANNEL}', json_build_object('table', '${table}',
     'ids', case when count(*) > ${MOST_IDS} then to_json('many'::text) else json_agg(${id}) end,
     'tx', pg_current_xact_id()::text)::text) from ${rows} having count(*) > 0)`;
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
    let isLost = false;
    // The end of a connection and the failure of its first statement are one loss: two retries would listen twice.
    const lose = (next: number) => {
      if (isLost || stopped) return;
      isLost = true;
      cancelRetry = clock.after(Math.min(5_000, 100 * 2 ** attempt), () => void listen(next));
    };
    try {
      const client = await database.connect();
      end = () => client.end();
      if (stopped) return await client.end();
      client.on('notification', (notification) => tell(messageIn(notification.payload)));
      client.on('error', (error) => log.debug({ err: error }, 'the change feed lost its connection'));
      client.on('end', () => lose(1));
      await client.query(`listen ${CHANNEL}`);
      if (attempt > 0) tell('gap');
    } catch (error) {
      log.debug({ err: error }, 'the change feed cannot connect');
      await end?.().catch(() => undefined);
      lose(attempt + 1);
    }
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

function isMessage(value: unknown): value is ChangeMessage {
  if (typeof value !== 'object' || value === null || !('table' in value) || !('ids' in value)) return false;
  return typeof value.table === 'string' && (value.ids === 'many' || Array.isArray(value.ids));
}

/** Whoever reaches the database may notify anything: what is no message of ours is a gap, not the end of the process. */
function messageIn(payload: string | undefined): ChangeMessage | 'gap' {
  try {
    const parsed: unknown = JSON.parse(payload ?? '');
    if (isMessage(parsed)) return parsed;
  } catch {
    // Told as a gap below.
  }
  return 'gap';
}
