import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createOutbound, type Outbound } from '@watchroom/outbound';
import { parseSchedule } from '@watchroom/time/schedule';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import { noStoredConnections } from '../../platform/references/testing/no-stored-connections.ts';
import type { Database } from '../../platform/database/database.ts';
import { phaseOf } from '../../platform/schedule/phase.ts';
import { type Clock, systemClock } from '../../platform/time/clock.ts';
import { type HandClock, handClock } from '../../platform/time/testing/hand-clock.ts';
import { numberOf, seedChecks, stateOf } from '../testing/seed.ts';
import { createResultWriter } from './result-writer.ts';
import { runCheck } from './run-check.ts';
import { createWorkerMetrics } from './worker-metrics.ts';
import { startWorker, type Worker, type WorkerOptions } from './worker.ts';

let test: TestDatabase;
let database: Database;
let outbound: Outbound;
let target: Server;
let connections = 0;
let sockets: Socket[] = [];
const workers: { worker: Worker; clock: Clock }[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  outbound = createOutbound({ userAgent: 'Watchroom/test' });
  target = createServer((socket) => {
    connections += 1;
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  target.close();
  await outbound[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});
beforeEach(async () => {
  connections = 0;
  sockets = [];
  await database.query('delete from health.canaries');
  await database.query('delete from health.check_statuses');
});
afterEach(async () => {
  for (const { worker, clock } of workers.splice(0)) await stopped(worker, clock, 2_000);
  await allAccepted();
});

function endpoint(): string {
  const address = target.address();
  if (address === null || typeof address === 'string') throw new Error('The target does not listen');
  return `127.0.0.1:${address.port}`;
}

/**
 * Waits until the target has counted every connection so far. The kernel completes connections before the target takes them,
 * in their order, so it is enough to see a last one of our own.
 */
async function allAccepted(): Promise<void> {
  const last = connect(Number(endpoint().split(':')[1]), '127.0.0.1');
  await once(last, 'connect');
  await expect.poll(() => sockets.some(({ remotePort }) => remotePort === last.localPort)).toBe(true);
  connections -= 1;
  last.destroy();
}

function start(
  clock: Clock,
  options: Partial<Pick<WorkerOptions, 'database' | 'concurrency' | 'ahead' | 'run'>> = {},
): Worker {
  const writer = createResultWriter(options.database ?? database, clock, silentLog);
  const worker = startWorker({
    database,
    outbound,
    connections: noStoredConnections,
    clock,
    log: silentLog,
    writer,
    metrics: createWorkerMetrics(new Registry()),
    concurrency: 100,
    ...options,
  });
  workers.push({ worker, clock });
  return worker;
}

/** Stops it; a clock that stands still would let it wait for ever. */
async function stopped(worker: Worker, clock: Clock, patience: number): Promise<void> {
  let isOver = false;
  const over = worker.stop(patience).then(() => void (isOver = true));
  while (!isOver) {
    if ('forward' in clock) (clock as HandClock).forward(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await over;
}

const stored = () => numberOf(database, 'select count(*) as n from health.check_statuses');
const tcp = (dueIn: number, count = 1) =>
  seedChecks(database, count, { dueIn, spec: { name: 'one', endpoint: endpoint() } });

describe('the worker', () => {
  it('begins a check at its moment and not before', async () => {
    await tcp(100_000);
    const clock = handClock();
    const worker = start(clock, { ahead: 200_000 });
    await expect.poll(() => worker.inFlight).toBe(1);
    await expect.poll(() => clock.waiting.length).toBe(2);
    const wait = Math.max(...clock.waiting);
    expect(wait).toBeGreaterThan(1_000);
    expect(wait).toBeLessThanOrEqual(100_000);
    clock.forward(wait - 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(connections).toBe(0);
    clock.forward(1);
    await expect.poll(() => connections).toBe(1);
  });

  it('puts the next run at the check’s own place in its interval', async () => {
    const [id = ''] = await tcp(0);
    start(systemClock);
    await expect.poll(stored).toBe(1);
    const { due_at, last_runtime, status } = await stateOf(database, id);
    const schedule = parseSchedule('@every 30s', phaseOf(id));
    if (schedule === null || typeof schedule === 'string') throw new Error('no schedule');
    const due = due_at?.getTime() ?? 0;
    expect(schedule.next(due - 1)).toBe(due);
    const gap = due - (last_runtime?.getTime() ?? 0);
    expect(gap).toBeGreaterThanOrEqual(14_900);
    expect(gap).toBeLessThanOrEqual(45_000);
    expect(status).toBe('healthy');
  });

  it.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('keeps to the clock of the database when its own is an hour %s', async (_, off) => {
    const [id = ''] = await tcp(0);
    start({ ...systemClock, now: () => Date.now() + off });
    await expect.poll(stored).toBe(1);
    const { due_at, last_runtime } = await stateOf(database, id);
    expect(Math.abs((last_runtime?.getTime() ?? 0) - Date.now())).toBeLessThan(30_000);
    const wait = (due_at?.getTime() ?? 0) - Date.now();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(45_000);
  });

  describe('a check that a wrong clock put hours away', () => {
    const putAway = () => database.query(`update health.check_states set due_at = now() + interval '3 hours'`);
    const distant = () =>
      numberOf(database, `select count(*) as n from health.check_states where due_at > now() + interval '1 hour'`);
    /** The worker has claimed once and waits for its next claim. */
    async function isIdle(clock: HandClock): Promise<void> {
      await expect.poll(() => clock.waiting.length).toBe(1);
    }

    it('is due again within a minute', async () => {
      await tcp(45_000);
      const clock = handClock();
      start(clock);
      await isIdle(clock);
      await putAway();
      clock.forward(59_000);
      await isIdle(clock);
      expect(await distant()).toBe(1);
      clock.forward(1_000);
      await isIdle(clock);
      clock.forward(200);
      await expect.poll(distant).toBe(0);
    });

    it('is due again at once when the clock goes back', async () => {
      await tcp(45_000);
      const clock = handClock();
      let back = 0;
      start({ ...clock, now: () => clock.now() - back });
      await isIdle(clock);
      await putAway();
      back = 3_600_000;
      clock.forward(200);
      await expect.poll(distant).toBe(0);
    });
  });

  it('leaves the lease of another worker alone when it hands back what it holds no more', async () => {
    const [id = ''] = await tcp(400);
    const clock = handClock();
    const worker = start(clock);
    await expect.poll(() => worker.inFlight).toBe(1);
    await database.query(`update health.check_states set lease_until = now() + interval '77 seconds'`);
    const { lease_until } = await stateOf(database, id);
    await worker.stop(1_000);
    expect(await stateOf(database, id)).toMatchObject({ lease_until });
  });

  it('hands back a claim that it renewed while the check ran', async () => {
    const [id = ''] = await seedChecks(database, 1, {
      dueIn: 0,
      type: 'http',
      spec: { name: 'silent', url: `http://${endpoint()}/` },
    });
    const worker = start(systemClock);
    await expect.poll(() => connections).toBe(1);
    await database.query(`update health.check_states set lease_until = now() - interval '1 second'`);
    await expect
      .poll(() => numberOf(database, 'select count(*) as n from health.check_states where lease_until > now()'))
      .toBe(1);
    await worker.stop(50);
    expect(await stateOf(database, id)).toMatchObject({ lease_until: null });
  });

  it('keeps a schedule of one second through several runs without a double or a gap', async () => {
    const [id = ''] = await seedChecks(database, 1, {
      dueIn: 0,
      schedule: '@every 1s',
      interval: 1_000,
      spec: { name: 'one', endpoint: endpoint() },
    });
    start(systemClock);
    const steps = async () => {
      const runs = await database.query<{ at: number }>(
        'select extract(epoch from time)::float8 * 1000 as at from health.check_statuses where check_id = $1 order by time',
        [id],
      );
      const moments = runs.rows.slice(1).map((row) => Math.round((row.at - phaseOf(id) * 1_000) / 1_000));
      return moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
    };
    // A machine that stands still for a second skips a moment, so the test waits for four without a gap.
    await expect.poll(async () => (await steps()).join()).toContain('1,1,1');
    expect(Math.min(...(await steps()))).toBe(1);
  });

  it('runs each of two hundred checks once, though two workers share them', async () => {
    // Nothing is due a second time while the test runs, however slow the machine is.
    await seedChecks(database, 200, {
      dueIn: 200,
      schedule: '@every 1h',
      interval: 3_600_000,
      spec: { name: 'one', endpoint: endpoint() },
    });
    start(systemClock);
    start(systemClock);
    await expect.poll(stored).toBe(200);
    await allAccepted();
    expect(connections).toBe(200);
    expect(await numberOf(database, 'select count(distinct check_id) as n from health.check_statuses')).toBe(200);
  });

  it('does not run a check again while it runs, though its lease ended', async () => {
    const spec = { name: 'silent', url: `http://${endpoint()}/`, thresholdMillis: 50_000 };
    await seedChecks(database, 1, { dueIn: 0, type: 'http', spec });
    const worker = start(systemClock);
    await expect.poll(() => connections).toBe(1);
    const seen = await numberOf(database, `select extract(epoch from lease_until) as n from health.check_states`);
    await database.query(`update health.check_states set lease_until = now() - interval '1 second'`);
    // Claimed once more: the lease moves, the run does not begin again.
    await expect
      .poll(() =>
        numberOf(
          database,
          `select extract(epoch from lease_until) as n from health.check_states where lease_until > now()`,
        ),
      )
      .toBeGreaterThanOrEqual(seen);
    expect(connections).toBe(1);
    expect(worker.inFlight).toBe(1);
  });

  it('holds no more checks than it may', async () => {
    await tcp(300, 20);
    const clock = handClock();
    const worker = start(clock, { concurrency: 5 });
    await expect.poll(() => worker.inFlight).toBe(5);
    expect(
      await numberOf(database, 'select count(*) as n from health.check_states where lease_until is not null'),
    ).toBe(5);
  });

  it('hands back at a stop what has not begun, and stores what has', async () => {
    const [soon = ''] = await tcp(0);
    const [later = ''] = await tcp(400);
    const clock = handClock();
    const worker = start(clock);
    await expect.poll(() => worker.inFlight).toBe(2);
    clock.forward(1);
    await expect.poll(() => connections).toBe(1);
    // The clock stands: what is later cannot begin, what runs may end.
    await stoppedWithoutTime(worker, clock);
    expect(await stateOf(database, later)).toMatchObject({ lease_until: null, last_runtime: null });
    expect((await stateOf(database, soon)).last_runtime).not.toBeNull();
  });

  it('ends a run at a stop whose patience is over, without a verdict, and hands the check back', async () => {
    const [id = ''] = await seedChecks(database, 1, {
      dueIn: 0,
      type: 'http',
      spec: { name: 'silent', url: `http://${endpoint()}/` },
    });
    const worker = start(systemClock);
    await expect.poll(() => connections).toBe(1);
    await worker.stop(50);
    expect(await stateOf(database, id)).toMatchObject({ lease_until: null, last_runtime: null });
    expect(await stored()).toBe(0);
  });

  it('loses nothing while the database is away, and goes on when it is back', async () => {
    let isAway = false;
    const refuse = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const flaky: Database = {
      ...database,
      query: (text, values) => (isAway ? refuse() : database.query(text, values)),
      transaction: (work, caller) => (isAway ? refuse() : database.transaction(work, caller)),
    };
    const ids = await tcp(100, 20);
    const allClaimed = Promise.withResolvers<undefined>();
    const worker = start(systemClock, {
      database: flaky,
      run: async (...run) => {
        await allClaimed.promise;
        return await runCheck(...run);
      },
    });
    await expect.poll(() => worker.inFlight).toBe(20);
    isAway = true;
    allClaimed.resolve(undefined);
    await expect.poll(() => connections).toBe(20);
    expect(await stored()).toBe(0);
    const [another = ''] = await tcp(0);
    isAway = false;
    await expect.poll(stored).toBe(21);
    expect(
      await numberOf(
        database,
        `select count(*) as n from health.check_states where status = 'healthy' and due_at > now()`,
      ),
    ).toBe(ids.length + 1);
    expect((await stateOf(database, another)).status).toBe('healthy');
  });

  it('tells scripts what they judge, and an endless one fails its own check while the others run', async () => {
    const seed = (count: number, scripts: object) =>
      seedChecks(database, count, {
        dueIn: 0,
        schedule: '@every 1h',
        interval: 3_600_000,
        spec: { endpoint: endpoint(), ...scripts },
      });
    const [hostile = ''] = await seed(1, { test: { javascript: 'for (;;);' } });
    const [named = '', ...others] = await seed(20, { display: { expr: '"this is " + check.name' } });
    start(systemClock);
    await expect.poll(stored).toBe(21);
    expect(await stateOf(database, hostile)).toMatchObject({
      status: 'unhealthy',
      last_message: expect.stringContaining('takes longer than 300 ms') as string,
    });
    expect(await stateOf(database, named)).toMatchObject({ status: 'healthy', last_message: 'this is check 00001' });
    for (const id of [hostile, named, ...others]) {
      const { due_at, lease_until } = await stateOf(database, id);
      expect(due_at?.getTime()).toBeGreaterThan(Date.now());
      expect(lease_until).toBeNull();
    }
  });

  it('survives a check whose stored schedule nobody can read any more', async () => {
    const [broken = ''] = await seedChecks(database, 1, {
      dueIn: 0,
      schedule: 'whenever',
      spec: { name: 'one', endpoint: endpoint() },
    });
    await tcp(0);
    start(systemClock);
    await expect.poll(stored).toBe(2);
    expect(await stateOf(database, broken)).toMatchObject({ due_at: null, lease_until: null, status: 'healthy' });
  });
});

/** Lets a worker with a hand clock stop: time moves only when nothing else can happen. */
async function stoppedWithoutTime(worker: Worker, clock: HandClock): Promise<void> {
  let isOver = false;
  const over = worker.stop(60_000).then(() => void (isOver = true));
  await expect.poll(() => worker.inFlight).toBe(1);
  while (!isOver) {
    clock.forward(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await over;
}
