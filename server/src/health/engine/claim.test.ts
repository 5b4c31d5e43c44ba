import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { numberOf, seedChecks, stateOf } from '../testing/seed.ts';
import { claimDueChecks, releaseAbandonedClaims, releaseClaims, repairDistantRuns, spreadMissedRuns } from './claim.ts';

let test: TestDatabase;
let database: Database;
let otherWorker: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  otherWorker = openDatabase(test.settings, silentLog);
});
beforeEach(async () => void (await database.query('delete from health.canaries')));
afterAll(async () => {
  await otherWorker.close();
  await test[Symbol.asyncDispose]();
});

const expireLeases = () =>
  database.query(
    `update health.check_states set lease_until = now() - interval '1 second' where lease_until is not null`,
  );

describe('a claim', () => {
  it('gives two workers that ask at once each their own of a thousand checks, and all of them', async () => {
    const ids = await seedChecks(database, 1_000);
    const claimed: string[] = [];
    const work = async (worker: Database) => {
      for (;;) {
        const claims = await claimDueChecks(worker, 0, 37);
        if (claims.length === 0) return;
        claimed.push(...claims.map((claim) => claim.check_id));
      }
    };
    await Promise.all([work(database), work(otherWorker), work(database), work(otherWorker)]);
    expect(claimed).toHaveLength(1_000);
    expect([...claimed].sort()).toEqual([...ids].sort());
  });

  it('of a worker that was killed ends at once where no other worker can be alive', async () => {
    await seedChecks(database, 3);
    expect(await claimDueChecks(database, 0, 10)).toHaveLength(3);
    expect(await claimDueChecks(database, 0, 10)).toHaveLength(0);
    await releaseAbandonedClaims(database);
    expect(await claimDueChecks(database, 0, 10)).toHaveLength(3);
  });

  it('takes what is due soonest first, looks ahead as far as asked and no further', async () => {
    const [late = ''] = await seedChecks(database, 1, { dueIn: -5_000 });
    const [soon = ''] = await seedChecks(database, 1, { dueIn: 50_000 });
    await seedChecks(database, 1, { dueIn: 600_000 });
    expect((await claimDueChecks(database, 100_000, 1)).map((claim) => claim.check_id)).toEqual([late]);
    const [claim] = await claimDueChecks(database, 100_000, 10);
    expect(claim?.check_id).toBe(soon);
    expect(claim?.due_in).toBeGreaterThan(10_000);
    expect(claim?.due_in).toBeLessThanOrEqual(50_000);
    expect(await claimDueChecks(database, 100_000, 10)).toEqual([]);
  });

  it('leaves alone what has no due time, what was deleted and what belongs to a deleted canary', async () => {
    const [unscheduled, deleted, ...others] = await seedChecks(database, 4);
    await database.query('update health.check_states set due_at = null where check_id = $1', [unscheduled]);
    await database.query('update health.checks set deleted_at = now() where id = $1', [deleted]);
    expect(await claimDueChecks(database, 0, 10)).toHaveLength(others.length);
    await expireLeases();
    await database.query('update health.canaries set deleted_at = now()');
    expect(await claimDueChecks(database, 0, 10)).toEqual([]);
  });

  it('of a killed worker delays a check by its budget and a margin of five seconds at most', async () => {
    const [id = ''] = await seedChecks(database, 1);
    await claimDueChecks(database, 0, 1);
    const { lease_until } = await stateOf(database, id);
    const left = await numberOf(database, 'select extract(epoch from $1::timestamptz - now()) * 1000 as n', [
      lease_until,
    ]);
    expect(left).toBeGreaterThan(10_000);
    expect(left).toBeLessThanOrEqual(15_000);
    expect(await claimDueChecks(otherWorker, 0, 1)).toEqual([]);
    await expireLeases();
    expect((await claimDueChecks(otherWorker, 0, 1))[0]?.check_id).toBe(id);
  });

  it('that was handed back is free at once', async () => {
    await seedChecks(database, 3);
    const claims = await claimDueChecks(database, 0, 3);
    await releaseClaims(database, claims.slice(1));
    const again = await claimDueChecks(otherWorker, 0, 3);
    expect(again.map((claim) => claim.check_id).sort()).toEqual(
      claims
        .slice(1)
        .map((claim) => claim.check_id)
        .sort(),
    );
  });

  it('that ended and was taken by another worker stays with that worker when the first hands it back', async () => {
    const [id = ''] = await seedChecks(database, 1);
    const first = await claimDueChecks(database, 0, 1);
    await expireLeases();
    expect(await claimDueChecks(otherWorker, 0, 1)).toHaveLength(1);
    const { lease_until } = await stateOf(database, id);
    await releaseClaims(database, first);
    expect(await stateOf(database, id)).toMatchObject({ lease_until });
  });
});

describe('after a clock that was wrong', () => {
  const place = (id: string, from: string, lease: string | null = null) =>
    database.query(
      'update health.check_states set due_at = now() + $2::interval, lease_until = now() + $3::interval where check_id = $1',
      [id, from, lease],
    );

  it('a check that is due hours from now is due within the window, also under a lease of that clock', async () => {
    const [distant = '', leased = ''] = await seedChecks(database, 2);
    await place(distant, '90 seconds');
    await place(leased, '1 hour', '1 hour');
    expect(await repairDistantRuns(database, 10_000)).toBe(2);
    expect(
      await numberOf(
        database,
        `select count(*) as n from health.check_states
         where due_at >= now() - interval '5 seconds' and due_at <= now() + interval '10 seconds' and lease_until is null`,
      ),
    ).toBe(2);
  });

  it('a check in its time, one that runs, and a calendar schedule stay', async () => {
    const [soon = '', running = ''] = await seedChecks(database, 2);
    const [yearly = ''] = await seedChecks(database, 1, { schedule: '@yearly', interval: 86_400_000 });
    await place(soon, '59 seconds');
    await place(running, '1 hour', '10 seconds');
    await place(yearly, '300 days');
    expect(await repairDistantRuns(database, 10_000)).toBe(0);
  });
});

describe('after a time without a worker', () => {
  it('every missed check is due within one interval, evenly, and at its own place in it', async () => {
    const ids = await seedChecks(database, 3_000, { interval: 20_000, schedule: '@every 20s' });
    // Three hours missed, each check at a phase of its own.
    await database.query(
      `update health.check_states set due_at = now() - interval '3 hours' - (hashtextextended(check_id::text, 7) & 1048575) % 20000 * interval '1 millisecond'`,
    );
    const began = await numberOf(database, 'select extract(epoch from now())::float8 as n');
    const before = await database.query<{ id: string; at: number }>(
      'select check_id as id, extract(epoch from due_at)::float8 * 1000 as at from health.check_states',
    );
    expect(await spreadMissedRuns(database, 30_000)).toBe(ids.length);
    const after = await database.query<{ id: string; at: number; wait: number }>(
      'select check_id as id, extract(epoch from due_at)::float8 * 1000 as at, extract(epoch from due_at)::float8 - $1 as wait from health.check_states',
      [began],
    );
    const beforeOf = new Map(before.rows.map((row) => [row.id, row.at]));
    const seconds = Array.from({ length: 20 }, () => 0);
    for (const { id, at, wait } of after.rows) {
      const steps = (at - (beforeOf.get(id) ?? 0)) / 20_000;
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-6);
      expect(wait).toBeGreaterThan(0);
      const second = Math.floor(wait) % 20;
      seconds[second] = (seconds[second] ?? 0) + 1;
    }
    const waits = after.rows.map(({ wait }) => wait);
    expect(Math.max(...waits) - Math.min(...waits)).toBeLessThanOrEqual(20);
    // 150 a second.
    expect(Math.max(...seconds)).toBeLessThan(210);
    expect(Math.min(...seconds)).toBeGreaterThan(90);
  });

  it.each([
    ['@daily', 86_400_000],
    ['@every 24h', 86_400_000],
  ])('a missed %s runs within the window and not a day later', async (schedule, interval) => {
    await seedChecks(database, 200, { schedule, interval, dueIn: -3_600_000 });
    await spreadMissedRuns(database, 10_000);
    const within = await numberOf(
      database,
      `select count(*) as n from health.check_states where due_at <= now() + interval '10 seconds'`,
    );
    const moments = await numberOf(database, 'select count(distinct due_at) as n from health.check_states');
    expect(within).toBe(200);
    expect(moments).toBeGreaterThan(150);
  });

  it('what is due, runs on another worker, or is only a moment late stays where it is', async () => {
    const [claimed = '', late = '', future = ''] = await seedChecks(database, 3, { dueIn: -3_600_000 });
    await database.query(
      `update health.check_states set lease_until = now() + interval '1 minute' where check_id = $1`,
      [claimed],
    );
    await database.query(`update health.check_states set due_at = now() - interval '1 second' where check_id = $1`, [
      late,
    ]);
    await database.query(`update health.check_states set due_at = now() + interval '1 minute' where check_id = $1`, [
      future,
    ]);
    expect(await spreadMissedRuns(database, 30_000)).toBe(0);
  });
});
