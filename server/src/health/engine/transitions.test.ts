import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import type { Database, TimedDatabase } from '../../platform/database/database.ts';
import { eventsOf, finishedRun, numberOf, seedChecks, stateOf } from '../testing/seed.ts';
import { writeResults } from './write-results.ts';

let test: TestDatabase;
let database: Database;
let id = '';

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['check_statuses', 'check_statuses_5m', 'check_statuses_late', 'canaries'])
    await database.query(`delete from health.${table}`);
  await database.query('delete from jobs.event_queue');
  [id = ''] = await seedChecks(database, 1);
});

const begin = Date.now() - 1_000;
const at = (step: number) => new Date(begin + step).toISOString();
const pass = (step: number, checkId = id) => finishedRun(checkId, { time: at(step) });
const fail = (step: number, checkId = id) => finishedRun(checkId, { time: at(step), pass: false, error: 'refused' });
const rawCount = (checkId = id) =>
  numberOf(database, 'select count(*) as n from health.check_statuses where check_id = $1', [checkId]);

describe('a transition', () => {
  it('of a check that starts healthy is no event, and is the beginning of its time', async () => {
    await writeResults(database, [pass(0)]);
    expect(await eventsOf(database, id)).toEqual([]);
    expect(await stateOf(database, id)).toMatchObject({ status: 'healthy', last_transition_time: new Date(at(0)) });
  });

  it('is an event when a check starts unhealthy', async () => {
    await writeResults(database, [fail(0)]);
    expect(await eventsOf(database, id)).toEqual(['check.failed']);
  });

  it('is stamped and told once, however often the check fails', async () => {
    await writeResults(database, [pass(0)]);
    await writeResults(database, [fail(10)]);
    await database.query('delete from jobs.event_queue');
    await writeResults(database, [fail(20)]);
    await writeResults(database, [fail(30), fail(40)]);
    expect(await eventsOf(database, id)).toEqual([]);
    expect(await stateOf(database, id)).toMatchObject({
      status: 'unhealthy',
      last_transition_time: new Date(at(10)),
      last_runtime: new Date(at(40)),
    });
  });

  it('back to healthy is an event of its own', async () => {
    await writeResults(database, [fail(0)]);
    await writeResults(database, [pass(10)]);
    expect(await eventsOf(database, id)).toEqual(['check.failed', 'check.passed']);
  });

  it('that was taken back inside one batch is told both ways, in whatever order the batch holds it', async () => {
    await writeResults(database, [pass(0)]);
    await writeResults(database, [pass(40), fail(20), pass(30), fail(10)]);
    expect(await eventsOf(database, id)).toEqual(['check.failed', 'check.passed']);
    expect(await stateOf(database, id)).toMatchObject({ status: 'healthy', last_transition_time: new Date(at(30)) });
  });

  it('is not made by a result that is older than the newest one', async () => {
    await writeResults(database, [pass(50)]);
    await writeResults(database, [fail(10)]);
    expect(await stateOf(database, id)).toMatchObject({
      status: 'healthy',
      last_runtime: new Date(at(50)),
      last_message: '',
    });
    expect(await eventsOf(database, id)).toEqual([]);
    expect(await rawCount()).toBe(2);
  });

  it('is made by a result of now, though the newest one was stamped by a clock that was an hour ahead', async () => {
    await writeResults(database, [pass(0)]);
    await database.query(
      `update health.check_states set last_runtime = now() + interval '1 hour' where check_id = $1`,
      [id],
    );
    await writeResults(database, [fail(10)]);
    expect(await stateOf(database, id)).toMatchObject({ status: 'unhealthy', last_runtime: new Date(at(10)) });
    expect(await eventsOf(database, id)).toEqual(['check.failed']);
  });

  it('and its event are stored together or not at all', async () => {
    await writeResults(database, [pass(0)]);
    await database.query('alter table jobs.event_queue add constraint refuse check (false) not valid');
    await expect(writeResults(database, [fail(10)])).rejects.toThrow('refuse');
    await database.query('alter table jobs.event_queue drop constraint refuse');
    expect(await stateOf(database, id)).toMatchObject({ status: 'healthy' });
    expect(await rawCount()).toBe(1);
  });

  it('is not told when its batch is undone', async () => {
    const undoing: TimedDatabase = {
      ...database,
      transaction: (work) =>
        database.transaction(async (transaction) => {
          await work(transaction);
          throw new Error('undone');
        }),
    };
    await expect(writeResults(undoing, [fail(10)])).rejects.toThrow('undone');
    expect(await eventsOf(database, id)).toEqual([]);
    expect(await rawCount()).toBe(0);
  });

  it('tells which check and which of its runs', async () => {
    await writeResults(database, [pass(0), fail(10), fail(20)]);
    const found = await database.query('select name, properties, attempts, priority from jobs.event_queue');
    expect(found.rows).toEqual([
      { name: 'check.failed', properties: { id, last_runtime: at(10) }, attempts: 0, priority: 100 },
    ]);
    expect(
      await numberOf(database, 'select count(*) as n from health.check_statuses where check_id = $1 and time = $2', [
        id,
        at(10),
      ]),
    ).toBe(1);
  });

  it('that comes and goes is told each time, with the run of its own', async () => {
    for (const step of [10, 20, 30, 40]) await writeResults(database, [step % 20 === 10 ? fail(step) : pass(step)]);
    expect(await eventsOf(database, id)).toEqual(['check.failed', 'check.passed', 'check.failed', 'check.passed']);
  });

  it('of a silenced check is told: who is told of it decides about silence', async () => {
    await database.query('update health.checks set silenced_at = now() where id = $1', [id]);
    await writeResults(database, [fail(10)]);
    expect(await eventsOf(database, id)).toEqual(['check.failed']);
  });

  it('of a deleted check is stored and told to nobody', async () => {
    await writeResults(database, [pass(0)]);
    await database.query('update health.checks set deleted_at = now() where id = $1', [id]);
    await writeResults(database, [fail(10)]);
    expect(await eventsOf(database, id)).toEqual([]);
    expect(await rawCount()).toBe(2);
  });
});
