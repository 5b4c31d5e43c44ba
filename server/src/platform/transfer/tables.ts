import { ROOMS } from '@watchroom/contract/rooms';
import pg from 'pg';
import type { Queryable } from '../database/database.ts';
import { type Column, type Partition, TransferError } from './format.ts';

/** Where rows of ours lie: the ground and every room. What other programs keep in the same database is left alone. */
const SCHEMAS: readonly string[] = ['platform', ...ROOMS];

export interface Table {
  readonly schema: string;
  readonly name: string;
  /** Name with schema, unquoted. */
  readonly fullName: string;
  /** Name with schema, quoted for SQL. */
  readonly sql: string;
  readonly partitioned: boolean;
  /** Columns that are stored; generated ones follow from them. */
  readonly columns: readonly Column[];
}

/** All tables of ours, partitioned ones by their parent, sorted by name. Wants `pg_catalog` as the search path. */
export async function listTables(database: Queryable): Promise<Table[]> {
  const found = await database.query<{ schema: string; name: string; partitioned: boolean; columns: Column[] | null }>(
    `select n.nspname as schema, c.relname as name, c.relkind = 'p' as partitioned,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
     order by n.nspname collate "C", c.relname collate "C"`,
    [SCHEMAS],
  );
  return found.rows.map((row) => ({
    ...row,
    columns: row.columns ?? [],
    fullName: `${row.schema}.${row.name}`,
    sql: quoted(row.schema, row.name),
  }));
}

/** The ranges of a partitioned table, by name. @throws TransferError for a partition that is no plain range. */
export async function listPartitions(database: Queryable, table: Table): Promise<Partition[]> {
  const found = await database.query<{ name: string; bound: string; kind: string }>(
    `select c.relname as name, c.relkind as kind, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass order by c.relname collate "C"`,
    [table.sql],
  );
  return found.rows.map(({ name, bound, kind }) => {
    const [, from, to] = /^FOR VALUES FROM \('([^']*)'\) TO \('([^']*)'\)$/.exec(bound) ?? [];
    if (kind !== 'r' || from === undefined || to === undefined)
      throw new TransferError(
        `the partition ${table.schema}.${name} is no plain range and cannot be exported: ${bound}`,
      );
    return { name, from, to };
  });
}

/** Sequences of ours, quoted for SQL and plain. */
export async function listSequences(database: Queryable): Promise<{ fullName: string; sql: string }[]> {
  const found = await database.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = any($1)
     order by n.nspname collate "C", c.relname collate "C"`,
    [SCHEMAS],
  );
  return found.rows.map(({ schema, name }) => ({ fullName: `${schema}.${name}`, sql: quoted(schema, name) }));
}

export function quoted(schema: string, name: string): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}
