import type { Job } from '../../jobs/index.ts';

/** Rebuilds the last hours of the hourly and the last days of the daily roll-up from the finer one; running twice changes nothing. */
export const checkStatusRollUp: Job = {
  name: 'check-status-roll-up',
  schedule: '*/5 * * * *',
  async run({ database }) {
    const hours = await database.query(rollUp('check_statuses_1h', 'hour', '3 hours'));
    const days = await database.query(rollUp('check_statuses_1d', 'day', '2 days'));
    const written = (hours.rowCount ?? 0) + (days.rowCount ?? 0);
    return { successes: written, errors: [], summary: { hours: hours.rowCount, days: days.rowCount } };
  },
};

/** Days are UTC. Durations of every run are in the finer table, so percentiles are exact. */
function rollUp(table: string, unit: 'hour' | 'day', span: string): string {
  return `
    with since as (select date_trunc('${unit}', now() - interval '${span}', 'UTC') as at),
    totals as (
      select check_id, date_trunc('${unit}', created_at, 'UTC') as at, sum(total)::int as total, sum(passed)::int as passed,
             sum(failed)::int as failed, sum(duration) as duration
      from health.check_statuses_5m, since where created_at >= since.at group by 1, 2
    ), latency as (
      select check_id, date_trunc('${unit}', created_at, 'UTC') as at,
             percentile_disc(array[0.5, 0.95, 0.97, 0.99]) within group (order by d) as p
      from health.check_statuses_5m, unnest(durations) d, since where created_at >= since.at group by 1, 2
    )
    insert into health.${table} as t (check_id, created_at, total, passed, failed, duration, p50, p95, p97, p99)
    select check_id, at, total, passed, failed, duration, p[1], p[2], p[3], p[4] from totals join latency using (check_id, at)
    on conflict (check_id, created_at) do update set total = excluded.total, passed = excluded.passed, failed = excluded.failed,
      duration = excluded.duration, p50 = excluded.p50, p95 = excluded.p95, p97 = excluded.p97, p99 = excluded.p99
    where t.total is distinct from excluded.total`;
}
