import type { Database } from '../../server/src/platform/database/database.ts';

/** Every list looks at the last hour; a fleet that just started has none. This gives it one, as it would have written it. */
export async function fillLastHour(database: Database, interval: number): Promise<void> {
  for (const table of ['check_statuses', 'check_statuses_5m'])
    await database.query(
      `select health.create_partitions($1, (now() at time zone 'UTC')::date - 1, (now() at time zone 'UTC')::date)`,
      [table],
    );
  await database.query(
    `insert into health.check_statuses (check_id, time, status, invalid, duration, message)
     select check_id, moment + (abs(hashtext(check_id::text)) % $1::integer) * interval '1 millisecond', true, false,
            1 + (random() * 40)::integer, '200 OK'
     from generate_series(now() - interval '70 minutes', now() - interval '10 minutes', $1::integer * interval '1 millisecond') as moment,
          health.check_states
     where due_at is not null
     on conflict (check_id, time) do nothing`,
    [interval],
  );
  await database.query(
    `insert into health.check_statuses_5m (check_id, created_at, total, passed, failed, duration, durations, last_pass)
     select check_id, to_timestamp(slot * 300), runs, runs, 0, runs * 20, array_fill(20, array[runs]), to_timestamp(slot * 300)
     from generate_series(floor(extract(epoch from now()) / 300)::bigint - 13, floor(extract(epoch from now()) / 300)::bigint - 2) as slot,
          health.check_states, (select least(300, 300000 / $1::integer) as runs) as pace
     where due_at is not null
     on conflict (check_id, created_at) do nothing`,
    [interval],
  );
  await database.query('analyze health.check_statuses, health.check_statuses_5m');
}
