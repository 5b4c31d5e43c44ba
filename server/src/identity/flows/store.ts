import type { FlowKind } from '@watchroom/contract/identity';
import type { Queryable } from '../../platform/database/database.ts';
import { storableJson } from '../../platform/text/storable.ts';
import type { Shown, StoredFlow } from './flow.ts';

/** Long enough to find the mail or the phone, short enough that a forgotten tab is worth nothing. */
export const FLOW_LIFE = 60 * 60_000;

const COLUMNS = `id, kind, browser_hash as "browserHash", person_id as "personId",
  request_url as "requestUrl", return_to as "returnTo", requested_level as "requestedLevel", refresh, state, internal, shown,
  issued_at as "issuedAt", expires_at as "expiresAt"`;

export type NewFlow = Omit<StoredFlow, 'id' | 'internal' | 'shown'> & Partial<Pick<StoredFlow, 'internal' | 'shown'>>;

export async function insertFlow(database: Queryable, flow: NewFlow): Promise<StoredFlow> {
  const made = await database.query<StoredFlow>(
    `insert into identity.flows (kind, browser_hash, person_id, request_url, return_to, requested_level, refresh,
       state, internal, shown, issued_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${COLUMNS}`,
    [
      flow.kind,
      flow.browserHash,
      flow.personId,
      flow.requestUrl,
      flow.returnTo,
      flow.requestedLevel,
      flow.refresh,
      flow.state,
      JSON.stringify(flow.internal ?? {}),
      storableJson(flow.shown ?? {}),
      flow.issuedAt,
      flow.expiresAt,
    ],
  );
  const row = made.rows[0];
  if (!row) throw new Error('the flow was not stored');
  return row;
}

/** A flow that was used up is not found. */
export async function findFlow(database: Queryable, kind: FlowKind, id: string): Promise<StoredFlow | undefined> {
  const found = await database.query<StoredFlow>(
    `select ${COLUMNS} from identity.flows where id = $1 and kind = $2 and used_at is null`,
    [id, kind],
  );
  return found.rows[0];
}

/** What a step leaves behind. `internal` is laid over what is there: a value of null forgets one method's. */
export interface FlowChange {
  readonly state?: StoredFlow['state'];
  readonly internal?: Readonly<Record<string, unknown>>;
  readonly shown: Shown;
}

/** @returns undefined when another step used the flow up meanwhile. */
export async function updateFlow(
  database: Queryable,
  id: string,
  { state, internal, shown }: FlowChange,
): Promise<StoredFlow | undefined> {
  const changed = await database.query<StoredFlow>(
    `update identity.flows set state = coalesce($2, state), internal = jsonb_strip_nulls(internal || $3::jsonb), shown = $4
     where id = $1 and used_at is null returning ${COLUMNS}`,
    [id, state ?? null, storableJson(internal ?? {}), storableJson(shown)],
  );
  return changed.rows[0];
}

/** Uses the flow up: of two that send it at one moment one has it. */
export async function takeFlow(transaction: Queryable, id: string, now: Date): Promise<boolean> {
  const taken = await transaction.query(
    `update identity.flows set used_at = $2, internal = '{}' where id = $1 and used_at is null`,
    [id, now],
  );
  return taken.rowCount === 1;
}

export async function deleteOldFlows(database: Queryable): Promise<void> {
  await database.query(`delete from identity.flows where expires_at < now() - interval '1 day'`);
}
