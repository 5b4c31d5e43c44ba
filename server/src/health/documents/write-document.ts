import type { Database, Queryable } from '../../platform/database/database.ts';
import { FILE_SOURCE, type OwnedDocument } from '../../platform/documents/document-kind.ts';
import { storableJson } from '../../platform/text/storable.ts';
import { applyCanary, type FirstRuns } from '../canaries/apply.ts';
import type { ReadCanary } from '../canaries/read-canary.ts';

/** Place in the list → id, for those that the database holds exactly so. */
export async function findUnchanged(
  database: Queryable,
  owned: readonly OwnedDocument<ReadCanary>[],
): Promise<ReadonlyMap<number, string>> {
  if (owned.length === 0) return new Map();
  const rows = owned.map(({ source, document: { name, namespace, labels, annotations, spec } }, place) => ({
    place,
    source,
    name,
    namespace,
    labels,
    annotations,
    spec,
  }));
  const found = await database.query<{ place: number; id: string }>(
    `select r.place, k.id
     from jsonb_to_recordset($1) as r (place integer, source text, name text, namespace text, labels jsonb, annotations jsonb, spec jsonb)
     join health.canaries k on k.source = r.source and k.name = r.name and k.namespace = r.namespace and k.deleted_at is null
     where k.labels = r.labels and k.annotations = r.annotations and k.spec = r.spec`,
    [storableJson(rows)],
  );
  return new Map(found.rows.map((row) => [row.place, row.id]));
}

/**
 * Writes a document that changed and derives its checks. One that was deleted comes back under its id; one whose file was
 * renamed keeps its id too, when no file with the old name is left.
 * @param present sources of all files that are there now.
 * @returns the id of the canary.
 */
export async function writeDocument(
  database: Database,
  { source, document }: OwnedDocument<ReadCanary>,
  present: ReadonlySet<string>,
  now: number,
  firstRuns: FirstRuns,
): Promise<string> {
  const { name, namespace } = document;
  return database.transaction(async (transaction) => {
    const known = await transaction.query<{ id: string; source: string }>(
      `select id, source from health.canaries where (name, namespace) = ($1, $2) and (source = $3 or (source like '${FILE_SOURCE}%' and deleted_at is null))
       order by source <> $3, deleted_at is not null, deleted_at desc for update`,
      [name, namespace, source],
    );
    const before = known.rows.find((row) => row.source === source || !present.has(row.source));
    const values = [
      name,
      namespace,
      source,
      storableJson(document.labels),
      storableJson(document.annotations),
      storableJson(document.spec),
    ];
    const written = before
      ? await transaction.query<{ id: string }>(
          `update health.canaries set name = $1, namespace = $2, source = $3, labels = $4, annotations = $5, spec = $6, deleted_at = null
           where id = $7 returning id`,
          [...values, before.id],
        )
      : await transaction.query<{ id: string }>(
          'insert into health.canaries (name, namespace, source, labels, annotations, spec) values ($1, $2, $3, $4, $5, $6) returning id',
          values,
        );
    const id = written.rows[0]?.id ?? '';
    const { labels, annotations, spec, content } = document;
    await applyCanary(transaction, { id, namespace, labels, annotations, spec }, now, firstRuns, content);
    return id;
  });
}
