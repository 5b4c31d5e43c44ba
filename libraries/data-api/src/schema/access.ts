import type pg from 'pg';
import { withCleanClient } from './clean-client.ts';
import type { Access, Schema } from './model.ts';

const COLUMN_PRIVILEGES = ['select', 'insert', 'update'] as const;

const columnsWith = (privilege: string) => `
  has_any_column_privilege($1::name, c.oid, '${privilege}') as "may_${privilege}",
  array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and has_column_privilege($1::name, c.oid, a.attnum, '${privilege}')) as "columns_${privilege}"`;

const RELATION_ACCESS = `
select c.oid, has_table_privilege($1::name, c.oid, 'delete') as may_delete, ${COLUMN_PRIVILEGES.map(columnsWith).join(',')}
from pg_class c
where c.oid = any($2::oid[]) and has_schema_privilege($1::name, c.relnamespace, 'usage')`;

const FUNCTION_ACCESS = `
select p.oid from pg_proc p
where p.oid = any($2::oid[]) and has_schema_privilege($1::name, p.pronamespace, 'usage')
  and has_function_privilege($1::name, p.oid, 'execute')`;

type ColumnPrivilege = (typeof COLUMN_PRIVILEGES)[number];
type RelationAccessRow = { readonly oid: number; readonly may_delete: boolean } & {
  readonly [Privilege in ColumnPrivilege as `may_${Privilege}`]: boolean;
} & { readonly [Privilege in ColumnPrivilege as `columns_${Privilege}`]: readonly string[] };

/**
 * Asks what a role may do with the relations and functions of a schema, memberships included.
 * @throws DatabaseError 42704 when there is no such role.
 */
export async function loadAccess(pool: pg.Pool, schema: Schema, role: string): Promise<Access> {
  const relations = schema.names.flatMap((name) => schema.relationsOf(name).map((relation) => relation.oid));
  const functions = schema.names.flatMap((name) => schema.functionsOf(name).map((fn) => fn.oid));
  const [relationRows, functionRows] = await withCleanClient(pool, async (client) => [
    await client.query<RelationAccessRow>(RELATION_ACCESS, [role, relations]),
    await client.query<{ oid: number }>(FUNCTION_ACCESS, [role, functions]),
  ]);
  const allowed = {
    select: new Set<number>(),
    insert: new Set<number>(),
    update: new Set<number>(),
    delete: new Set<number>(),
  };
  const columns = {
    select: new Map<number, Set<string>>(),
    insert: new Map<number, Set<string>>(),
    update: new Map<number, Set<string>>(),
  };
  for (const row of relationRows.rows) {
    if (row.may_delete) allowed.delete.add(row.oid);
    for (const privilege of COLUMN_PRIVILEGES) {
      if (row[`may_${privilege}`]) allowed[privilege].add(row.oid);
      columns[privilege].set(row.oid, new Set(row[`columns_${privilege}`]));
    }
  }
  const executable = new Set(functionRows.rows.map((row) => row.oid));
  return {
    role,
    may: (privilege, relation) => allowed[privilege].has(relation.oid),
    mayColumn: (privilege, relation, column) => columns[privilege].get(relation.oid)?.has(column) ?? false,
    mayExecute: (fn) => executable.has(fn.oid),
  };
}
