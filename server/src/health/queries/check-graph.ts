import type { CheckGraph, GraphPoint } from '@watchroom/contract/health';
import type { Queryable } from '../../platform/database/database.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Finer tables than the hourly one hold at least this much (retention). */
const FINE_KEPT = 2 * DAY;

/**
 * Bucket widths by window (engine reference 3.5), and the finest table that still holds such a window.
 * @param age how long ago the window begins, in milliseconds.
 */
function planOf(window: number, age: number): { width: number; source: 'raw' | '5m' | '1h' } {
  if (age > FINE_KEPT) return { width: window > 7 * DAY ? 4 * HOUR : HOUR, source: '1h' };
  if (window <= 2 * HOUR) return { width: MINUTE, source: 'raw' };
  if (window <= DAY) return { width: 15 * MINUTE, source: '5m' };
  if (window <= 7 * DAY) return { width: HOUR, source: '1h' };
  return { width: 4 * HOUR, source: '1h' };
}

const SOURCES = {
  raw: `select time as at, case when status then 1 else 0 end as passed, case when status then 0 else 1 end as failed,
          duration::bigint as duration, array[duration] as durations, null::int[] as p
        from api.check_statuses where check_id = $1 and time >= $2 and time < $3 and invalid is not true`,
  '5m': `select created_at as at, passed, failed, duration, durations, null::int[] as p
         from api.check_statuses_5m where check_id = $1 and created_at >= $2 and created_at < $3`,
  '1h': `select created_at as at, passed, failed, duration, null::int[] as durations, array[p95, p97, p99] as p
         from api.check_statuses_1h where check_id = $1 and created_at >= $2 and created_at < $3`,
} as const;

interface Bucket {
  time: Date;
  passed: number;
  failed: number;
  duration: number;
  p95: number | null;
}

interface Totals {
  passed: number | null;
  failed: number | null;
  average: number | null;
  p: (number | null)[] | null;
}

/** Exact from durations; of hours, whose durations are gone, the highest of a bucket and the mean hour of the whole window. */
function statements(source: keyof typeof SOURCES): { buckets: string; totals: string } {
  const rows = `with rows as materialized (${SOURCES[source]})`;
  const isExact = source !== '1h';
  const latency = isExact ? 'left join lateral unnest(r.durations) d on true' : '';
  return {
    buckets: `${rows}, placed as (
        select date_bin($4 * interval '1 millisecond', at + $4 / 2 * interval '1 millisecond', 'epoch'::timestamptz) as time, * from rows
      ), counted as (
        select time, sum(passed)::int as passed, sum(failed)::int as failed,
          coalesce(round(sum(duration) / nullif(sum(passed + failed), 0)), 0)::int as duration
        from placed group by time
      ), slow as (
        select time, ${isExact ? 'percentile_disc(0.95) within group (order by d)' : 'max(r.p[1])'}::int as p95
        from placed r ${latency} group by time
      )
      select time, passed, failed, duration, p95 from counted join slow using (time) order by time`,
    totals: `${rows}
      select (select sum(passed)::int from rows) as passed, (select sum(failed)::int from rows) as failed,
        (select round(sum(duration) / nullif(sum(passed + failed), 0))::int from rows) as average,
        (select ${
          isExact
            ? 'percentile_disc(array[0.95, 0.97, 0.99]) within group (order by d)'
            : `case when sum(passed + failed) > 0 then array[${[1, 2, 3].map((place) => `round(sum(p[${place}]::bigint * (passed + failed)) / sum(passed + failed))::int`).join(', ')}] end`
        } from rows r ${latency}) as p`,
  };
}

/**
 * Status and latency of one check over a window, in buckets around multiples of their width.
 * @param from milliseconds since the epoch, as `to` and `now`.
 */
export async function readGraph(
  reader: Queryable,
  checkId: string,
  from: number,
  to: number,
  now: number,
): Promise<CheckGraph> {
  const began = performance.now();
  const { width, source } = planOf(to - from, now - from);
  const range = [checkId, new Date(from).toISOString(), new Date(to).toISOString()];
  const sql = statements(source);
  const buckets = await reader.query<Bucket>(sql.buckets, [...range, width]);
  const totals = await reader.query<Totals>(sql.totals, range);
  const { passed, failed, average, p } = totals.rows[0] ?? { passed: 0, failed: 0, average: 0, p: null };
  const [p95, p97, p99] = p ?? [];
  return {
    duration: Math.round(performance.now() - began),
    runnerName: 'local',
    status: buckets.rows.map(pointOf),
    latency: { ...given({ p95, p97, p99 }), rolling1h: average ?? 0 },
    uptime: { passed: passed ?? 0, failed: failed ?? 0 },
  };
}

/** Zeros and false are left out, as clients of this interface expect (wire contract H6). */
function pointOf({ time, passed, failed, duration, p95 }: Bucket): GraphPoint {
  return {
    time: time.toISOString(),
    ...(failed === 0 ? { status: true as const } : {}),
    duration,
    p95: p95 ?? duration,
    ...(passed > 0 ? { passed } : {}),
    ...(failed > 0 ? { failed } : {}),
  };
}

function given(values: Record<'p95' | 'p97' | 'p99', number | null | undefined>): {
  p95?: number;
  p97?: number;
  p99?: number;
} {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}
