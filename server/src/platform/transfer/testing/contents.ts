import type { Database } from '../../database/database.ts';
import { SETTINGS_TABLE, SETTINGS_THAT_STAY } from '../format.ts';
import { listTables } from '../tables.ts';

/** Every row of every table as text in PostgreSQL's own form, sorted: two databases are compared by it. */
export async function contentsOf(database: Database): Promise<Record<string, string[]>> {
  return database.transaction(async (transaction) => {
    await transaction.query(`set local timezone = 'UTC'; set local extra_float_digits = 3`);
    const contents: Record<string, string[]> = {};
    for (const table of await listTables(transaction)) {
      const where = table.fullName === SETTINGS_TABLE ? 'where name <> all($1)' : 'where $1::text[] is not null';
      const found = await transaction.query<{ row: string }>(
        `select t::text as row from ${table.sql} t ${where} order by t::text collate "C"`,
        [SETTINGS_THAT_STAY],
      );
      contents[table.fullName] = found.rows.map(({ row }) => row);
    }
    return contents;
  });
}
