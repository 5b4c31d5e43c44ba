import { hostname } from 'node:os';
import type { JobStatus } from '@watchroom/contract/jobs';
import type { Queryable } from '../platform/database/database.ts';
import { storableJson } from '../platform/text/storable.ts';
import type { JobOutcome } from '../platform/rooms/job.ts';

const MOST_ERRORS = 50;

/** @param ago milliseconds since the run began. */
export async function beginHistory(database: Queryable, name: string, processId: string, ago = 0): Promise<string> {
  const row = await database.query<{ id: string }>(
    `insert into jobs.job_history (name, status, time_start, hostname, process_id)
     values ($1, 'RUNNING', now() - $4 * interval '1 millisecond', $2, $3) returning id`,
    [name, hostname(), processId, ago],
  );
  return row.rows[0]?.id ?? '';
}

/** Ends the row of a run, also of one that was taken for abandoned, and adds one per resource. A repetition changes nothing. */
export async function endHistory(
  database: Queryable,
  id: string,
  outcome: JobOutcome,
  milliseconds: number,
): Promise<void> {
  const resources = (outcome.resources ?? []).map((resource) => ({
    type: resource.type,
    id: resource.id,
    status: statusOf(resource),
    successes: resource.successes,
    errors: resource.errors.length,
    details: detailsOf(resource),
  }));
  await database.query(END, [
    id,
    statusOf(outcome),
    outcome.successes,
    outcome.errors.length,
    storableJson(detailsOf(outcome)),
    Math.round(milliseconds),
    storableJson(resources),
  ]);
}

const END = `
  with ended as (
    update jobs.job_history set status = $2, success_count = $3, error_count = $4, details = $5, time_end = now(),
      duration_millis = $6, process_id = null
    where id = $1 and status in ('RUNNING', 'STOPPED')
    returning name, time_start, time_end, duration_millis, hostname
  )
  insert into jobs.job_history (name, resource_type, resource_id, status, success_count, error_count, details, time_start,
                                time_end, duration_millis, hostname)
  select ended.name, r.type, r.id, r.status, r.successes, r.errors, r.details, ended.time_start, ended.time_end,
    ended.duration_millis, ended.hostname
  from ended, jsonb_to_recordset($7::jsonb)
    as r (type text, id text, status text, successes integer, errors integer, details jsonb)`;

function detailsOf({ errors, summary }: Pick<JobOutcome, 'errors' | 'summary'>) {
  return { ...(errors.length > 0 && { errors: errors.slice(0, MOST_ERRORS) }), ...(summary && { summary }) };
}

function statusOf(outcome: Pick<JobOutcome, 'successes' | 'errors'>): JobStatus {
  if (outcome.errors.length === 0) return 'SUCCESS';
  return outcome.successes > 0 ? 'WARNING' : 'FAILED';
}

/** Runs whose process is gone were cut off. @returns how many. */
export async function stopAbandonedRuns(database: Queryable, livingProcesses: readonly string[]): Promise<number> {
  const stopped = await database.query(
    `update jobs.job_history set status = 'STOPPED', time_end = now(), process_id = null
     where status = 'RUNNING' and not (process_id = any($1::uuid[]))`,
    [livingProcesses],
  );
  return stopped.rowCount ?? 0;
}

/** Successes of one job for one resource that are kept; all else stays for {@link KEEP_DAYS} days. */
const KEEP_SUCCESSES = 5;
const KEEP_DAYS = 7;

/** Every non-success is kept seven days, successes are thinned per resource. @returns rows deleted. */
export async function thinHistory(database: Queryable): Promise<number> {
  const thinned = await database.query(
    `delete from jobs.job_history h using (
       select id, row_number() over (partition by name, resource_type, resource_id order by created_at desc) as place
       from jobs.job_history where status = 'SUCCESS'
     ) s where h.id = s.id and s.place > ${KEEP_SUCCESSES}`,
  );
  const old = await database.query(
    `delete from jobs.job_history where created_at < now() - interval '${KEEP_DAYS} days' and status <> 'RUNNING'`,
  );
  return (thinned.rowCount ?? 0) + (old.rowCount ?? 0);
}
