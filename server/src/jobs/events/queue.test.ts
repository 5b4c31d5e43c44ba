import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import { type ChangeListener, openChangeFeed } from '../../platform/changes/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { registerProcess } from '../processes.ts';
import { runJob, startJobs } from '../runner.ts';
import { eventDrain } from './drain.ts';
import { enqueueEvent } from './enqueue.ts';
import { createEventMetric } from './metric.ts';
import { eventRetention } from './retention.ts';
import { drain, failing, passTime, queueRows, reaction } from './testing/queue.ts';
import { drainOnEvents } from './wake.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from jobs.event_queue');
  await database.query('delete from jobs.job_history');
});

const add = (name: string, properties: object = {}, more: { delay?: number; priority?: number } = {}) =>
  enqueueEvent(database, name, { ...properties }, more);

describe('the drain', () => {
  it('begins when an event was committed, and tells in the history that it did something', async () => {
    const feed = openChangeFeed(database, systemClock, silentLog);
    const registration = await registerProcess(database, systemClock, silentLog, {
      version: '1',
      roles: ['worker'],
      alone: true,
    });
    const tools = { database, clock: systemClock, log: silentLog, registration };
    const seen: string[] = [];
    const runner = await startJobs(
      [{ ...eventDrain([reaction(({ event }) => seen.push(event.name))]), schedule: '0 0 1 1 *' }],
      tools,
    );
    const stop = drainOnEvents(feed, database, systemClock, silentLog);
    await expect
      .poll(async () => {
        const listening = await database.query(
          `select from pg_stat_activity where query = 'listen watchroom_changes' and datname = current_database()`,
        );
        const asked = await database.query('select from graphile_worker._private_jobs');
        return [listening.rowCount, asked.rowCount];
      })
      .toEqual([1, 0]);
    await database.transaction((transaction) => enqueueEvent(transaction, 'thing.broke', {}));
    await expect.poll(() => seen).toEqual(['thing.broke']);
    await expect
      .poll(async () => (await database.query('select name, status, success_count from jobs.job_history')).rows)
      .toEqual([{ name: 'event-queue-drain', status: 'SUCCESS', success_count: 1 }]);
    stop();
    await runner.stop();
    await feed.stop();
    await registration.stop();
  });

  it('says WARNING or FAILED with the reasons', async () => {
    const tools = { database, clock: systemClock, log: silentLog, registration: { id: crypto.randomUUID() } };
    const job = eventDrain([
      failing('no answer', { event: 'thing.fails' }),
      reaction(() => undefined, { event: 'thing.x' }),
    ]);
    const run = () => runJob(job, {}, tools, new AbortController().signal);
    await add('thing.fails');
    await run();
    await add('thing.fails');
    await add('thing.x');
    await run();
    await run();
    const found = await database.query(
      'select status, error_count, details, process_id from jobs.job_history order by created_at',
    );
    expect(found.rows).toMatchObject([
      { status: 'FAILED', error_count: 1, details: { errors: ['react: no answer'] }, process_id: null },
      { status: 'WARNING', error_count: 1, process_id: null },
    ]);
  });
});

describe('who looks at the queue', () => {
  it('reads one row per name, without times where nothing failed', async () => {
    await add('thing.fails', { n: 1 });
    await add('thing.fails', { n: 2 });
    await drain(database, [failing('one')]);
    await passTime(database, 3_600);
    await drain(database, [failing('two', { event: 'thing.fails' })]);
    await add('thing.fails', { n: 3 });
    await drain(database, [failing('two')]);
    await add('thing.fails', { n: 4 });
    await add('thing.waits');
    const found = await database.query('select * from api.event_queue_summary order by name');
    expect(found.rows).toEqual([
      {
        name: 'thing.fails',
        pending: '4',
        failed: '3',
        average_attempts: '1.25',
        first_failure: expect.any(Date) as Date,
        last_failure: expect.any(Date) as Date,
        most_common_error: 'react: two',
      },
      {
        name: 'thing.waits',
        pending: '1',
        failed: '0',
        average_attempts: '0.00',
        first_failure: null,
        last_failure: null,
        most_common_error: null,
      },
    ]);
  });

  it('hears of what was written, failed and went away, and not of what was only taken', async () => {
    const feed = openChangeFeed(database, systemClock, silentLog);
    const heard: Parameters<ChangeListener>[0][] = [];
    feed.subscribe((message) => heard.push(message));
    const tables = () => heard.splice(0).map((message) => (message === 'gap' ? 'gap' : message.table));
    await expect
      .poll(async () => {
        await database.query(`select pg_notify('watchroom_changes', '{"table":"ready","ids":"many","tx":"1"}')`);
        return tables().length;
      })
      .toBeGreaterThan(0);
    const upTo = async (work: () => Promise<unknown>) => {
      await work();
      await database.query(`select pg_notify('watchroom_changes', '{"table":"end","ids":"many","tx":"1"}')`);
      const collected: string[] = [];
      await expect.poll(() => (collected.push(...tables()), collected.at(-1))).toBe('end');
      return collected.filter((table) => table !== 'end' && table !== 'ready');
    };
    const shown = ['event_queue_summary', 'failed_events'];
    expect(await upTo(() => add('thing.x'))).toEqual([...shown, 'event_queue']);
    expect(await upTo(() => drain(database, [failing()]))).toEqual(shown);
    await passTime(database, 3_600);
    expect(await upTo(() => drain(database, [reaction(() => undefined)]))).toEqual(shown);
    expect(await upTo(() => drain(database, [reaction(() => undefined)]))).toEqual([]);
    await feed.stop();
  });

  it('finds pending and dead ones among the metrics', async () => {
    const registry = new Registry();
    createEventMetric(registry, database);
    await add('thing.x', { n: 1 });
    await add('thing.x', { n: 2 });
    await add('thing.x', { n: 3 });
    await database.query(`update jobs.event_queue set due_at = null where properties ->> 'n' = '3'`);
    const metrics = await registry.metrics();
    expect(metrics).toContain('watchroom_events{state="pending"} 2');
    expect(metrics).toContain('watchroom_events{state="dead"} 1');
  });

  it('finds nothing that is older than thirty days', async () => {
    await add('thing.old');
    await database.query(`update jobs.event_queue set created_at = now() - interval '30 days 1 minute'`);
    await add('thing.young');
    await database.query(
      `update jobs.event_queue set created_at = now() - interval '29 days' where name = 'thing.young'`,
    );
    const context = { database, clock: systemClock, log: silentLog, signal: new AbortController().signal };
    expect((await eventRetention.run(context, {})).successes).toBe(1);
    expect((await queueRows(database)).map((row) => row.name)).toEqual(['thing.young']);
  });
});
