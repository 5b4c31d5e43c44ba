import type { Database } from '../../server/src/platform/database/database.ts';

/** Bytes with indexes, and the number of results so far. */
export interface Sizes {
  readonly raw: number;
  readonly rollUp: number;
  /** Bytes of write-ahead log written so far. */
  readonly log: number;
  readonly results: number;
}

export async function readSizes(database: Database): Promise<Sizes> {
  const found = await database.query<Sizes>(
    `select
       (select sum(pg_total_relation_size(relid))::float8 from pg_partition_tree('health.check_statuses') where isleaf) as raw,
       (select sum(pg_total_relation_size(relid))::float8 from pg_partition_tree('health.check_statuses_5m') where isleaf) as "rollUp",
       pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as log,
       (select count(*)::float8 from health.check_statuses) as results`,
  );
  const sizes = found.rows[0];
  if (!sizes) throw new Error('the database told no sizes');
  return sizes;
}
