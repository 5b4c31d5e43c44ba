import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import type { Job } from '../../platform/rooms/job.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { claimDueChecks } from '../engine/claim.ts';
import { numberOf, seedChecks } from '../testing/seed.ts';
import { canariesAreApplied, canaryReapply } from './canary-reapply.ts';
import { canarySummary } from './canary-summary.ts';
import { createPartitions } from './partitions.ts';
import { checkStatusRetention } from './retention.ts';
import { checkStatusRollUp } from './roll-up.ts';

const DAY = 86_400_000;
let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from health.canaries');
  await database.query(
    'truncate health.check_statuses, health.check_statuses_5m, health.check_statuses_1h, health.check_statuses_1d, jobs.job_history, platform.settings',
  );
});

const run = (job: Job) =>
  job.run({ database, clock: systemClock, log: silentLog, signal: new AbortController().signal }, {});

/** Raw rows every `step` seconds since `from` (an interval ago), rolled up by five minutes as the engine does it. */
async function runsSince(ids: readonly string[], from: string, step = 20, days = 4): Promise<void> {
  await database.query(
    `select health.create_partitions(t, (now() at time zone 'UTC')::date - $1::int, (now() at time zone 'UTC')::date + 1) from unnest(array['check_statuses', 'check_statuses_5m']) t`,
    [days],
  );
  await database.query(
    `insert into health.check_statuses (check_id, time, status, invalid, duration)
     select id, at, (extract(epoch from at)::bigint / $3::int) % 11 <> 0, false, ((extract(epoch from at)::bigint * 7919) % 997)::int
     from unnest($1::uuid[]) id, generate_series(now() - $2::interval, now(), $3::int * interval '1 second') at`,
    [ids, from, step],
  );
  await database.query(
    `insert into health.check_statuses_5m (check_id, created_at, total, passed, failed, duration, durations)
     select check_id, date_bin('5 minutes', time, 'epoch'), count(*), count(*) filter (where status), count(*) filter (where not status), sum(duration), array_agg(duration)
     from health.check_statuses group by 1, 2 on conflict do nothing`,
  );
}

const rolled = (table: string) => database.query(`select * from health.${table} order by check_id, created_at`);
const exact = (unit: string, where: string) =>
  database.query(
    `select check_id, date_trunc('${unit}', time, 'UTC') as created_at, count(*)::int as total, (count(*) filter (where status))::int as passed,
       (count(*) filter (where not status))::int as failed, sum(duration)::bigint as duration,
       percentile_disc(0.5) within group (order by duration) as p50, percentile_disc(0.95) within group (order by duration) as p95,
       percentile_disc(0.97) within group (order by duration) as p97, percentile_disc(0.99) within group (order by duration) as p99
     from health.check_statuses where ${where} group by 1, 2 order by 1, 2`,
  );

describe('the roll-up', () => {
  it('of hours equals the raw rows, percentiles too, and running twice changes nothing', async () => {
    await runsSince(await seedChecks(database, 3), '5 hours');
    await run(checkStatusRollUp);
    const first = await rolled('check_statuses_1h');
    expect(first.rows).toEqual((await exact('hour', 'true')).rows);
    expect(first.rows.length).toBeGreaterThanOrEqual(15);
    const again = await run(checkStatusRollUp);
    expect(again.summary).toEqual({ hours: 0, days: 0 });
    expect((await rolled('check_statuses_1h')).rows).toEqual(first.rows);
  });

  it('of days equals the raw rows of every day that is over, once', async () => {
    await runsSince(await seedChecks(database, 2), '49 hours', 300);
    await run(checkStatusRollUp);
    const days = await rolled('check_statuses_1d');
    const today = `date_trunc('day', now(), 'UTC')`;
    expect(days.rows).toEqual((await exact('day', `time < ${today}`)).rows);
    expect(days.rows.length).toBeGreaterThanOrEqual(4);
    expect((await run(checkStatusRollUp)).summary).toMatchObject({ days: 0 });
  });

  it('catches up with hours in which nothing ran here, and takes up what was written late', async () => {
    const ids = await seedChecks(database, 1);
    await runsSince(ids, '9 hours', 60);
    await database.query(
      `insert into jobs.job_history (name, status, time_start) values ('check-status-roll-up', 'SUCCESS', now() - interval '8 hours')`,
    );
    await run(checkStatusRollUp);
    expect((await rolled('check_statuses_1h')).rows).toEqual((await exact('hour', 'true')).rows);
    await database.query(
      `insert into jobs.job_history (name, status, time_start) values ('check-status-roll-up', 'SUCCESS', now())`,
    );
    await database.query(
      `update health.check_statuses_5m set total = total + 1, passed = passed + 1, durations = durations || 5 where created_at = (select max(created_at) from health.check_statuses_5m)`,
    );
    await run(checkStatusRollUp);
    expect(await numberOf(database, 'select sum(total) as n from health.check_statuses_1h')).toBe(
      await numberOf(database, 'select sum(total) as n from health.check_statuses_5m'),
    );
  });
});

describe('a stop of a week', () => {
  const today = `date_trunc('day', now(), 'UTC')`;
  const fineDays = (days: number) =>
    numberOf(
      database,
      `select count(distinct date_trunc('day', created_at, 'UTC')) as n from health.check_statuses_5m
       where created_at >= ${today} - $1 * interval '24 hours' and created_at < ${today}`,
      [days],
    );

  it('loses no day: the five minutes stay until their hours and their day are made', async () => {
    await runsSince(await seedChecks(database, 2), '150 hours', 300, 8);
    await database.query(
      `insert into jobs.job_history (name, status, time_start) values ('check-status-roll-up', 'SUCCESS', now())`,
    );
    const before = await fineDays(8);
    await run(checkStatusRetention(30 * DAY));
    expect(await fineDays(8)).toBe(before);
    await database.query(`update jobs.job_history set time_start = now() - interval '6 days'`);
    await run(checkStatusRollUp);
    expect((await rolled('check_statuses_1d')).rows).toEqual((await exact('day', `time < ${today}`)).rows);
    expect((await rolled('check_statuses_1h')).rows).toEqual((await exact('hour', 'true')).rows);
    expect((await run(checkStatusRollUp)).summary).toMatchObject({ days: 0 });
    await run(checkStatusRetention(30 * DAY));
    expect(await fineDays(8)).toBe(2);
  });

  it('keeps five minutes that nobody rolls up for two weeks and no longer', async () => {
    await runsSince(await seedChecks(database, 1), '480 hours', 3_600, 21);
    await run(checkStatusRetention(30 * DAY));
    expect(await fineDays(21)).toBe(14);
  });

  it('leaves no day to be made again and again for checks that are gone or for what was written late', async () => {
    const [gone = '', stays = ''] = await seedChecks(database, 2);
    await runsSince([gone, stays], '80 hours', 600);
    await run(checkStatusRollUp);
    await database.query(`delete from health.check_statuses_1d where check_id = $1`, [gone]);
    await database.query(`delete from health.checks where id = $1`, [gone]);
    await database.query(
      `insert into jobs.job_history (name, status, time_start) values ('check-status-roll-up', 'SUCCESS', now())`,
    );
    expect((await run(checkStatusRollUp)).summary).toEqual({ hours: 0, days: 0 });
    await run(checkStatusRetention(30 * DAY));
    expect(await fineDays(8)).toBe(2);
    // A late result, in the day already and not yet in its hour.
    const yesterday = `(select max(created_at) from health.check_statuses_5m where created_at < ${today} - interval '12 hours')`;
    await database.query(
      `update health.check_statuses_5m set total = total + 1, passed = passed + 1, durations = durations || 5 where created_at = ${yesterday}`,
    );
    await database.query(
      `update health.check_statuses_1d set total = total + 1, passed = passed + 1 where created_at = ${today} - interval '24 hours'`,
    );
    expect((await run(checkStatusRollUp)).summary).toEqual({ hours: 1, days: 0 });
    expect((await run(checkStatusRollUp)).summary).toEqual({ hours: 0, days: 0 });
  });
});

describe('partitions', () => {
  it('are made from yesterday to a week ahead, and made twice are none', async () => {
    await database.query(
      `select health.drop_partitions(t, '2200-01-01') from unnest(array['check_statuses', 'check_statuses_5m']) t`,
    );
    expect(await createPartitions(database)).toBe(2 * 9);
    expect(await createPartitions(database)).toBe(0);
  });

  it('older than they are kept for are dropped, with the rows of roll-ups and of checks deleted a week ago', async () => {
    const days = (table: string) =>
      database.query<{ age: number }>(
        `select (now() at time zone 'UTC')::date - to_date(right(c.relname, 8), 'YYYYMMDD') as age from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = 'health.${table}'::regclass order by age desc limit 1`,
      );
    await database.query(
      `select health.create_partitions(t, (now() at time zone 'UTC')::date - 12, (now() at time zone 'UTC')::date) from unnest(array['check_statuses', 'check_statuses_5m']) t`,
    );
    const [old = '', young = '', live = ''] = await seedChecks(database, 3);
    await database.query(`update health.checks set deleted_at = now() - interval '8 days' where id = $1`, [old]);
    await database.query(`update health.checks set deleted_at = now() - interval '6 days' where id = $1`, [young]);
    await database.query(
      `insert into health.canaries (name, namespace, spec, deleted_at) values ('gone', 'x', '{}', now() - interval '8 days')`,
    );
    for (const [table, age] of [
      ['check_statuses_1h', 91],
      ['check_statuses_1h', 89],
      ['check_statuses_1d', 271],
      ['check_statuses_1d', 269],
    ] as const)
      await database.query(
        `insert into health.${table} (check_id, created_at, total, passed, failed, duration) values ($1, now() - $2 * interval '1 day', 1, 1, 0, 1)`,
        [live, age],
      );
    const outcome = await run(checkStatusRetention(3 * DAY));
    expect((await days('check_statuses')).rows[0]?.age).toBe(3);
    expect((await days('check_statuses_5m')).rows[0]?.age).toBe(2);
    expect(outcome.summary).toMatchObject({ hours: 1, days: 1, checks: 1, canaries: 1 });
    const left = await database.query<{ id: string }>('select id from health.checks order by name');
    expect(left.rows.map((row) => row.id)).toEqual([young, live]);
  });
});

describe('the summary of canary runs', () => {
  it('writes one row per canary and hour, with an outcome of its own, and twice writes nothing', async () => {
    const [good = ''] = await seedChecks(database, 1);
    const [mixed = ''] = await seedChecks(database, 1);
    const [bad = ''] = await seedChecks(database, 1);
    await runsSince([], '1 hour');
    for (const [id, passed, failed] of [
      [good, 5, 0],
      [mixed, 3, 2],
      [bad, 0, 4],
    ] as const)
      for (const [ago, factor] of [
        ['1 hour', 1],
        ['2 hours', 10],
        ['0 hours', 100],
      ] as const)
        await database.query(
          `insert into health.check_statuses_5m (check_id, created_at, total, passed, failed, duration, durations)
           values ($1, date_trunc('hour', now()) - $2::interval, $3::int + $4::int, $3::int, $4::int, 99, '{}')`,
          [id, ago, passed * factor, failed * factor],
        );
    expect(await run(canarySummary)).toMatchObject({ successes: 3 });
    expect(await run(canarySummary)).toMatchObject({ successes: 0 });
    const rows = await database.query(
      `select status, success_count, error_count, extract(epoch from time_end - time_start)::int as seconds from jobs.job_history where resource_type = 'canary' order by status`,
    );
    expect(rows.rows).toEqual([
      { status: 'FAILED', success_count: 0, error_count: 4, seconds: 3_600 },
      { status: 'SUCCESS', success_count: 5, error_count: 0, seconds: 3_600 },
      { status: 'WARNING', success_count: 3, error_count: 2, seconds: 3_600 },
    ]);
  });
});

describe('a version that can run other things', () => {
  it('applies every stored canary once, so that checks it can run now are due, and writes nothing else', async () => {
    const spec = { schedule: '@every 30s', tcp: [{ name: 'a', endpoint: '127.0.0.1:9' }] };
    await database.query(
      `insert into health.canaries (name, namespace, source, spec) select 'canary ' || n, 'default', 'UI', $1 from generate_series(1, 120) n`,
      [spec],
    );
    expect(await canariesAreApplied(database, 'new')).toBe(false);
    expect(await run(canaryReapply('new'))).toMatchObject({ successes: 120, errors: [] });
    expect(await claimDueChecks(database, 10_000, 500)).toHaveLength(120);
    expect(await canariesAreApplied(database, 'new')).toBe(true);
    const before = await database.query('select *, xmin from health.checks order by id');
    expect(await run(canaryReapply('new'))).toMatchObject({ successes: 0 });
    await run(canaryReapply('newer'));
    expect((await database.query('select *, xmin from health.checks order by id')).rows).toEqual(before.rows);
  });

  it('tries again next time when a canary could not be applied', async () => {
    await database.query(
      `insert into health.canaries (name, namespace, spec) values ('broken', 'default', '{"schedule": "@every 30s", "tcp": [{"name": "a", "endpoint": "a:1"}]}')`,
    );
    await database.query('alter table health.check_states add constraint refuse check (budget_ms < 0) not valid');
    const outcome = await run(canaryReapply('new'));
    await database.query('alter table health.check_states drop constraint refuse');
    expect(outcome.errors).toHaveLength(1);
    expect(await canariesAreApplied(database, 'new')).toBe(false);
    expect(await run(canaryReapply('new'))).toMatchObject({ successes: 1, errors: [] });
    expect(await canariesAreApplied(database, 'new')).toBe(true);
  });
});
