import type { Job } from '../../platform/rooms/job.ts';
import type { Database } from '../../platform/database/database.ts';

const NAME = 'check-status-roll-up';
/** The five-minute table holds two whole days before today; older ones that were not rolled up wait there. */
const FINE_DAYS = 2;
/** Checks of one statement: each sorts its own runs in memory, and no statement runs for long. */
const CHECKS_AT_ONCE = 1_000;

/**
 * Rebuilds the hours since the last run, and the one before, and each day that is over and not complete, from the
 * five-minute table, back to its oldest row. Running twice changes nothing. Today has hours only: a day of ten thousand
 * checks is thirty million durations, which are sorted once.
 */
export const checkStatusRollUp: Job = {
  name: NAME,
  schedule: '*/5 * * * *',
  async run({ database, signal }) {
    let hours = await rollUp(database, 'hour', { first: await firstHour(database), end: null }, signal);
    let days = 0;
    for (const { first, end, stale_hours, stale_day } of await incompleteDays(database)) {
      // Hours first: a day that is complete may lose its five minutes.
      if (stale_hours) hours += await rollUp(database, 'hour', { first, end }, signal);
      if (stale_day) days += await rollUp(database, 'day', { first, end }, signal);
    }
    return { successes: hours + days, errors: [], summary: { hours, days } };
  },
};

/** An hour is rebuilt until one run began after its end: what was written late, or while nothing ran here, is counted too. */
async function firstHour(database: Database): Promise<string> {
  const found = await database.query<{ first: string }>(
    `select to_char(greatest(date_trunc('day', now(), 'UTC') - interval '${FINE_DAYS} days',
       date_trunc('hour', least(now(), coalesce(max(time_start), '-infinity')), 'UTC') - interval '1 hour') at time zone 'UTC',
       'YYYY-MM-DD"T"HH24:MI:SS"Z"') as first
     from jobs.job_history where name = '${NAME}' and status = 'SUCCESS'`,
  );
  return found.rows[0]?.first ?? new Date(0).toISOString();
}

interface Range {
  readonly first: string;
  /** Exclusive; null for all that follows. */
  readonly end: string | null;
}

/**
 * Days that are over and whose hours or day differ from the five-minute rows. The last days are compared hours against day,
 * which is cheap; where that differs, and for days that the five-minute table holds beyond its time, its rows are added up.
 * Checks that are gone are not rolled up any more and count nowhere.
 */
async function incompleteDays(database: Database): Promise<(Range & { stale_hours: boolean; stale_day: boolean })[]> {
  const iso = (moment: string) => `to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  const found = await database.query<Range & { end: string; stale_hours: boolean; stale_day: boolean }>(
    `with days as (
       select day, ${totalOf('check_statuses_1h')} as hours, ${totalOf('check_statuses_1d')} as whole
       from generate_series((select date_trunc('day', min(created_at), 'UTC') from health.check_statuses_5m),
                            date_trunc('day', now(), 'UTC') - interval '24 hours', interval '24 hours') day
     ), compared as (
       select *, case when hours <> whole or day < date_trunc('day', now(), 'UTC') - interval '${FINE_DAYS * 24} hours'
                 then ${totalOf('check_statuses_5m')} end as fine
       from days
     )
     select ${iso('day')} as first, ${iso(`day + interval '24 hours'`)} as end, fine <> hours as stale_hours, fine <> whole as stale_day
     from compared where fine <> hours or fine <> whole order by day`,
  );
  return found.rows;
}

/** Runs of the UTC day that begins at `day`, in one of the roll-ups, as an SQL expression. */
export function totalOf(table: string): string {
  return `(select coalesce(sum(total), 0) from health.${table} r
    where r.created_at >= day and r.created_at < day + interval '24 hours'
      and exists (select from health.check_states s where s.check_id = r.check_id))`;
}

/** @returns rows written. */
async function rollUp(
  database: Database,
  unit: keyof typeof UPSERTS,
  { first, end }: Range,
  signal: AbortSignal,
): Promise<number> {
  let written = 0;
  for (let after: string | null = null; ; ) {
    signal.throwIfAborted();
    const batch: { id: string }[] = (
      await database.query<{ id: string }>(
        `select check_id as id from health.check_states where $1::uuid is null or check_id > $1 order by check_id limit ${CHECKS_AT_ONCE}`,
        [after],
      )
    ).rows;
    if (batch.length === 0) return written;
    const result = await database.query(UPSERTS[unit], [batch.map((row) => row.id), first, end]);
    written += result.rowCount ?? 0;
    after = batch.at(-1)?.id ?? null;
  }
}

const UPSERTS = { hour: upsert('check_statuses_1h', 'hour'), day: upsert('check_statuses_1d', 'day') } as const;

/** Hours and days are UTC. Durations of every run are in the finer table, so percentiles are exact. */
function upsert(table: string, unit: 'hour' | 'day'): string {
  return `
    insert into health.${table} as t (check_id, created_at, total, passed, failed, duration, p50, p95, p97, p99)
    select wanted.id, r.at, r.total, r.passed, r.failed, r.duration, r.p[1], r.p[2], r.p[3], r.p[4]
    from unnest($1::uuid[]) as wanted (id)
    cross join lateral (
      with fine as materialized (
        select date_trunc('${unit}', created_at, 'UTC') as at, total, passed, failed, duration, durations
        from health.check_statuses_5m b
        where b.check_id = wanted.id and b.created_at >= $2::timestamptz
          and ($3::timestamptz is null or b.created_at < $3::timestamptz)
      ), totals as (
        select at, sum(total)::int as total, sum(passed)::int as passed, sum(failed)::int as failed, sum(duration) as duration
        from fine group by at
      ), latency as (
        select at, percentile_disc(array[0.5, 0.95, 0.97, 0.99]) within group (order by d) as p
        from fine, unnest(durations) d group by at
      )
      select * from totals join latency using (at)
    ) r
    on conflict (check_id, created_at) do update set total = excluded.total, passed = excluded.passed, failed = excluded.failed,
      duration = excluded.duration, p50 = excluded.p50, p95 = excluded.p95, p97 = excluded.p97, p99 = excluded.p99
    where (t.total, t.passed, t.duration) is distinct from (excluded.total, excluded.passed, excluded.duration)`;
}
