import type { Coverage } from '@watchroom/contract/health';
import type { Queryable } from '../../platform/database/database.ts';

/** Late is a last run older than twice the interval; the margin is what a run and its batch take. */
const MARGIN = `interval '15 seconds'`;
/** A calendar schedule has long gaps: it is also late when its moment passed longer ago than any run with retries takes. */
const OVERDUE = `interval '65 minutes'`;

/** Clocks differ by less; a last run further ahead was stamped by a wrong one. */
const AHEAD = `interval '1 minute'`;

const COVERAGE = `
  with live as (
    select problem is not null as broken, interval_ms, last_runtime, first_due_at, next_runtime
    from api.check_list where deleted_at is null
  ), judged as (
    select broken,
      not broken and interval_ms is not null as scheduled,
      last_runtime is null and first_due_at < now() - ${MARGIN} as never,
      last_runtime < now() - 2 * interval_ms * interval '1 millisecond' - ${MARGIN}
        or (last_runtime is not null and next_runtime < now() - ${OVERDUE})
        or last_runtime > now() + ${AHEAD}
        or next_runtime > now() + 2 * interval_ms * interval '1 millisecond' as late
    from live
  )
  select (count(*) filter (where scheduled))::int as scheduled,
    (count(*) filter (where scheduled and not coalesce(never, false) and not coalesce(late, false)))::int as on_time,
    (count(*) filter (where scheduled and late and not coalesce(never, false)))::int as late,
    (count(*) filter (where scheduled and never))::int as never_run,
    (count(*) filter (where broken))::int as not_runnable
  from judged`;

/** Whether the watcher watches. A check whose first run is not due yet counts as on time. */
export async function readCoverage(reader: Queryable): Promise<Coverage> {
  const result = await reader.query<Omit<Coverage, 'ratio'>>(COVERAGE);
  const numbers = result.rows[0] ?? { scheduled: 0, on_time: 0, late: 0, never_run: 0, not_runnable: 0 };
  return { ...numbers, ratio: numbers.scheduled === 0 ? 1 : numbers.on_time / numbers.scheduled };
}
