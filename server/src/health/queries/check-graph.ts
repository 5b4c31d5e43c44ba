import type { CheckGraph, GraphPoint } from '@watchroom/contract/health';
import type { Queryable } from '../../platform/database/database.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Bucket widths by window (engine reference 3.5), and the finest table that still holds such a window. */
function planOf(window: number): { width: number; source: 'raw' | '5m' | '1h' } {
  if (window <= 2 * HOUR) return { width: MINUTE, source: 'raw' };
  if (window <= DAY) return { width: 15 * MINUTE, source: '5m' };
  if (window <= 7 * DAY) return { width: HOUR, source: '1h' };
  return { width: 4 * HOUR, source: '1h' };
}

const SOURCES = {
  raw: `select time as at, case when status then 1 else 0 end as passed, case when status then 0 else 1 end as failed,
          duration::bigint as duration, array[duration] as durations
        from api.check_statuses where check_id = $1 and time >= $2 and time < $3 and invalid is not true`,
  '5m': `select created_at as at, passed, failed, duration, durations
         from api.check_statuses_5m where check_id = $1 and created_at >= $2 and created_at < $3`,
  '1h': `select created_at as at, passed, failed, duration, array[p50, p95, p99] as durations
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

/**
 * Status and latency of one check over a window, in buckets around multiples of their width.
 * @param from milliseconds since the epoch, as `to`.
 */
export async function readGraph(reader: Queryable, checkId: string, from: number, to: number): Promise<CheckGraph> {
  const began = performance.now();
  const { width, source } = planOf(to - from);
  const range = [checkId, new Date(from).toISOString(), new Date(to).toISOString()];
  const buckets = await reader.query<Bucket>(
    `with rows as (${SOURCES[source]}),
     placed as (select date_bin($4 * interval '1 millisecond', at + $4 / 2 * interval '1 millisecond', 'epoch'::timestamptz) as time, * from rows)
     select p.time, sum(p.passed)::int as passed, sum(p.failed)::int as failed,
       coalesce(round(sum(p.duration) / nullif(sum(p.passed + p.failed), 0)), 0)::int as duration,
       (select percentile_disc(0.95) within group (order by d) from placed q, unnest(q.durations) d where q.time = p.time)::int as p95
     from placed p group by p.time order by p.time`,
    [...range, width],
  );
  const totals = await reader.query<Totals>(
    `with rows as (${SOURCES[source]})
     select (select sum(passed)::int from rows) as passed, (select sum(failed)::int from rows) as failed,
       (select round(sum(duration) / nullif(sum(passed + failed), 0))::int from rows) as average,
       (select percentile_disc(array[0.95, 0.97, 0.99]) within group (order by d) from rows, unnest(durations) d) as p`,
    range,
  );
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

function given(values: Record<'p95' | 'p97' | 'p99', number | null | undefined>): { p95?: number; p97?: number; p99?: number } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}
