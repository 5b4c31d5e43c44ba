import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { writeResults } from '../../server/src/health/engine/write-results.ts';
import { finishedRun, seedChecks } from '../../server/src/health/testing/seed.ts';
import { phaseOf } from '../../server/src/platform/schedule/phase.ts';
import { createTestDatabase, type TestDatabase } from '../../server/testkit/database.ts';
import { judgeRounds, type Plans, readPlans } from '../checks/rounds.ts';

const INTERVAL = 30_000;
const CHECKS = 4;

let test: TestDatabase;
let ids: readonly string[];
let plans: Plans;
/** The window holds two moments of each check. */
let from = 0;
const momentsOf = (id: string) => {
  const offset = Math.floor(phaseOf(id) * INTERVAL);
  const first = Math.ceil((from - offset) / INTERVAL) * INTERVAL + offset;
  return [first, first + INTERVAL] as const;
};
const judge = () => judgeRounds(test.database, INTERVAL, from, from + 2 * INTERVAL, plans);

/** Stores a run of the check, and with it what the engine is due for next. */
async function run(id: string, time: number, next: number): Promise<void> {
  const at = (moment: number) => new Date(moment).toISOString();
  await test.database.query('update health.check_states set due_at = $2 where check_id = $1', [id, at(time)]);
  await writeResults(test.database.timed, [finishedRun(id, { time: at(time), due: at(time), next_due: at(next) })]);
}
const remove = (id: string | undefined, after: number) =>
  test.database.query('delete from health.check_statuses where check_id = $1 and time >= $2', [
    id,
    new Date(after - 1),
  ]);

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());

/** Of four checks the first was caught up with a third of an interval before its moment, which the engine therefore skipped. */
beforeEach(async () => {
  await test.database.query('delete from health.canaries');
  ids = await seedChecks(test.database, CHECKS);
  from = Date.now() - 2 * INTERVAL;
  for (const [index, id] of ids.entries()) {
    const [first, second] = momentsOf(id);
    if (index === 0) await run(id, first - INTERVAL / 3, second);
    else await run(id, first - INTERVAL, first);
  }
  plans = await readPlans(test.database);
  for (const [index, id] of ids.entries()) {
    const [first, second] = momentsOf(id);
    if (index > 0) await run(id, first + 5, second);
    await run(id, second + 5, second + INTERVAL);
  }
});

it('tells a moment that the engine skipped on purpose from a lost one', async () => {
  expect(await judge()).toMatchObject({ expected: 2 * CHECKS, skipped: 1, lost: 0, stored: 2 * CHECKS - 1 });
});

it('counts every result that is gone as lost, also of a check whose moment was skipped', async () => {
  for (const [index, id] of ids.entries()) await remove(id, momentsOf(id)[index === 1 ? 0 : 1]);
  expect(await judge()).toMatchObject({ skipped: 1, lost: CHECKS + 1, stored: CHECKS - 2 });
});

it('counts a moment as lost where the engine was due for it', async () => {
  const [id = ''] = ids;
  const plan = plans.get(id);
  if (!plan) throw new Error('the engine has no plan for the check');
  plans = new Map([...plans, [id, { ...plan, due: momentsOf(id)[0] }]]);
  expect(await judge()).toMatchObject({ skipped: 0, lost: 1 });
});

it('counts a moment as lost for which no run before it is a reason', async () => {
  const [id = ''] = ids;
  const plan = plans.get(id);
  if (!plan) throw new Error('the engine has no plan for the check');
  plans = new Map([...plans, [id, { ...plan, lastRun: momentsOf(id)[0] - INTERVAL }]]);
  expect(await judge()).toMatchObject({ skipped: 0, lost: 1 });
  plans = new Map();
  expect(await judge()).toMatchObject({ skipped: 0, lost: 1 });
});
