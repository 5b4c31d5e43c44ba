import { isDeepStrictEqual } from 'node:util';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { type DocumentKind, FILE_SOURCE, type OwnedDocument } from '../../platform/documents/document-kind.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { hideEntrySecrets } from '../../platform/secrets/spec-secrets.ts';
import { storableJson } from '../../platform/text/storable.ts';
import { columnsOf, openEntry, schemaOf, sealEntry } from '../entry.ts';
import { categoryOf } from '../kinds/support/category.ts';
import type { ReadConnection } from './read-document.ts';

interface Known {
  readonly id: string;
  readonly source: string | null;
  readonly type: string;
  readonly sealed: string | null;
  readonly is_deleted: boolean;
}

/** Connections that files declare. */
export function connectionDocuments(secrets: SecretBox): DocumentKind<ReadConnection> {
  return {
    kind: 'Connection',
    resourceType: 'connection',
    reader: new URL('./read-document.ts', import.meta.url),
    sync: (database) => ({
      async owned() {
        const found = await database.query<{ id: string; source: string }>(
          `select id, source from connections.connections where source like '${FILE_SOURCE}%' and deleted_at is null`,
        );
        return new Map(found.rows.map(({ id, source }) => [id, source]));
      },
      async apply(documents, present) {
        const results: (string | Error)[] = [];
        for (const document of documents)
          results.push(
            await writeDocument(database, secrets, document, present).catch((error: unknown) =>
              error instanceof Error ? error : new Error(String(error)),
            ),
          );
        return results;
      },
      async forget(kept) {
        const removed = await database.query(
          `update connections.connections set deleted_at = clock_timestamp()
           where source like '${FILE_SOURCE}%' and deleted_at is null
             and not exists (select from unnest($1::uuid[]) kept where kept = id)`,
          [kept],
        );
        return removed.rowCount ?? 0;
      },
    }),
  };
}

/**
 * Writes a document that differs from what is stored. One that was deleted comes back under its id; one whose file was renamed
 * keeps its id too, when no file with the old name is left.
 * @throws Error for a name that another source has.
 */
async function writeDocument(
  database: Database,
  secrets: SecretBox,
  { source, document: { name, namespace, content } }: OwnedDocument<ReadConnection>,
  present: ReadonlySet<string>,
): Promise<string> {
  return database.transaction(async (transaction) => {
    const found = await transaction.query<Known>(
      `select id, source, type, sealed, deleted_at is not null as is_deleted from connections.connections
       where (name, namespace) = ($1, $2) and (source = $3 or deleted_at is null)
       order by deleted_at is not null, deleted_at desc for update`,
      [name, namespace, source],
    );
    const [before] = found.rows;
    const owner = before?.is_deleted ? source : before?.source;
    if (before && owner !== source && (typeof owner !== 'string' || present.has(owner)))
      throw new Error(`a connection ${namespace}/${name} exists already, from ${owner ?? 'the console'}`);
    const { type, entry } = content;
    const isKept =
      before !== undefined &&
      !before.is_deleted &&
      before.source === source &&
      before.type === type &&
      isDeepStrictEqual(openEntry(secrets, before.id, before.sealed), entry);
    if (isKept) return before.id;
    const id = before?.id ?? (await insertEmpty(transaction, name, namespace, source));
    const columns = columnsOf(type, hideEntrySecrets(schemaOf(type), entry));
    const row = { ...columns, source, type, category: categoryOf(type), sealed: sealEntry(secrets, id, entry) };
    await transaction.query(STORE, [id, storableJson(row)]);
    return id;
  });
}

/** A ciphertext belongs to an id, so the id comes first. */
async function insertEmpty(transaction: Queryable, ...named: readonly [string, string, string]): Promise<string> {
  const made = await transaction.query<{ id: string }>(
    `insert into connections.connections (name, namespace, source, type) values ($1, $2, $3, '') returning id`,
    [...named],
  );
  return made.rows[0]?.id ?? '';
}

const STORE = `
  update connections.connections c set source = r.source, type = r.type, category = r.category, url = r.url,
    username = r.username, password = r.password, certificate = r.certificate, insecure_tls = r.insecure_tls,
    properties = r.properties, sealed = r.sealed, deleted_at = null
  from jsonb_to_record($2) as r (source text, type text, category text, url text, username text, password text,
    certificate text, insecure_tls boolean, properties jsonb, sealed text)
  where c.id = $1`;
