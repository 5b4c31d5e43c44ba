import type pg from 'pg';
import {
  COLUMNS,
  COMPOSITE_COLUMNS,
  FINGERPRINT,
  FOREIGN_KEYS,
  FUNCTIONS,
  KEYS,
  RELATIONS,
  SETTINGS,
  TYPES,
} from './catalog-queries.ts';
import { withCleanClient } from './clean-client.ts';
import type {
  ColumnRow,
  CompositeColumnRow,
  ForeignKeyRow,
  FunctionRow,
  KeyRow,
  RelationRow,
  SettingsRow,
  TypeRow,
} from './catalog-rows.ts';

/** Everything that the model is made of, from one snapshot. */
export interface Catalog {
  readonly relations: readonly RelationRow[];
  readonly columns: readonly ColumnRow[];
  readonly types: ReadonlyMap<number, TypeRow>;
  readonly keys: readonly KeyRow[];
  readonly foreignKeys: readonly ForeignKeyRow[];
  readonly functions: readonly FunctionRow[];
  /** By row type, for types that are no relation of {@link relations}. */
  readonly compositeColumns: readonly CompositeColumnRow[];
  readonly settings: SettingsRow;
  readonly fingerprint: string;
}

/** Reads the catalogs; the user of the pool needs no rights on what they describe. */
export function readCatalog(pool: pg.Pool, schemas: readonly string[]): Promise<Catalog> {
  return withCleanClient(pool, async (client) => {
    await client.query('begin isolation level repeatable read, read only');
    await client.query("select set_config('search_path', '', true)");
    const catalog = await readAll(client, schemas);
    await client.query('commit');
    return catalog;
  });
}

async function readAll(client: pg.PoolClient, schemas: readonly string[]): Promise<Catalog> {
  const all = async <Row extends object>(text: string, ...values: unknown[]) =>
    (await client.query<Row>(text, values)).rows;
  const relations = await all<RelationRow>(RELATIONS, schemas);
  const oids = relations.map((relation) => relation.oid);
  const types = new Map((await all<TypeRow>(TYPES)).map((type) => [type.oid, type]));
  const rowTypes = new Set(relations.map((relation) => relation.rowType));
  const functions = await all<FunctionRow>(FUNCTIONS, schemas);
  const composites = [...types.values()].filter(
    (type) =>
      type.kind === 'c' &&
      !rowTypes.has(type.oid) &&
      (schemas.includes(type.schema) || functions.some((fn) => fn.result === type.oid)),
  );
  const [settings] = await all<SettingsRow>(SETTINGS, schemas);
  if (settings === undefined) throw new Error('the catalog query of settings gave no row');
  return {
    relations,
    types,
    functions,
    settings,
    columns: await all<ColumnRow>(COLUMNS, oids),
    keys: await all<KeyRow>(KEYS, oids),
    foreignKeys: await all<ForeignKeyRow>(FOREIGN_KEYS, oids),
    compositeColumns: await all<CompositeColumnRow>(
      COMPOSITE_COLUMNS,
      composites.map((type) => type.oid),
    ),
    fingerprint: await readFingerprint(client, schemas, oids),
  };
}

/** A text that changes whenever the schemas, the relations behind their views, or a grant on them change. */
export async function readFingerprint(
  client: pg.PoolClient,
  schemas: readonly string[],
  relations: readonly number[],
): Promise<string> {
  const { rows } = await client.query<{ fingerprint: string }>(FINGERPRINT, [schemas, relations]);
  return rows[0]?.fingerprint ?? '';
}

/** Names of time zones in lower case. Reads files of the server, so read it once. */
export async function readTimezones(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await withCleanClient(pool, (client) =>
    client.query<{ name: string }>('select lower(name) as name from pg_timezone_names'),
  );
  return new Set(rows.map((row) => row.name));
}
