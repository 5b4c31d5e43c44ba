import pg from 'pg';
import type { Queryable } from '../database/database.ts';
import type { Table } from './tables.ts';

/** What acts on rows as they are written. */
export interface LiftedRules {
  /** Puts everything back; foreign keys are checked against all rows at once. */
  restore(): Promise<void>;
}

/**
 * Lets rows come in any order and exactly as they were: foreign keys are taken away (they may refer in circles, and only a
 * superuser may disable them), triggers are disabled, as they would write the audit trail again and set columns of their own.
 * Lasts as long as the transaction at most.
 */
export async function liftRules(transaction: Queryable, tables: readonly Table[]): Promise<LiftedRules> {
  const names = tables.map((table) => table.sql);
  const keys = await transaction.query<{ sql: string; name: string; definition: string }>(
    `select conrelid::regclass::text as sql, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and conparentid = 0 and conrelid = any($1::regclass[]) order by 1, 2`,
    [names],
  );
  const triggers = await transaction.query<{ sql: string; name: string }>(
    `select tgrelid::regclass::text as sql, tgname as name
     from pg_trigger
     where not tgisinternal and tgparentid = 0 and tgenabled = 'O' and tgrelid = any($1::regclass[]) order by 1, 2`,
    [names],
  );
  for (const { sql, name } of keys.rows)
    await transaction.query(`alter table ${sql} drop constraint ${pg.escapeIdentifier(name)}`);
  for (const { sql, name } of triggers.rows)
    await transaction.query(`alter table ${sql} disable trigger ${pg.escapeIdentifier(name)}`);
  return {
    async restore() {
      // A table with a deferred check still open cannot be altered.
      await transaction.query('set constraints all immediate');
      for (const { sql, name } of triggers.rows)
        await transaction.query(`alter table ${sql} enable trigger ${pg.escapeIdentifier(name)}`);
      for (const { sql, name, definition } of keys.rows)
        await transaction.query(`alter table ${sql} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
    },
  };
}
