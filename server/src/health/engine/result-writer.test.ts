import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { handClock } from '../../platform/time/testing/hand-clock.ts';
import { finishedRun, numberOf, seedChecks } from '../testing/seed.ts';
import type { FinishedRun } from './finished-run.ts';
import { createResultWriter } from './result-writer.ts';

let test: TestDatabase;
let database: Database;
let id = '';

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from health.check_statuses');
  await database.query('delete from health.canaries');
  [id = ''] = await seedChecks(database, 1);
});

const stored = () => numberOf(database, 'select count(*) as n from health.check_statuses');
const runs = (count: number) =>
  Array.from({ length: count }, (_, step) =>
    finishedRun(id, { time: new Date(Date.now() - count + step).toISOString(), duration: step }),
  );

/** A database that goes away and comes back, as a caller of it sees that. */
function unreliable() {
  let isAway = false;
  let attempts = 0;
  const refuse = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  return {
    database: {
      ...database,
      transaction: ((work, caller) => {
        attempts += 1;
        return isAway ? refuse() : database.transaction(work, caller);
      }) as Database['transaction'],
    },
    goAway: () => void (isAway = true),
    comeBack: () => void (isAway = false),
    get attempts() {
      return attempts;
    },
  };
}

describe('the result writer', () => {
  it('resolves a write when the run is stored, and gathers what comes together', async () => {
    const flaky = unreliable();
    const writer = createResultWriter(flaky.database, systemClock, silentLog);
    await Promise.all(runs(80).map((run) => writer.write(run)));
    expect(await stored()).toBe(80);
    expect(flaky.attempts).toBe(1);
    expect(writer.waiting).toBe(0);
  });

  it('stores everything exactly once when it is stopped in the middle of many batches', async () => {
    const writer = createResultWriter(database, systemClock, silentLog);
    const written = Promise.all(runs(1_700).map((run) => writer.write(run)));
    await Promise.all([writer.stop(10_000), writer.stop(10_000)]);
    await written;
    expect(await stored()).toBe(1_700);
    expect(
      await numberOf(database, 'select sum(total) as n from health.check_statuses_5m where check_id = $1', [id]),
    ).toBe(1_700);
  });

  it('writes one batch after the other, also while it is stopped', async () => {
    let beside = 0;
    let most = 0;
    const counting: Database = {
      ...database,
      transaction: async (work, caller) => {
        beside += 1;
        most = Math.max(most, beside);
        return database.transaction(work, caller).finally(() => {
          beside -= 1;
        });
      },
    };
    const writer = createResultWriter(counting, systemClock, silentLog);
    const written = runs(2_100).map((run) => writer.write(run));
    await expect.poll(() => beside).toBe(1);
    await Promise.all([writer.stop(10_000), writer.stop(10_000)]);
    await Promise.all(written);
    expect(most).toBe(1);
  });

  it('keeps results while the database is away and stores them in order when it is back', async () => {
    const flaky = unreliable();
    const clock = handClock();
    const writer = createResultWriter(flaky.database, clock, silentLog);
    flaky.goAway();
    const [first, second, third] = [1, 2, 3].map((duration) =>
      finishedRun(id, { duration, time: new Date(Date.now() - 10 + duration).toISOString() }),
    ) as [FinishedRun, FinishedRun, FinishedRun];
    const written = [writer.write(first), writer.write(second)];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      clock.forward(5_000);
      await expect.poll(() => clock.waiting.length).toBe(1);
      expect(flaky.attempts).toBe(attempt);
      expect(writer.waiting).toBe(2);
    }
    written.push(writer.write(third));
    flaky.comeBack();
    clock.forward(5_000);
    await Promise.all(written);
    const order = await database.query<{ duration: number }>(
      'select duration from health.check_statuses order by time',
    );
    expect(order.rows.map((row) => row.duration)).toEqual([1, 2, 3]);
    const state = await database.query<{ last_duration: number }>('select last_duration from health.check_states');
    expect(state.rows[0]?.last_duration).toBe(3);
  });

  it('waits longer between attempts the longer the database is away, five seconds at most', async () => {
    const flaky = unreliable();
    const clock = handClock();
    const writer = createResultWriter(flaky.database, clock, silentLog);
    flaky.goAway();
    writer.write(finishedRun(id)).catch(() => undefined);
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await expect.poll(() => clock.waiting.length).toBe(1);
      pauses.push(clock.waiting[0] ?? 0);
      clock.forward(clock.waiting[0] ?? 0);
    }
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    await Promise.all([writer.stop(0), Promise.resolve().then(() => clock.forward(1))]);
  });

  it('gives up at a stop without a database when its patience is over, and tells whoever waits', async () => {
    const flaky = unreliable();
    const writer = createResultWriter(flaky.database, systemClock, silentLog);
    flaky.goAway();
    const answer = writer.write(finishedRun(id)).then(String, String);
    await writer.stop(300);
    expect(await answer).toContain('the server stops before the result is stored');
    expect(writer.waiting).toBe(0);
  });
});
