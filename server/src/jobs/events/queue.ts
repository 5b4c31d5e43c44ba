import type { Queryable } from '../../platform/database/database.ts';
import { storableJson } from '../../platform/text/storable.ts';
import type { QueuedEvent } from '../../platform/rooms/reaction.ts';

/** Attempts after which an event is dead. The notifications' summary of the wire contract counts on four. */
export const MOST_ATTEMPTS = 4;

export interface TakenEvent extends QueuedEvent {
  readonly reacted: readonly string[];
}

/** What an attempt left to be written when it did not succeed. */
export interface FailedAttempt {
  readonly id: string;
  readonly error: string;
  readonly reacted: readonly string[];
  /** Milliseconds until the next attempt; null when there is none. */
  readonly pause: number | null;
}

/** The due events that nobody hears, all at once: 3.9 million of them have filled a queue before. @returns how many. */
export async function dropUnheard(
  database: Queryable,
  heard: { readonly names: readonly string[]; readonly beginnings: readonly string[] },
): Promise<number> {
  const dropped = await database.query(
    `delete from jobs.event_queue where id in (
       select id from jobs.event_queue
       where due_at <= now() and name <> all($1::text[])
         and not exists (select from unnest($2::text[]) beginning where starts_with(name, beginning))
       for update skip locked)`,
    [heard.names, heard.beginnings],
  );
  return dropped.rowCount ?? 0;
}

/** Takes due events; for `lease` milliseconds no other drain does. The attempt counts from here, so that an event that kills its process dies too. */
export async function takeEvents(database: Queryable, most: number, lease: number): Promise<TakenEvent[]> {
  const taken = await database.query<TakenEvent>(
    `with due as (
       select id from jobs.event_queue where due_at <= now() order by priority desc, created_at limit $1
       for update skip locked
     )
     update jobs.event_queue q set due_at = now() + $2 * interval '1 millisecond', attempts = q.attempts + 1
     from due where q.id = due.id
     returning q.id, q.name, q.properties, q.attempts as attempt, q.created_at, q.reacted`,
    [most, lease],
  );
  return taken.rows;
}

/**
 * Rows are locked in the order in which events are written, or the two would wait for each other. One that was written
 * again meanwhile has another id and stays.
 */
const LOCKED = `with locked as materialized (
  select id from jobs.event_queue where id = any($1::uuid[]) order by name, properties for update
)`;

export async function removeDone(database: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database.query(`${LOCKED} delete from jobs.event_queue q using locked where q.id = locked.id`, [ids]);
}

export async function keepFailed(database: Queryable, failed: readonly FailedAttempt[]): Promise<void> {
  if (failed.length === 0) return;
  await database.query(
    `${LOCKED}
     update jobs.event_queue q set error = f.error, reacted = f.reacted, last_attempt = now(),
       attempts = least(q.attempts, ${MOST_ATTEMPTS}), due_at = now() + f.pause * interval '1 millisecond'
     from locked join jsonb_to_recordset($2) as f (id uuid, error text, reacted text[], pause double precision) using (id)
     where q.id = locked.id`,
    [failed.map(({ id }) => id), storableJson(failed)],
  );
}

/** Hands events back as if they had not been taken, but for what reacted already. */
export async function handBack(
  database: Queryable,
  events: readonly Pick<TakenEvent, 'id' | 'reacted'>[],
): Promise<void> {
  if (events.length === 0) return;
  await database.query(
    `${LOCKED}
     update jobs.event_queue q set due_at = now(), attempts = q.attempts - 1, reacted = b.reacted
     from locked join jsonb_to_recordset($2) as b (id uuid, reacted text[]) using (id)
     where q.id = locked.id`,
    [events.map(({ id }) => id), storableJson(events.map(({ id, reacted }) => ({ id, reacted })))],
  );
}
