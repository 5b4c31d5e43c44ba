import type { Database, Queryable } from '../../platform/database/database.ts';
import { announceChange } from '../../platform/changes/changes.ts';
import type { FinishedRun } from './result-writer.ts';

/** No partition holds the row (PostgreSQL reports it as a violated check). */
const NO_PARTITION = '23514';

/**
 * Stores a batch in one transaction: raw rows, five-minute roll-up, states, transitions with their events, one message to
 * the browsers. Results without a partition or without a check go to the side table and fail nothing.
 */
export async function writeResults(database: Database, runs: readonly FinishedRun[]): Promise<void> {
  try {
    await database.transaction((transaction) => writeBatch(transaction, runs));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === NO_PARTITION)) throw error;
    await database.transaction(async (transaction) => {
      await createPartitionsNow(transaction);
      const inRange = await withPartition(transaction, runs);
      const placeless = runs.filter((run) => !inRange.has(run));
      await writeLate(transaction, placeless);
      await writeBatch(
        transaction,
        runs.filter((run) => inRange.has(run)),
      );
    });
  }
}

async function writeBatch(transaction: Queryable, runs: readonly FinishedRun[]): Promise<void> {
  if (runs.length === 0) return;
  const known = await transaction.query<{ check_id: string }>(
    'select check_id from health.check_states where check_id = any($1::uuid[]) order by check_id for no key update',
    [runs.map((run) => run.check_id)],
  );
  const ids = new Set(known.rows.map((row) => row.check_id));
  const orphans = runs.filter((run) => !ids.has(run.check_id));
  if (orphans.length > 0) await writeLate(transaction, orphans);
  const rows = runs.filter((run) => ids.has(run.check_id));
  if (rows.length === 0) return;

  await transaction.query(INSERT_STATUSES, statusColumns(rows));
  await transaction.query(ROLL_UP, [JSON.stringify(fiveMinuteBuckets(rows))]);
  const changed = await transaction.query<{ check_id: string; moved: boolean }>(UPDATE_STATES, [
    JSON.stringify(newestPerCheck(rows)),
  ]);
  const transitions = changed.rows.filter((row) => row.moved).map((row) => row.check_id);
  await announceChange(transaction, 'checks', transitions);
  await announceChange(
    transaction,
    'check_statuses',
    changed.rows.map((row) => row.check_id),
  );
}

const INSERT_STATUSES = `
  insert into health.check_statuses (check_id, time, status, invalid, duration, message, error, details, severity)
  select * from unnest($1::uuid[], $2::timestamptz[], $3::boolean[], $4::boolean[], $5::integer[], $6::text[], $7::text[],
                       $8::jsonb[], $9::text[])
  on conflict (check_id, time) do nothing`;

const ROLL_UP = `
  insert into health.check_statuses_5m as b (check_id, created_at, total, passed, failed, duration, durations, last_pass, last_fail)
  select check_id, created_at, total, passed, failed, duration, durations, last_pass, last_fail
  from jsonb_to_recordset($1) as r (check_id uuid, created_at timestamptz, total integer, passed integer, failed integer,
                                    duration bigint, durations integer[], last_pass timestamptz, last_fail timestamptz)
  on conflict (check_id, created_at) do update set
    total = b.total + excluded.total, passed = b.passed + excluded.passed, failed = b.failed + excluded.failed,
    duration = b.duration + excluded.duration, durations = b.durations || excluded.durations,
    last_pass = greatest(b.last_pass, excluded.last_pass), last_fail = greatest(b.last_fail, excluded.last_fail)`;

/** The event is written only for a change of a known status and for a first failure: a check that starts healthy is no news. */
const UPDATE_STATES = `
  with input as (
    select * from jsonb_to_recordset($1) as r (check_id uuid, time timestamptz, status text, duration integer, message text,
                                               next_due timestamptz)
  ), before as (
    select s.check_id, s.status from health.check_states s join input using (check_id)
  ), written as (
    update health.check_states s set
      status = input.status,
      last_runtime = greatest(s.last_runtime, input.time),
      last_transition_time = case when s.status is distinct from input.status then input.time else s.last_transition_time end,
      last_duration = input.duration,
      last_message = input.message,
      due_at = case when input.next_due is null or s.due_at is null then s.due_at else greatest(s.due_at, input.next_due) end,
      lease_until = case when input.next_due is null then s.lease_until end
    from input join before using (check_id)
    where s.check_id = input.check_id
    returning s.check_id, before.status as old, s.status as new
  ), event as (
    insert into jobs.event_queue (name, properties)
    select case new when 'healthy' then 'check.passed' else 'check.failed' end, jsonb_build_object('id', check_id)
    from written where old is distinct from new and (old is not null or new = 'unhealthy')
    on conflict on constraint event_queue_name_properties_key
      do update set created_at = now(), last_attempt = null, attempts = 0, error = null
  )
  select check_id, old is distinct from new as moved from written`;

function statusColumns(rows: readonly FinishedRun[]): unknown[] {
  return [
    rows.map((row) => row.check_id),
    rows.map((row) => row.time),
    rows.map((row) => row.result.pass),
    rows.map((row) => row.result.invalid),
    rows.map((row) => row.result.duration),
    rows.map((row) => row.result.message || null),
    rows.map((row) => row.result.error || null),
    rows.map((row) => detailsOf(row)),
    rows.map((row) => row.severity),
  ];
}

/** Data is kept for failures, where somebody will look at it; ten thousand passing answers a minute would fill the disk. */
function detailsOf(row: FinishedRun): string | null {
  if (row.result.pass || Object.keys(row.result.data).length === 0) return null;
  return JSON.stringify(row.result.data).replaceAll('\\u0000', '\\\\0');
}

/** Invalid results are unhealthy, but do not enter uptime (engine reference 3.2). */
function fiveMinuteBuckets(rows: readonly FinishedRun[]) {
  const buckets = new Map<string, ReturnType<typeof emptyBucket>>();
  for (const { check_id, time, result } of rows) {
    if (result.invalid) continue;
    const created_at = new Date(Math.floor(Date.parse(time) / 300_000) * 300_000).toISOString();
    const key = check_id + created_at;
    const bucket = buckets.get(key) ?? emptyBucket(check_id, created_at);
    buckets.set(key, bucket);
    bucket.total += 1;
    bucket.duration += result.duration;
    bucket.durations.push(result.duration);
    if (result.pass) {
      bucket.passed += 1;
      bucket.last_pass = later(bucket.last_pass, time);
    } else {
      bucket.failed += 1;
      bucket.last_fail = later(bucket.last_fail, time);
    }
  }
  return [...buckets.values()];
}

function emptyBucket(check_id: string, created_at: string) {
  return {
    check_id,
    created_at,
    total: 0,
    passed: 0,
    failed: 0,
    duration: 0,
    durations: [] as number[],
    last_pass: null as string | null,
    last_fail: null as string | null,
  };
}

function later(a: string | null, b: string): string {
  return a !== null && a > b ? a : b;
}

function newestPerCheck(rows: readonly FinishedRun[]) {
  const newest = new Map<string, FinishedRun>();
  for (const row of rows) {
    const held = newest.get(row.check_id);
    if (!held || held.time <= row.time) newest.set(row.check_id, row);
  }
  return [...newest.values()].map(({ check_id, time, result, next_due }) => ({
    check_id,
    time,
    status: result.pass ? 'healthy' : 'unhealthy',
    duration: result.duration,
    message: (result.error || result.message).slice(0, 500).toWellFormed(),
    next_due: next_due ?? dueOf(rows, check_id),
  }));
}

/** A run on request may be the newest of its batch; the scheduled one beside it still moves the schedule on. */
function dueOf(rows: readonly FinishedRun[], checkId: string): string | null {
  return rows.find((row) => row.check_id === checkId && row.next_due !== null)?.next_due ?? null;
}

async function writeLate(transaction: Queryable, rows: readonly FinishedRun[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction.query(
    `insert into health.check_statuses_late (check_id, time, status, invalid, duration, message, error, details)
     select * from unnest($1::uuid[], $2::timestamptz[], $3::boolean[], $4::boolean[], $5::integer[], $6::text[], $7::text[], $8::jsonb[])`,
    statusColumns(rows).slice(0, 8),
  );
}

/** The job that makes partitions a week ahead may have been down for a week: results of now must not be lost to that. */
async function createPartitionsNow(transaction: Queryable): Promise<void> {
  for (const table of ['check_statuses', 'check_statuses_5m'])
    await transaction.query(
      `select health.create_partitions($1, (now() at time zone 'UTC')::date - 1, (now() at time zone 'UTC')::date + 1)`,
      [table],
    );
}

/** Those whose day has a partition of both tables. */
async function withPartition(transaction: Queryable, runs: readonly FinishedRun[]): Promise<Set<FinishedRun>> {
  const days = [...new Set(runs.map((run) => run.time.slice(0, 10)))];
  const found = await transaction.query<{ day: string }>(
    `select day from unnest($1::text[]) day
     where to_regclass('health.check_statuses_' || replace(day, '-', '')) is not null
       and to_regclass('health.check_statuses_5m_' || replace(day, '-', '')) is not null`,
    [days],
  );
  const present = new Set(found.rows.map((row) => row.day));
  return new Set(runs.filter((run) => present.has(run.time.slice(0, 10))));
}
