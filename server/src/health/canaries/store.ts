import type { Canary, CanaryInput } from '@watchroom/contract/health';
import type { Author } from '../../platform/database/author.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { refuseOwned, UI_SOURCE } from '../../platform/ownership/ownership.ts';
import { storableJson } from '../../platform/text/storable.ts';
import { applyCanary, lockCanary, spreadFirstRuns } from './apply.ts';

const COLUMNS = `id, name, namespace, coalesce(source, '${UI_SOURCE}') as source, coalesce(source, '${UI_SOURCE}') = '${UI_SOURCE}' as editable,
  coalesce(labels, '{}') as labels, coalesce(spec, '{}') as spec, schedule_error, warnings, created_at, updated_at`;

/** As people see it: secrets are never read back. @throws CatalogueError not_found for an unknown or deleted one. */
export async function getCanary(reader: Queryable, id: string): Promise<Canary> {
  const found = await reader.query<Canary>(`select ${COLUMNS} from api.canaries where id = $1 and deleted_at is null`, [
    id,
  ]);
  const row = found.rows[0];
  if (!row) throw noSuchCanary();
  return row;
}

export async function createCanary(database: Database, input: Required<CanaryInput>, author: Author, now: number) {
  return database.transaction(async (transaction) => {
    const made = await transaction.query<{ id: string }>(
      `insert into health.canaries (name, namespace, labels, spec, source) values ($1, $2, $3, $4, '${UI_SOURCE}')
       on conflict do nothing returning id`,
      [input.name, input.namespace, storableJson(input.labels), storableJson(input.spec)],
    );
    const id = made.rows[0]?.id;
    if (id === undefined) throw nameIsTaken(input);
    return applied(transaction, id, now);
  }, author);
}

/**
 * @param input made from what is stored, under its lock: hidden secrets come from there.
 * @param seen the `updated_at` that the person saw; undefined skips the comparison.
 */
export async function updateCanary(
  database: Database,
  id: string,
  inputFor: (stored: Entry) => Required<CanaryInput>,
  seen: string | undefined,
  author: Author,
  now: number,
) {
  return database.transaction(async (transaction) => {
    const input = inputFor(await lockEditable(transaction, id, seen));
    await refuseTakenName(transaction, id, input);
    await transaction.query(
      'update health.canaries set name = $2, namespace = $3, labels = $4, spec = $5 where id = $1',
      [id, input.name, input.namespace, storableJson(input.labels), storableJson(input.spec)],
    );
    return applied(transaction, id, now);
  }, author);
}

/** Soft: it and its checks stay restorable. */
export async function deleteCanary(database: Database, id: string, author: Author): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockEditable(transaction, id, undefined);
    await markDeleted(transaction, [id]);
  }, author);
}

/** Deletes canaries softly; a trigger takes their checks along. */
export async function markDeleted(transaction: Queryable, ids: readonly string[]): Promise<void> {
  await transaction.query(
    'update health.canaries set deleted_at = clock_timestamp() where id = any($1) and deleted_at is null',
    [ids],
  );
}

export async function restoreCanary(database: Database, id: string, author: Author, now: number) {
  return database.transaction(async (transaction) => {
    const restored = await transaction.query(
      'update health.canaries set deleted_at = null where id = $1 and deleted_at is not null',
      [id],
    );
    if (restored.rowCount === 0) throw new CatalogueError('not_found', 'There is no such deleted canary.');
    return applied(transaction, id, now);
  }, author);
}

async function applied(transaction: Queryable, id: string, now: number): Promise<Canary> {
  const canary = await lockCanary(transaction, id);
  if (!canary) throw noSuchCanary();
  await applyCanary(transaction, canary, now, spreadFirstRuns());
  return getCanary(transaction, id);
}

function noSuchCanary(): CatalogueError {
  return new CatalogueError('not_found', 'There is no such canary, or it was deleted.');
}

async function refuseTakenName(transaction: Queryable, id: string, input: Required<CanaryInput>): Promise<void> {
  const other = await transaction.query(
    `select from health.canaries where (name, namespace) = ($1, $2) and source = '${UI_SOURCE}' and deleted_at is null and id <> $3`,
    [input.name, input.namespace, id],
  );
  if (other.rowCount !== 0) throw nameIsTaken(input);
}

function nameIsTaken({ name, namespace }: Required<CanaryInput>): CatalogueError {
  return new CatalogueError('conflict', `There is a canary "${name}" in ${namespace} already. Choose another name.`, {
    fields: { name: 'This name is taken' },
  });
}

/** @returns the stored spec. */
async function lockEditable(transaction: Queryable, id: string, seen: string | undefined): Promise<Entry> {
  const found = await transaction.query<{ source: string | null; updated_at: Date; spec: Entry }>(
    'select source, updated_at, spec from health.canaries where id = $1 and deleted_at is null for update',
    [id],
  );
  const row = found.rows[0];
  if (!row) throw noSuchCanary();
  refuseOwned(row.source, 'canary');
  if (seen !== undefined && row.updated_at.toISOString() !== seen)
    throw new CatalogueError(
      'stale',
      'Somebody else changed this canary meanwhile. Load it again to see what is there now.',
    );
  return row.spec;
}
