import { silentLog } from '../../../../testkit/silent-log.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Clock, systemClock } from '../../../platform/time/clock.ts';
import { drainEvents } from '../drain.ts';
import type { Reaction, ReactionContext } from '../../../platform/rooms/reaction.ts';

interface QueueRow {
  readonly id: string;
  readonly name: string;
  readonly properties: object;
  readonly error: string | null;
  readonly attempts: number;
  readonly last_attempt: Date | null;
  readonly created_at: Date;
  readonly due_at: Date | null;
  /** Seconds. */
  readonly due_in: number | null;
  readonly priority: number;
  readonly delay: string | null;
  readonly reacted: string[];
}

/** The queue by the names of its events. */
export async function queueRows(database: Database): Promise<QueueRow[]> {
  const found = await database.query<QueueRow>(
    `select *, extract(epoch from due_at - now())::float8 as due_in from jobs.event_queue order by name, properties`,
  );
  return found.rows;
}

/** As if so many seconds had passed for all that waits. */
export async function passTime(database: Database, seconds: number): Promise<void> {
  await database.query(`update jobs.event_queue set due_at = due_at - $1 * interval '1 second'`, [seconds]);
}

export function drain(
  database: Database,
  reactions: readonly Reaction[],
  { clock = systemClock, signal = new AbortController().signal }: { clock?: Clock; signal?: AbortSignal } = {},
) {
  return drainEvents(reactions, { database, clock, log: silentLog, signal });
}

/** A reaction to `thing.*`, when nothing else is said. */
export function reaction(run: (context: ReactionContext) => unknown, more: Partial<Reaction> = {}): Reaction {
  return { name: 'react', event: 'thing.*', run: async (context) => void (await run(context)), ...more };
}

export function failing(message = 'no answer', more: Partial<Reaction> = {}): Reaction {
  return reaction(() => Promise.reject(new Error(message)), more);
}
