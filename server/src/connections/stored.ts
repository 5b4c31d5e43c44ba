import type { Queryable } from '../platform/database/database.ts';

export interface StoredRow {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly type: string;
  readonly sealed: string | null;
}

/** The living connection of which a condition holds. @param where SQL with `$1`, … over the columns of the table. */
export async function readStored(
  database: Pick<Queryable, 'query'>,
  where: string,
  values: readonly string[],
): Promise<StoredRow | undefined> {
  const found = await database.query<StoredRow>(
    `select id, name, namespace, type, sealed from connections.connections where deleted_at is null and (${where}) limit 1`,
    [...values],
  );
  return found.rows[0];
}
