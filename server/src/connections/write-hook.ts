import { isDeepStrictEqual } from 'node:util';
import type { Adapter, WriteHook } from '@watchroom/data-api';
import { CatalogueError, inRow } from '../platform/http/errors.ts';
import { isEntry } from '../platform/kinds/validate.ts';
import { refuseOwned } from '../platform/ownership/ownership.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { hideEntrySecrets } from '../platform/secrets/spec-secrets.ts';
import { storableJson } from '../platform/text/storable.ts';
import { completeEntry } from './complete.ts';
import { COLUMNS, type Columns, columnsOf, entryOf, openEntry, schemaOf, sealEntry, typeIdOf } from './entry.ts';
import { categoryOf } from './kinds/support/category.ts';

/** In transit from the request to the hook, so that no page of the database ever holds a secret in clear. */
const TRANSIT = 'connections in transit';
const SEALED = 'sealed:';

/** Encrypts what a client sends before it reaches the database. A body in CSV passes as it is. */
export function sealSent(secrets: SecretBox): Adapter {
  const seal = (row: unknown): unknown => {
    if (!isEntry(row)) return row;
    const sealed = COLUMNS.filter((column) => column !== 'insecure_tls' && row[column] != null).map((column) => [
      column,
      SEALED + secrets.seal(JSON.stringify(row[column]), TRANSIT),
    ]);
    return { ...row, ...(Object.fromEntries(sealed) as object) };
  };
  return (request) => {
    if (request.kind !== 'relation' || request.name !== 'connections') return request;
    const { body } = request;
    return { ...request, body: Array.isArray(body) ? body.map(seal) : seal(body) };
  };
}

interface Row extends Columns {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly type: string;
  readonly source: string | null;
  readonly deleted_at: Date | null;
  readonly sealed: string | null;
}

/**
 * Completes a write of the data API to `connections`, in its transaction and as the owner: the entry is judged by its type,
 * secrets that the caller left hidden come from the stored one, and all of it is encrypted.
 * @throws CatalogueError invalid_input with fields, source_owned; of several rows the message and the fields name the row.
 */
export function completeWrites(secrets: SecretBox): WriteHook {
  return async (transaction, { after }) => {
    const found = await transaction.query<Row>(
      `select id, name, namespace, type, source, deleted_at, sealed, ${COLUMNS.join(', ')}
       from connections.connections join unnest($1::uuid[]) with ordinality as written (id, place) using (id) order by place`,
      [after.map(({ id }) => String(id))],
    );
    for (const [index, row] of found.rows.entries())
      try {
        await transaction.query(STORE, [row.id, storableJson(completed(secrets, row))]);
      } catch (error) {
        throw found.rows.length > 1 && error instanceof CatalogueError ? inRow(error, index) : error;
      }
  };
}

const STORE = `
  update connections.connections c set type = r.type, category = r.category, url = r.url, username = r.username,
    password = r.password, certificate = r.certificate, insecure_tls = r.insecure_tls, properties = r.properties, sealed = r.sealed
  from jsonb_to_record($2) as r (type text, category text, url text, username text, password text, certificate text,
    insecure_tls boolean, properties jsonb, sealed text)
  where c.id = $1`;

function completed(secrets: SecretBox, row: Row): object {
  refuseOwned(row.source);
  const stored = openEntry(secrets, row.id, row.sealed);
  const type = typeIdOf(row.type);
  const schema = schemaOf(type);
  const sent = entryOf(openTransit(secrets, row));
  const isKept = row.sealed !== null && isDeepStrictEqual(sent, hideEntrySecrets(schema, stored));
  // What is deleted need not be valid.
  const isLeft = isKept && row.deleted_at !== null;
  const entry = isLeft ? stored : completeEntry({ ...row, type, entry: sent }, stored);
  return {
    ...columnsOf(type, hideEntrySecrets(schema, entry)),
    type,
    category: categoryOf(type),
    // Another ciphertext of the same entry would count as a change of it.
    sealed: row.sealed !== null && isDeepStrictEqual(entry, stored) ? row.sealed : sealEntry(secrets, row.id, entry),
  };
}

function openTransit(secrets: SecretBox, row: Row): Columns {
  const open = (column: keyof Columns): unknown => {
    const value = row[column];
    if (typeof value !== 'string' || !value.startsWith(SEALED)) return value;
    try {
      return JSON.parse(secrets.open(value.slice(SEALED.length), TRANSIT)) as unknown;
    } catch (cause) {
      const reason = 'Send it as JSON';
      throw new CatalogueError('invalid_input', `${column}: ${reason}.`, { fields: { [column]: reason }, cause });
    }
  };
  return Object.fromEntries(COLUMNS.map((column) => [column, open(column)])) as Columns;
}
