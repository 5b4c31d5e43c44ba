import type { Queryable } from '../../platform/database/database.ts';
import { storableJson } from '../../platform/text/storable.ts';

/** Something that happened. */
export interface NewEvent {
  readonly name: string;
  /** Ids and little else: they are part of a key that holds 2,700 bytes, and people see them. Never a secret. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Milliseconds that the reactions wait. Default 0. */
  readonly delay?: number;
  /** Higher ones first. Default 100. */
  readonly priority?: number;
}

const DEFAULT_PRIORITY = 100;

/** Writes an event inside the caller's transaction: it happens together with what it tells of, or not at all. */
export async function enqueueEvent(
  transaction: Queryable,
  name: string,
  properties: NewEvent['properties'],
  options: Pick<NewEvent, 'delay' | 'priority'> = {},
): Promise<void> {
  await enqueueEvents(transaction, [{ name, properties, ...options }]);
}

/**
 * The same for many, in one statement. An event that waits already, by name and properties, begins anew: as young as now,
 * without attempts, under another id.
 */
export async function enqueueEvents(transaction: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ name, properties, delay = 0, priority = DEFAULT_PRIORITY }) => ({
    name,
    properties,
    nanoseconds: delay > 0 ? Math.round(delay * 1e6) : null,
    priority,
  }));
  await transaction.query(ENQUEUE, [storableJson(rows)]);
}

/**
 * SQL that does the same inside a statement that finds the events.
 * @param events SQL of rows with the columns `name` and `properties`.
 * @param nanoseconds SQL of the delay. @param priority SQL of the priority.
 */
export function enqueueSql(events: string, nanoseconds = 'null::bigint', priority = String(DEFAULT_PRIORITY)): string {
  // Two transactions that write the same events wait for each other in one order.
  return `
  insert into jobs.event_queue (name, properties, delay, priority, due_at)
  select distinct on (name, properties) name, properties, ${nanoseconds}, ${priority},
         now() + coalesce(${nanoseconds}, 0) / 1000 * interval '1 microsecond'
  from ${events}
  order by name, properties
  on conflict on constraint event_queue_name_properties_key do update set
    id = excluded.id, created_at = excluded.created_at, last_attempt = null, attempts = 0, error = null, reacted = '{}',
    delay = excluded.delay, priority = excluded.priority, due_at = excluded.due_at`;
}

const ENQUEUE = enqueueSql(
  'jsonb_to_recordset($1) as r (name text, properties jsonb, nanoseconds bigint, priority integer)',
  'nanoseconds',
  'priority',
);
