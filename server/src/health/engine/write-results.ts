import { enqueueSql } from '../../jobs/index.ts';
import { announceSql } from '../../platform/changes/changes.ts';
import type { Queryable, TimedDatabase } from '../../platform/database/database.ts';
import { fiveMinuteBuckets, keyOf, stateRows, statusColumns } from './result-rows.ts';
import type { FinishedRun } from './finished-run.ts';
import { deleteVanished, storeTransformed } from './store-transformed.ts';

/** No partition holds the row (PostgreSQL reports it as a violated check). */
const NO_PARTITION = '23514';

/**
 * Stores a batch in one transaction: raw rows, five-minute roll-up, states, transitions with their events, one message to
 * the browsers; and before all that the checks that transforms make. Results without a partition or without a check go to the side table and fail nothing. A batch that is
 * written twice, because its first answer was lost, counts once.
 */
export async function writeResults(database: TimedDatabase, runs: readonly FinishedRun[]): Promise<void> {
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
      // A clock that is days off must not keep a check due for ever.
      await transaction.query(MOVE_ON, [JSON.stringify(stateRows(placeless))]);
    });
  }
}

async function writeBatch(transaction: Queryable, own: readonly FinishedRun[]): Promise<void> {
  if (own.length === 0) return;
  const transformed = await storeTransformed(transaction, own);
  const runs = [...own, ...transformed.runs];
  // Locked in one order, so that two workers with results of the same checks wait for each other and not both.
  const known = await transaction.query<{ check_id: string }>(
    'select check_id from health.check_states where check_id = any($1::uuid[]) order by check_id for no key update',
    [runs.map((run) => run.check_id)],
  );
  const ids = new Set(known.rows.map((row) => row.check_id));
  const orphans = runs.filter((run) => !ids.has(run.check_id));
  if (orphans.length > 0) await writeLate(transaction, orphans);
  const rows = runs.filter((run) => ids.has(run.check_id));
  if (rows.length === 0) return;

  const stored = await transaction.query<{ check_id: string; time: Date }>(INSERT_STATUSES, statusColumns(rows));
  await transaction.query(ROLL_UP, [JSON.stringify(fiveMinuteBuckets(onlyStored(rows, stored.rows)))]);
  await transaction.query(UPDATE_STATES, [JSON.stringify(stateRows(rows))]);
  await deleteVanished(transaction, transformed.vanished);
}

/** Of runs of one check at one moment the first was stored; one that was there before is in the roll-up already. */
function onlyStored(runs: readonly FinishedRun[], stored: readonly { check_id: string; time: Date }[]): FinishedRun[] {
  const fresh = new Set(stored.map((row) => keyOf(row.check_id, row.time)));
  return runs.filter((run) => fresh.delete(keyOf(run.check_id, new Date(run.time))));
}

const INSERT_STATUSES = `
  insert into health.check_statuses (check_id, time, status, invalid, duration, message, error, details, severity)
  select * from unnest($1::uuid[], $2::timestamptz[], $3::boolean[], $4::boolean[], $5::integer[], $6::text[], $7::text[],
                       $8::jsonb[], $9::text[])
  on conflict (check_id, time) do nothing
  returning check_id, time`;

const ROLL_UP = `
  insert into health.check_statuses_5m as b (check_id, created_at, total, passed, failed, duration, durations, last_pass, last_fail)
  select check_id, created_at, total, passed, failed, duration, durations, last_pass, last_fail
  from jsonb_to_recordset($1) as r (check_id uuid, created_at timestamptz, total integer, passed integer, failed integer,
                                    duration bigint, durations integer[], last_pass timestamptz, last_fail timestamptz)
  on conflict (check_id, created_at) do update set
    total = b.total + excluded.total, passed = b.passed + excluded.passed, failed = b.failed + excluded.failed,
    duration = b.duration + excluded.duration, durations = b.durations || excluded.durations,
    last_pass = greatest(b.last_pass, excluded.last_pass), last_fail = greatest(b.last_fail, excluded.last_fail)`;

const INPUT = `select * from jsonb_to_recordset($1) as r (check_id uuid, time timestamptz, status text, duration integer,
    message text, due timestamptz, next_due timestamptz)`;

/**
 * The schedule moves on only from the moment that the run was claimed for: an edit or a restart that set another moment
 * meanwhile stays.
 */
const PLAN = `select distinct on (check_id) check_id, due, next_due from input where due is not null order by check_id, time desc`;
const NEXT_DUE = `case when s.due_at = plan.due then plan.next_due else s.due_at end`;

const MOVE_ON = `
  with input as (${INPUT}), plan as (${PLAN})
  update health.check_states s set due_at = ${NEXT_DUE}, lease_until = null from plan where s.check_id = plan.check_id`;

/** The event tells the moment of the run, so that who reacts reads that very result, whatever came after it. */
function utc(moment: string): string {
  return `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * A result that is older than the newest one tells nothing about now; a newest one of the future is a clock's mistake. Between the others every change counts, also one that
 * was taken back inside the batch. The event is written for a change of a known status and for a first failure: a check
 * that starts healthy is no news.
 */
const UPDATE_STATES = `
  with input as (${INPUT}), plan as (${PLAN}), fresh as (
    select input.*, lag(input.status, 1, s.status) over (partition by s.check_id order by input.time) as old
    from input join health.check_states s on s.check_id = input.check_id
    where s.last_runtime is null or input.time >= s.last_runtime or s.last_runtime > now() + interval '1 minute'
  ), newest as (
    select distinct on (check_id) check_id, time, status, duration, message from fresh order by check_id, time desc
  ), moves as (
    select check_id, max(time) as at from fresh where old is distinct from status group by check_id
  ), written as (
    update health.check_states s set
      status = coalesce(newest.status, s.status),
      last_runtime = coalesce(newest.time, s.last_runtime),
      last_transition_time = coalesce(moves.at, s.last_transition_time),
      last_duration = coalesce(newest.duration, s.last_duration),
      last_message = coalesce(newest.message, s.last_message),
      due_at = case when plan.check_id is null then s.due_at else ${NEXT_DUE} end,
      lease_until = case when plan.check_id is null then s.lease_until end
    from (select distinct check_id from input) touched
    left join newest using (check_id) left join moves using (check_id) left join plan using (check_id)
    where s.check_id = touched.check_id
    returning s.check_id, moves.check_id is not null as moved
  ), news as (
    select case fresh.status when 'healthy' then 'check.passed' else 'check.failed' end as name,
      jsonb_build_object('id', fresh.check_id, 'last_runtime', ${utc('fresh.time')}) as properties
    from fresh join health.checks c on c.id = fresh.check_id and c.deleted_at is null
    where old is distinct from fresh.status and (old is not null or fresh.status = 'unhealthy')
  ), told as (${enqueueSql('news')})
  select ${announceSql('checks', 'check_id', 'written where moved')},
         ${announceSql('check_statuses', 'check_id', 'written')}`;

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
