import type { Database } from '../../database/database.ts';

/** Rows in plain and partitioned tables, in more than one batch of an import. */
export async function fill(database: Database): Promise<void> {
  await database.query(
    `insert into identity.people (name, email) values ('Ada', 'ada@example.com'), (E'Zoë\\n"\\\\', null)`,
  );
  await database.query(`select health.create_partitions('check_statuses', '2026-01-01', '2026-01-03')`);
  await database.query(
    `insert into health.check_statuses (check_id, time, status, message, details)
     select '10000000-0000-7000-8000-000000000001', timestamptz '2026-01-01 00:00Z' + i * interval '13.000001 s', i % 7 > 0,
       'run ' || i, jsonb_build_object('n', i) from generate_series(1, 7000) i`,
  );
  await database.query(`insert into platform.settings values ('key_fingerprint', 'abc'), ('colour', 'green')`);
}

/** Whether it has no table of anybody. */
export async function isUntouched(database: Database): Promise<boolean> {
  const found = await database.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where nspname !~ '^(pg_|information_schema)' and relkind in ('r', 'p')`,
  );
  return found.rowCount === 0;
}
