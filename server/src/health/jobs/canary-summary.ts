import type { Job } from '../../platform/rooms/job.ts';

/** One row of the history per canary and hour that tells how its runs went; never one per result. */
export const canarySummary: Job = {
  name: 'canary-summary',
  schedule: '1 * * * *',
  async run({ database }) {
    const written = await database.query(SUMMARISE);
    return { successes: written.rowCount ?? 0, errors: [] };
  },
};

const SUMMARISE = `
  with span as (
    select date_trunc('hour', now()) - interval '1 hour' as first, date_trunc('hour', now()) as last
  ), runs as (
    select c.canary_id, sum(b.passed)::int as passed, sum(b.failed)::int as failed, sum(b.duration) as duration
    from span, health.check_statuses_5m b join health.checks c on c.id = b.check_id
    where b.created_at >= span.first and b.created_at < span.last
    group by c.canary_id
  )
  insert into jobs.job_history (name, resource_type, resource_id, success_count, error_count, status, time_start, time_end,
                                duration_millis, details)
  select 'canary', 'canary', canary_id::text, passed, failed,
    case when failed = 0 then 'SUCCESS' when passed = 0 then 'FAILED' else 'WARNING' end,
    span.first, span.last, least(duration, 2147483647), jsonb_build_object('summary', jsonb_build_object('passed', passed, 'failed', failed))
  from runs, span
  where not exists (select from jobs.job_history h
                    where h.resource_type = 'canary' and h.resource_id = canary_id::text and h.time_start = span.first)`;
