import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testkit/database.ts';
import { silentLog } from '../../testkit/silent-log.ts';
import type { Database } from '../platform/database/database.ts';
import { type Clock, systemClock } from '../platform/time/clock.ts';
import type { Job, JobOutcome } from '../platform/rooms/job.ts';
import { thinHistory } from './history.ts';
import { type ProcessRegistration, registerProcess } from './processes.ts';
import { type JobRunner, requestJob, runJob, startJobs } from './runner.ts';

let test: TestDatabase;
let database: Database;
const processes: ProcessRegistration[] = [];
const runners: JobRunner[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('truncate jobs.job_history, jobs.processes');
  await database.query('delete from graphile_worker._private_jobs');
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await Promise.all(processes.splice(0).map((one) => one.stop()));
});

/** Its heartbeat never comes by itself: the test says when. */
function stillClock(): Clock & { beat(): void } {
  let call = () => {};
  return { ...systemClock, after: (_, next) => ((call = next), () => {}), beat: () => call() };
}

async function register(clock: Clock = stillClock(), alone = false): Promise<ProcessRegistration> {
  const registration = await registerProcess(database, clock, silentLog, { version: '1', roles: ['worker'], alone });
  processes.push(registration);
  return registration;
}

async function start(jobs: readonly Job[], registration: ProcessRegistration): Promise<JobRunner> {
  const runner = await startJobs(jobs, { database, clock: systemClock, log: silentLog, registration });
  runners.push(runner);
  return runner;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly resource_type: string | null;
  readonly resource_id: string | null;
  readonly status: string;
  readonly success_count: number;
  readonly error_count: number;
  readonly details: { errors?: string[]; summary?: object };
  readonly duration_millis: number | null;
  readonly time_end: Date | null;
}
const history = async () => (await database.query<Row>('select * from jobs.job_history order by created_at')).rows;
const statuses = async () => (await history()).map((row) => row.status);

function job(run: () => Promise<JobOutcome>, more: Partial<Job> = {}): Job {
  return { name: 'a-job', attempts: 1, run, ...more };
}
const run = async (body: () => Promise<JobOutcome>) => {
  const registration = await register();
  await runJob(
    job(body),
    {},
    { database, clock: systemClock, log: silentLog, registration },
    new AbortController().signal,
  );
};

describe('the history of a job', () => {
  it('says RUNNING while it runs and SUCCESS with its figures afterwards', async () => {
    let during: string[] = [];
    await run(async () => {
      during = await statuses();
      return { successes: 3, errors: [], summary: { made: 3 } };
    });
    expect(during).toEqual(['RUNNING']);
    const [row] = await history();
    expect(row).toMatchObject({
      status: 'SUCCESS',
      success_count: 3,
      error_count: 0,
      details: { summary: { made: 3 } },
    });
    expect(row?.time_end).not.toBeNull();
    expect(row?.duration_millis).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['WARNING', 2],
    ['FAILED', 0],
  ])('says %s for one error beside %d successes', async (status, successes) => {
    await run(async () => ({ successes, errors: ['it broke'] }));
    expect((await history())[0]).toMatchObject({ status, error_count: 1, details: { errors: ['it broke'] } });
  });

  it('says FAILED with the reason for a body that throws, and the library hears of it too', async () => {
    await expect(run(() => Promise.reject(new Error('out of paper')))).rejects.toThrow('out of paper');
    expect((await history())[0]).toMatchObject({ status: 'FAILED', details: { errors: ['out of paper'] } });
  });

  it('is ended when the database is back that went away during the run', async () => {
    let isAway = false;
    const flaky: Database = {
      ...database,
      query: (text, values) => (isAway ? Promise.reject(new Error('away')) : database.query(text, values)),
    };
    const clock: Clock = { ...systemClock, after: (_, call) => ((isAway = false), systemClock.after(0, call)) };
    const body = async () => {
      isAway = true;
      return { successes: 1, errors: [] };
    };
    const registration = await register();
    await runJob(job(body), {}, { database: flaky, clock, log: silentLog, registration }, new AbortController().signal);
    expect(await statuses()).toEqual(['SUCCESS']);
  });

  it('has a row per resource besides its own, ended at the same time', async () => {
    const resources = [
      { type: 'canary', id: 'one', successes: 1, errors: [] },
      { type: 'canary', id: 'two', successes: 0, errors: ['it broke \0'] },
    ];
    await run(async () => ({ successes: 1, errors: ['it broke'], resources }));
    const rows = (await history()).toSorted((a, b) => (a.resource_id ?? '').localeCompare(b.resource_id ?? ''));
    expect(rows).toMatchObject([
      { name: 'a-job', resource_type: null, resource_id: null, status: 'WARNING' },
      { name: 'a-job', resource_type: 'canary', resource_id: 'one', status: 'SUCCESS', success_count: 1, details: {} },
      { resource_id: 'two', status: 'FAILED', error_count: 1, details: { errors: ['it broke \\0'] } },
    ]);
    const [own, ...others] = rows;
    for (const other of others)
      expect([other.time_end, other.duration_millis]).toEqual([own?.time_end, own?.duration_millis]);
  });

  it('has one row per resource where the first answer of the database is lost', async () => {
    let isLost = false;
    const lose = () => {
      isLost = false;
      throw new Error('the connection broke');
    };
    const flaky: Database = {
      ...database,
      query: (text, values) => (isLost ? database.query(text, values).then(lose) : database.query(text, values)),
    };
    const clock: Clock = { ...systemClock, after: (_, call) => systemClock.after(0, call) };
    const registration = await register();
    const body = async () => {
      isLost = true;
      return { successes: 1, errors: [], resources: [{ type: 'team', id: 'ops', successes: 1, errors: [] }] };
    };
    await runJob(job(body), {}, { database: flaky, clock, log: silentLog, registration }, new AbortController().signal);
    expect((await history()).map((row) => row.resource_id)).toEqual([null, 'ops']);
  });

  it('is ended as it went where another process took it for abandoned', async () => {
    await run(async () => {
      await database.query(`update jobs.job_history set status = 'STOPPED', process_id = null`);
      return { successes: 1, errors: [] };
    });
    expect(await statuses()).toEqual(['SUCCESS']);
  });

  it('stores errors with bytes that the database does not take, and fifty of many', async () => {
    await run(async () => ({ successes: 1, errors: Array.from({ length: 80 }, () => 'a\0b\ud800') }));
    const [row] = await history();
    expect(row).toMatchObject({ status: 'WARNING', error_count: 80 });
    expect(row?.details.errors).toHaveLength(50);
    expect(row?.details.errors?.[0]).toBe('a\\0b\ufffd');
  });
});

describe('a run that was cut off', () => {
  const running = (processId: string) =>
    database.query(
      `insert into jobs.job_history (name, status, time_start, process_id) values ('cut', 'RUNNING', now(), $1)`,
      [processId],
    );

  it('by a kill is STOPPED at the next start, and one of a living process is not', async () => {
    const living = await register();
    await running(living.id);
    await running(crypto.randomUUID());
    await register();
    expect((await statuses()).sort()).toEqual(['RUNNING', 'STOPPED']);
    expect((await history()).find((row) => row.status === 'STOPPED')?.time_end).not.toBeNull();
  });

  it('of a process that has not been seen for a minute is STOPPED by the heartbeat of another', async () => {
    const dead = await register();
    await running(dead.id);
    const clock = stillClock();
    await register(clock);
    await database.query(`update jobs.processes set seen_at = now() - interval '61 seconds' where id = $1`, [dead.id]);
    clock.beat();
    await expect.poll(statuses).toEqual(['STOPPED']);
  });

  it('is STOPPED at once where no other process can live', async () => {
    const before = await register();
    await running(before.id);
    await register(stillClock(), true);
    expect(await statuses()).toEqual(['STOPPED']);
  });

  it('is none for a process that was taken for dead while it was away: it announces itself again', async () => {
    const clock = stillClock();
    const sleeper = await register(clock);
    await database.query('delete from jobs.processes');
    clock.beat();
    await expect
      .poll(async () => (await database.query('select from jobs.processes where id = $1', [sleeper.id])).rowCount)
      .toBe(1);
  });
});

describe('locks of jobs', () => {
  it('are held under a name that the process has announced, and another process does not take them', async () => {
    const clock = stillClock();
    const registration = await register(clock);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let runs = 0;
    await start(
      [
        job(async () => {
          runs += 1;
          await held;
          return { successes: 1, errors: [] };
        }),
      ],
      registration,
    );
    await requestJob(database, 'a-job');
    await expect.poll(() => runs).toBe(1);
    clock.beat();
    const lockedBy = async () =>
      (
        await database.query<{ locked_by: string }>(
          'select locked_by from graphile_worker._private_jobs where locked_by is not null',
        )
      ).rows[0]?.locked_by;
    const name = await lockedBy();
    expect(name).toBeTruthy();
    await expect
      .poll(
        async () =>
          (
            await database.query<{ worker_ids: string[] }>('select worker_ids from jobs.processes where id = $1', [
              registration.id,
            ])
          ).rows[0]?.worker_ids,
      )
      .toContain(name);
    await register();
    expect(await lockedBy()).toBe(name);
    release();
    await expect.poll(statuses).toEqual(['SUCCESS']);
    expect(runs).toBe(1);
  });

  it('of a dead worker are opened, so that the job runs again, together with its queue', async () => {
    await requestJob(database, 'a-job');
    await database.query(
      `update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now() - interval '5 minutes', attempts = 0`,
    );
    await database.query(
      `update graphile_worker._private_job_queues set locked_by = 'pool-dead', locked_at = now() - interval '5 minutes'`,
    );
    await register();
    const registration = await register();
    await start([job(async () => ({ successes: 1, errors: [] }))], registration);
    await expect.poll(statuses).toEqual(['SUCCESS']);
  });

  it('of another living process stay closed, however long its job runs', async () => {
    const living = await register();
    living.addWorkerId('pool-living');
    await database.query(`update jobs.processes set worker_ids = '{pool-living}' where id = $1`, [living.id]);
    await requestJob(database, 'a-job');
    await database.query(
      `update graphile_worker._private_jobs set locked_by = 'pool-living', locked_at = now() - interval '5 minutes'`,
    );
    await register();
    expect(
      (await database.query(`select from graphile_worker._private_jobs where locked_by = 'pool-living'`)).rowCount,
    ).toBe(1);
  });

  it('of a worker that nobody has announced yet are left for a minute', async () => {
    await register();
    await requestJob(database, 'a-job');
    await database.query(`update graphile_worker._private_jobs set locked_by = 'pool-new', locked_at = now()`);
    await register();
    expect(
      (await database.query(`select from graphile_worker._private_jobs where locked_by = 'pool-new'`)).rowCount,
    ).toBe(1);
  });
});

describe('a request for a job', () => {
  it('made several times before it begins becomes one run; made during a run it runs once more, not beside it', async () => {
    const registration = await register();
    let runs = 0;
    let beside = 0;
    let most = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    for (let count = 0; count < 5; count += 1) await requestJob(database, 'a-job');
    await start(
      [
        job(async () => {
          runs += 1;
          beside += 1;
          most = Math.max(most, beside);
          await held;
          beside -= 1;
          return { successes: 1, errors: [] };
        }),
      ],
      registration,
    );
    await expect.poll(() => runs).toBe(1);
    await requestJob(database, 'a-job');
    await requestJob(database, 'a-job');
    release();
    await expect.poll(() => runs).toBe(2);
    await expect.poll(async () => (await database.query('select from graphile_worker._private_jobs')).rowCount).toBe(0);
    expect([runs, most]).toEqual([2, 1]);
  });
});

describe('the history', () => {
  const add = (name: string, resource: string | null, status: string, age: string) =>
    database.query(
      `insert into jobs.job_history (name, resource_type, resource_id, status, created_at) values ($1, 'canary', $2, $3, now() - $4::interval)`,
      [name, resource, status, age],
    );

  it('keeps the five newest successes of each resource, every other outcome for seven days, and what runs', async () => {
    for (let hour = 1; hour <= 8; hour += 1) {
      await add('canary', 'a', 'SUCCESS', `${hour} hours`);
      await add('canary', 'b', 'SUCCESS', `${hour} hours`);
      await add('sync', null, 'SUCCESS', `${hour} hours`);
    }
    for (const status of ['WARNING', 'FAILED', 'STOPPED']) {
      for (let count = 0; count < 7; count += 1) await add('canary', 'a', status, '6 days 23 hours');
      await add('canary', 'a', status, '7 days 1 hour');
    }
    await add('canary', 'a', 'RUNNING', '8 days');
    expect(await thinHistory(database)).toBe(9 + 3);
    const left = await database.query<{ name: string; resource_id: string | null; n: number }>(
      `select name, resource_id, count(*)::int as n from jobs.job_history where status = 'SUCCESS' group by 1, 2`,
    );
    expect(left.rows.map((row) => row.n)).toEqual([5, 5, 5]);
    const oldest = await database.query<{ hours: number }>(
      `select round(extract(epoch from now() - min(created_at)) / 3600)::int as hours from jobs.job_history where status = 'SUCCESS'`,
    );
    expect(oldest.rows[0]?.hours).toBe(5);
    expect((await statuses()).filter((status) => status !== 'SUCCESS')).toHaveLength(22);
  });
});
