import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import type { Database } from '../../platform/database/database.ts';
import { eventsOf, finishedRun, numberOf, seedChecks, stateOf } from '../testing/seed.ts';
import { claimDueChecks } from './claim.ts';
import { storeBatch } from './store-batch.ts';
import { writeResults } from './write-results.ts';

let test: TestDatabase;
let database: Database;
let id = '';
let other = '';

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['check_statuses', 'check_statuses_5m', 'check_statuses_late', 'canaries'])
    await database.query(`delete from health.${table}`);
  await database.query('delete from jobs.event_queue');
  [id = '', other = ''] = await seedChecks(database, 2);
});

const begin = Date.now() - 1_000;
const at = (step: number) => new Date(begin + step).toISOString();
const pass = (step: number, checkId = id) => finishedRun(checkId, { time: at(step) });
const fail = (step: number, checkId = id) => finishedRun(checkId, { time: at(step), pass: false, error: 'refused' });
const rawCount = (checkId = id) =>
  numberOf(database, 'select count(*) as n from health.check_statuses where check_id = $1', [checkId]);

describe('the schedule', () => {
  it('moves on from the moment that was claimed, and the lease ends', async () => {
    const claim = (await claimDueChecks(database, 0, 10)).find((one) => one.check_id === id);
    await writeResults(database, [finishedRun(id, { due: claim?.due ?? '', next_due: at(30_000) })]);
    expect(await stateOf(database, id)).toMatchObject({ due_at: new Date(at(30_000)), lease_until: null });
  });

  it('that an edit changed while the check ran stays as edited', async () => {
    const claim = (await claimDueChecks(database, 0, 10)).find((one) => one.check_id === id);
    await database.query(`update health.check_states set due_at = now() + interval '1 second' where check_id = $1`, [
      id,
    ]);
    const edited = (await stateOf(database, id)).due_at;
    await writeResults(database, [finishedRun(id, { due: claim?.due ?? '', next_due: at(86_400_000) })]);
    expect(await stateOf(database, id)).toMatchObject({ due_at: edited, lease_until: null });
  });

  it('and the lease are not touched by a run that a person asked for, even beside a scheduled one', async () => {
    const claim = (await claimDueChecks(database, 0, 10)).find((one) => one.check_id === id);
    const before = await stateOf(database, id);
    await writeResults(database, [pass(0)]);
    expect(await stateOf(database, id)).toMatchObject({ due_at: before.due_at, lease_until: before.lease_until });
    await writeResults(database, [
      finishedRun(id, { time: at(5), due: claim?.due ?? '', next_due: at(30_000) }),
      pass(900),
    ]);
    expect(await stateOf(database, id)).toMatchObject({
      due_at: new Date(at(30_000)),
      last_runtime: new Date(at(900)),
    });
  });
});

describe('the five-minute roll-up', () => {
  it('equals the raw rows: counts, sums, percentiles, last pass and failure', async () => {
    const runs = Array.from({ length: 200 }, (_, step) => {
      const failed = step % 7 === 3;
      return finishedRun(id, {
        time: at(step * 3_001),
        duration: (step * 37) % 101,
        pass: !failed,
        error: failed ? 'refused' : '',
      });
    });
    for (let first = 0; first < runs.length; first += 30) await writeResults(database, runs.slice(first, first + 30));
    const compare = (rows: string) => `
      select bucket, sum(passed)::int as passed, sum(failed)::int as failed, sum(duration)::int as duration, max(last_pass) as last_pass, max(last_fail) as last_fail
      from (${rows}) r group by bucket order by bucket`;
    const raw = await database.query(
      compare(`select date_bin('5 minutes', time, 'epoch') as bucket, status::int as passed, (not status)::int as failed, duration,
                 case when status then time end as last_pass, case when not status then time end as last_fail
               from health.check_statuses where check_id = '${id}'`),
    );
    const rolled = await database.query(
      compare(
        `select created_at as bucket, passed, failed, duration, last_pass, last_fail from health.check_statuses_5m where check_id = '${id}'`,
      ),
    );
    expect(rolled.rows).toEqual(raw.rows);
    expect(raw.rows.length).toBeGreaterThan(1);
    const percentiles = 'percentile_disc(array[0.5, 0.95, 0.99]) within group (order by';
    const exact = await database.query(`select ${percentiles} duration) as p from health.check_statuses`);
    const fromRollUp = await database.query(
      `select ${percentiles} d) as p from health.check_statuses_5m, unnest(durations) d`,
    );
    expect(fromRollUp.rows).toEqual(exact.rows);
  });

  it('does not count invalid results, though they make the check unhealthy', async () => {
    await writeResults(database, [finishedRun(id, { pass: false, invalid: true, error: 'no such kind' })]);
    expect(await numberOf(database, 'select count(*) as n from health.check_statuses_5m')).toBe(0);
    expect(await stateOf(database, id)).toMatchObject({ status: 'unhealthy', last_message: 'no such kind' });
    expect(await rawCount()).toBe(1);
  });

  it('counts a run once, though it is in the batch twice or the batch is written twice', async () => {
    const batch = [pass(0), fail(0), pass(10, other)];
    await writeResults(database, batch);
    await writeResults(database, batch);
    expect(await rawCount()).toBe(1);
    expect(await numberOf(database, 'select sum(total) as n from health.check_statuses_5m')).toBe(2);
    expect(await numberOf(database, 'select sum(cardinality(durations)) as n from health.check_statuses_5m')).toBe(2);
  });
});

describe('a batch', () => {
  it('takes four statements with its events, and says once which checks moved and which ran', async () => {
    const many = await seedChecks(database, 201);
    const heard: { table: string; ids: unknown }[] = [];
    const client = await database.connect();
    client.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload) as (typeof heard)[number]));
    await client.query('listen watchroom_changes');
    let statements = 0;
    const counting: Pick<Database, 'query' | 'transaction'> = {
      ...database,
      transaction: (work, author) =>
        database.transaction((transaction) => {
          const query: typeof transaction.query = (...given) => {
            statements += 1;
            return transaction.query(...given);
          };
          return work({ query });
        }, author),
    };
    await writeResults(counting, [fail(0), pass(0, other)]);
    expect(statements).toBe(4);
    expect(await eventsOf(database, id)).toEqual(['check.failed']);
    await writeResults(database, [fail(10)]);
    await writeResults(
      database,
      many.map((one) => pass(0, one)),
    );
    // Ids that come in any order.
    const told = (table: string) =>
      heard
        .filter((message) => message.table === table)
        .map(({ ids }) => (Array.isArray(ids) ? new Set<unknown>(ids) : ids));
    await expect.poll(() => told('check_statuses')).toEqual([new Set([id, other]), new Set([id]), 'many']);
    expect(told('checks')).toEqual([new Set([id, other]), 'many']);
    await client.end();
  });
});

describe('hostile results', () => {
  it('with NUL bytes, half surrogates and text that looks escaped are stored, readable, without an error', async () => {
    const nasty = 'a\0b \ud800 \\u0000 \\\\u0000 "\\';
    const data = { [nasty]: nasty, deep: [{ nasty }], escaped: '\\u0000' };
    await writeResults(database, [finishedRun(id, { pass: false, error: nasty, message: nasty, data })]);
    const stored = await database.query<{ error: string; details: { escaped: string; deep: { nasty: string }[] } }>(
      'select error, details from health.check_statuses',
    );
    expect(stored.rows[0]?.error).toBe('a\\0b \ufffd \\u0000 \\\\u0000 "\\');
    expect(stored.rows[0]?.details.escaped).toBe('\\u0000');
    expect(stored.rows[0]?.details.deep[0]?.nasty).toBe('a\\0b \ufffd \\u0000 \\\\u0000 "\\');
  });

  it('with a message of a megabyte or a duration of centuries are stored, cut where lists show them', async () => {
    await writeResults(database, [
      finishedRun(id, { pass: false, error: `${'€'.repeat(499)}😀${'x'.repeat(1_000_000)}`, duration: 1e15 }),
    ]);
    const state = await stateOf(database, id);
    expect(state.last_message).toBe(`${'€'.repeat(499)}\ufffd`);
    expect(state.last_duration).toBe(2_147_483_647);
  });

  it('of a check that is gone go to the side table and fail nobody else', async () => {
    const gone = crypto.randomUUID();
    await writeResults(database, [pass(0, gone), pass(0)]);
    expect(await rawCount()).toBe(1);
    expect(await rawCount(gone)).toBe(0);
    expect(
      await numberOf(database, 'select count(*) as n from health.check_statuses_late where check_id = $1', [gone]),
    ).toBe(1);
  });

  it.each(['1999-12-31T23:59:59.000Z', '2199-01-01T00:00:00.000Z'])(
    'of %s go to the side table, and the check is not due for ever',
    async (time) => {
      const claims = await claimDueChecks(database, 0, 10);
      const due = claims.find((one) => one.check_id === id)?.due ?? '';
      await writeResults(database, [finishedRun(id, { time, due, next_due: at(30_000) }), pass(0, other)]);
      expect(await numberOf(database, 'select count(*) as n from health.check_statuses_late')).toBe(1);
      expect(await rawCount(other)).toBe(1);
      expect(await stateOf(database, id)).toMatchObject({
        status: null,
        due_at: new Date(at(30_000)),
        lease_until: null,
      });
    },
  );

  it('find today’s partition made when the job that makes them was down', async () => {
    await database.query(
      `select health.drop_partitions(t, '2200-01-01') from unnest(array['check_statuses', 'check_statuses_5m']) t`,
    );
    await writeResults(database, [pass(0), fail(0, other)]);
    expect(await rawCount()).toBe(1);
    expect(await eventsOf(database, other)).toEqual(['check.failed']);
    expect(await numberOf(database, 'select count(*) as n from health.check_statuses_late')).toBe(0);
  });
});

describe('one row that the database refuses', () => {
  it('is stored without its texts, and the rest of the batch as it is', async () => {
    await database.query(`alter table health.check_statuses add constraint refusal check (error not like '%poison%')`);
    const ids = await seedChecks(database, 50);
    const batch = ids.map((one, place) =>
      place === 17 ? finishedRun(one, { pass: false, error: 'poison', data: { big: 'x' } }) : fail(0, one),
    );
    const givenUp = await storeBatch(database, batch, silentLog);
    await database.query('alter table health.check_statuses drop constraint refusal');
    expect(givenUp.size).toBe(0);
    expect(await numberOf(database, `select count(*) as n from health.check_statuses where error = 'refused'`)).toBe(
      49,
    );
    const bare = await database.query<{ error: string }>(
      'select error from health.check_statuses where check_id = $1',
      [ids[17]],
    );
    expect(bare.rows[0]?.error).toContain('The result could not be stored');
    expect(await stateOf(database, ids[17] ?? '')).toMatchObject({ status: 'unhealthy' });
  });

  it('even bare, is given up with its reason and a line in the log', async () => {
    const lines: unknown[] = [];
    const log = { ...silentLog, error: (line: unknown) => void lines.push(line) };
    const bad = finishedRun(id, { time: 'no time' });
    const givenUp = await storeBatch(database, [bad, pass(0, other)], log);
    expect([...givenUp.keys()]).toEqual([bad]);
    expect(await rawCount(other)).toBe(1);
    expect(lines.length).toBeGreaterThan(0);
  });

  it('is no reason to give up when the database is merely away or busy', async () => {
    const away = {
      ...database,
      transaction: () => Promise.reject(Object.assign(new Error('shutting down'), { code: '57P01' })),
    };
    await expect(storeBatch(away, [pass(0)], silentLog)).rejects.toThrow('shutting down');
  });
});
