import type { CheckDetail, CheckResult, ChecksPage } from '@watchroom/contract/health';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../testkit/silent-log.ts';
import { serveHttp } from '../kinds/support/testing/servers.ts';
import { canaryWrites, makeCanary, type Row, type Write } from '../testing/canary-writes.ts';
import { type HealthServer, startHealthServer } from '../testing/health-server.ts';
import { eventsOf, finishedRun, numberOf, stateOf } from '../testing/seed.ts';
import { claimDueChecks } from './claim.ts';
import { storeBatch } from './store-batch.ts';
import { writeResults } from './write-results.ts';

let server: HealthServer;
let write: Write;
let target: Awaited<ReturnType<typeof serveHttp>>;
/** What the target answers. */
let answer: readonly object[] = [];

beforeAll(async () => {
  server = await startHealthServer();
  write = canaryWrites(server.database, null);
  target = await serveHttp((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});
beforeEach(async () => {
  answer = [];
  for (const table of ['canaries', 'check_statuses', 'check_statuses_5m', 'check_statuses_late'])
    await server.database.query(`delete from health.${table}`);
  await server.database.query('delete from jobs.event_queue');
});

const TRANSFORM = { expr: 'json.toJSON()' };
const disk = (name: string, more: object = {}) => ({ name, pass: true, ...more });
const entry = (more: object = {}) => ({ name: 'disks', url: target.url, transform: TRANSFORM, ...more });
const specOf = (more: object = {}) => ({ schedule: '@every 1h', severity: 'high', http: [entry(more)] });
const make = (more: object = {}, name = 'one') => makeCanary(write, name, specOf(more));
const edit = (canary: Row, spec: object) =>
  write('update api.canaries set spec = $2 where id = $1 returning *', [canary.id, JSON.stringify(spec)]);

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string | null;
  readonly [column: string]: unknown;
}
/** The checks that are there, by name. */
async function checks(): Promise<Stored[]> {
  const found = await server.database.query<Stored>(
    'select * from api.checks where deleted_at is null order by name, type',
  );
  return found.rows;
}
async function check(name: string): Promise<Stored> {
  const found = (await checks()).find((one) => one.name === name);
  if (!found) throw new Error(`There is no check ${name}`);
  return found;
}
const health = async () => Object.fromEntries((await checks()).map(({ name, status }) => [name, status]));
async function statuses(id: string) {
  const found = await server.database.query<{
    status: boolean;
    message: string | null;
    error: string | null;
    details: unknown;
  }>('select status, message, error, details from health.check_statuses where check_id = $1 order by time', [id]);
  return found.rows;
}
/** Runs the check as a person does, with this answer of its target. */
async function run(answers: readonly object[], name = 'disks'): Promise<CheckResult> {
  answer = answers;
  const { status, body } = await server.send<CheckResult & Record<string, unknown>>(
    'POST',
    `/api/canary/run/check/${(await check(name)).id}`,
  );
  expect(status).toBe(200);
  return body;
}

describe('checks that a transform makes', () => {
  it('are checks of the same source, each with its own status, history and event', async () => {
    const canary = await make({ labels: { tier: 'db' }, icon: 'disc', description: 'free space' });
    const result = await run([
      disk('root', { message: '10 % full', duration: 3, labels: { mount: '/' } }),
      disk('data', {
        pass: false,
        error: 'full',
        endpoint: '/data',
        icon: 'folder',
        namespace: 'ops',
        detail: { used: 99 },
      }),
    ]);
    expect(result.checks).toHaveLength(2);
    expect(await health()).toEqual({ disks: 'healthy', root: 'healthy', data: 'unhealthy' });
    const parent = await check('disks');
    const shared = {
      canary_id: canary.id,
      type: 'http',
      transformed: true,
      transformed_from: parent.id,
      severity: 'high',
      next_runtime: null,
      description: 'free space',
    };
    expect(await check('root')).toMatchObject({
      ...shared,
      icon: 'disc',
      endpoint: parent['endpoint'],
      namespace: 'default',
      labels: { tier: 'db', mount: '/', high: 'true' },
    });
    expect(await check('data')).toMatchObject({ ...shared, icon: 'folder', endpoint: '/data', namespace: 'ops' });
    expect(await statuses((await check('root')).id)).toEqual([
      { status: true, message: '10 % full', error: null, details: null },
    ]);
    expect(await statuses((await check('data')).id)).toEqual([
      { status: false, message: null, error: 'full', details: { used: 99 } },
    ]);
    expect(await eventsOf(server.database, (await check('data')).id)).toEqual(['check.failed']);
    expect(await eventsOf(server.database, (await check('root')).id)).toEqual([]);
    expect(await numberOf(server.database, 'select sum(total) as n from health.check_statuses_5m')).toBe(3);

    const list = await server.send<ChecksPage & Record<string, unknown>>('GET', '/api/v1/health/checks');
    expect(list.body.counts).toMatchObject({ total: 3, healthy: 2, unhealthy: 1 });
    const { body } = await server.send<CheckDetail & Record<string, unknown>>(
      'GET',
      `/api/v1/health/checks/${(await check('data')).id}`,
    );
    expect(body).toMatchObject({
      name: 'data',
      message: 'full',
      problem: null,
      made_by: { id: parent.id, name: 'disks' },
    });
    expect((await server.send('GET', `/api/v1/health/checks/${parent.id}`)).body).toMatchObject({ made_by: null });
  });

  it('keep their ids as their results change', async () => {
    await make();
    await run([disk('root'), disk('data')]);
    const before = await checks();
    await run([disk('data', { pass: false, message: 'full', description: 'new' }), disk('root')]);
    expect(await health()).toEqual({ disks: 'healthy', root: 'healthy', data: 'unhealthy' });
    expect((await checks()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(await check('data')).toMatchObject({ description: 'new' });
    expect(await statuses((await check('data')).id)).toMatchObject([
      { status: true },
      { status: false, message: 'full' },
    ]);
    // Nothing about it changed, so nothing was written.
    const root = before.find(({ name }) => name === 'root');
    expect((await check('root'))['updated_at']).toEqual(root?.['updated_at']);
  });

  it('are never due, and are not run by themselves', async () => {
    await make();
    await run([disk('root')]);
    const { id } = await check('root');
    expect(await stateOf(server.database, id)).toMatchObject({ due_at: null, schedule: null });
    expect((await claimDueChecks(server.database, 86_400_000, 100)).map(({ check_id }) => check_id)).not.toContain(id);
    const { status, body } = await server.send('POST', `/api/canary/run/check/${id}`);
    expect([status, body]).toMatchObject([
      422,
      { message: 'The transform of "disks" makes this check. Run that check.' },
    ]);
    expect((await server.send('GET', '/api/v1/health/coverage')).body).toMatchObject({ scheduled: 1, not_runnable: 0 });
  });

  it('get numbers when several have one name, or another check has it', async () => {
    await makeCanary(write, 'one', {
      ...specOf(),
      tcp: [{ name: 'root', endpoint: 'a:1' }],
      http: [entry(), { name: 'data', url: target.url }],
    });
    const names = ['root', 'root', 'data', 'data'];
    await run(names.map((name, index) => disk(name, { message: `no. ${index + 1}`, description: 'made' })));
    expect((await checks()).map(({ type, name }) => `${type} ${name}`)).toEqual([
      'http data', 'http data (2)', 'http data (3)', 'http disks', 'http root', 'tcp root', 'http root (2)',
    ]); // biome-ignore format: a list
    expect((await check('data'))['transformed_from']).toBeNull();
    const before = await checks();
    await run(names.map((name) => disk(name, { description: 'made' })));
    expect((await checks()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(await statuses((await check('data (3)')).id)).toMatchObject([{ message: 'no. 3' }, {}]);
  });

  it('of several checks of one source stay apart', async () => {
    await makeCanary(write, 'one', { ...specOf(), http: [entry(), entry({ name: 'more' })] });
    await run([disk('root')]);
    await run([disk('root', { pass: false })], 'more');
    expect(await health()).toEqual({ disks: 'healthy', more: 'healthy', root: 'healthy', 'root (2)': 'unhealthy' });
    await run([disk('other')], 'more');
    expect(Object.keys(await health())).toEqual(['disks', 'more', 'other', 'root']);
  });

  it('stay as they are when the transform fails or gives nothing', async () => {
    await make();
    await run([disk('root')]);
    const before = await check('root');
    const result = await run([disk('root', { pass: 7 }), disk('data')]);
    expect(result).toMatchObject({
      pass: false,
      invalid: true,
      error: 'transform.expr: result 1: pass must be true or false',
    });
    expect(await run([])).toMatchObject({ pass: true });
    expect(await check('root')).toEqual(before);
    expect(await statuses(before.id)).toHaveLength(1);
    expect(await health()).toEqual({ disks: 'healthy', root: 'healthy' });
  });

  it('beyond the limit are not made at all, and the check says so', async () => {
    await make();
    await run([disk('root')]);
    const result = await run(Array.from({ length: 5_000 }, (_, n) => ({ name: `n${n}` })));
    expect(result).toMatchObject({
      pass: false,
      error: 'transform.expr: it gives 5000 results; one run makes at most 1000 checks',
    });
    expect(await health()).toEqual({ disks: 'unhealthy', root: 'healthy' });
  });
});

describe('a check that comes no more', () => {
  it.each([
    ['MarkHealthy', [false, true]],
    ['MarkUnhealthy', [false, false]],
    ['Ignore', [false]],
    [undefined, [false]],
  ])('is deleted, and with the strategy %s leaves these results: %j', async (transformDeleteStrategy, left) => {
    await make({ transformDeleteStrategy });
    await run([disk('root'), disk('data', { pass: false })]);
    const { id } = await check('data');
    await run([disk('root')]);
    expect(Object.keys(await health())).toEqual(['disks', 'root']);
    const results = await statuses(id);
    expect(results.map(({ status }) => status)).toEqual(left);
    const reasons = results.slice(1).map(({ message, error }) => message ?? error);
    expect(reasons).toEqual(
      left
        .slice(1)
        .map(() => `The transform no longer gives this check; transformDeleteStrategy is ${transformDeleteStrategy}`),
    );
    expect((await server.send('GET', `/api/v1/health/checks/${id}`)).status).toBe(404);
    // It goes on where it stopped.
    await run([disk('root'), disk('data')]);
    expect((await check('data')).id).toBe(id);
    expect(await statuses(id)).toHaveLength(left.length + 1);
  });

  it('has a strategy of its own before that of the check', async () => {
    await make({ transformDeleteStrategy: 'MarkHealthy' });
    await run([disk('root'), disk('data', { transformDeleteStrategy: 'MarkUnhealthy' })]);
    const { id } = await check('data');
    await run([disk('root'), disk('data', { deletedAt: '2026-01-01T00:00:00Z' })]);
    expect(await statuses(id)).toMatchObject([{ status: true }, { status: false }]);
    expect(Object.keys(await health())).toEqual(['disks', 'root']);
  });

  it('is forgotten when very many come and go', async () => {
    await make();
    const parent = (await check('disks')).id;
    const names = (step: number) =>
      Array.from({ length: 600 }, (_, n) => ({ ...finishedRun('').result, name: `${step} ${n}`, labels: {} }));
    for (let step = 0; step < 5; step += 1)
      await writeResults(server.database, [
        finishedRun(parent, { time: new Date(Date.now() - 10_000 + step).toISOString(), checks: names(step) }),
      ]);
    expect(await checks()).toHaveLength(601);
    expect(
      await numberOf(server.database, 'select count(*) as n from health.checks where deleted_at is not null'),
    ).toBeLessThanOrEqual(1_600);
  });
});

describe('editing the source', () => {
  it('keeps what the transform made as long as it has the transform', async () => {
    const canary = await make();
    await run([disk('root')]);
    await edit(canary, specOf({ method: 'HEAD' }));
    expect(Object.keys(await health())).toEqual(['disks', 'root']);
    await edit(canary, specOf({ transform: {} }));
    expect(Object.keys(await health())).toEqual(['disks']);
  });

  it('deletes it with the check, and restores it with the source', async () => {
    const canary = await make();
    await run([disk('root')]);
    const { id } = await check('root');
    await write('update api.canaries set deleted_at = now() where id = $1 returning *', [canary.id]);
    expect(await checks()).toEqual([]);
    await write('update api.canaries set deleted_at = null where id = $1 returning *', [canary.id]);
    expect((await check('root')).id).toBe(id);
    await edit(canary, { ...specOf(), http: [entry({ name: 'renamed' })] });
    expect(Object.keys(await health())).toEqual(['renamed']);
    await run([disk('root')], 'renamed');
    expect((await check('root')).id).toBe(id);
  });

  it('that takes the name for an entry gives the entry the check', async () => {
    const canary = await make();
    await run([disk('root')]);
    await edit(canary, { ...specOf(), http: [entry(), { name: 'root', url: target.url }] });
    expect(await check('root')).toMatchObject({ transformed: null, transformed_from: null });
    expect((await check('root'))['next_runtime']).not.toBeNull();
    await run([disk('root')]);
    expect(Object.keys(await health())).toEqual(['disks', 'root', 'root (2)']);
    await edit(canary, specOf());
    await run([disk('root')]);
    expect(Object.keys(await health())).toEqual(['disks', 'root']);
    expect(await stateOf(server.database, (await check('root')).id)).toMatchObject({ due_at: null, schedule: null });
  });
});

describe('the batch', () => {
  const child = (name: string, pass = true) => ({ ...finishedRun('').result, name, pass, labels: {} });
  const at = (step: number) => new Date(Date.now() - 60_000 + step).toISOString();

  it('that is written twice counts once', async () => {
    await make();
    const batch = [finishedRun((await check('disks')).id, { time: at(0), checks: [child('root')] })];
    await writeResults(server.database, batch);
    await writeResults(server.database, batch);
    expect(await statuses((await check('root')).id)).toHaveLength(1);
  });

  it('lets the newest of two runs decide, in whichever order they come', async () => {
    await make();
    const { id } = await check('disks');
    const older = finishedRun(id, { time: at(0), checks: [child('old')] });
    const newer = finishedRun(id, { time: at(1), checks: [child('new')] });
    await writeResults(server.database, [newer, older]);
    expect(Object.keys(await health())).toEqual(['disks', 'new']);
    await writeResults(server.database, [older]);
    expect(Object.keys(await health())).toEqual(['disks', 'new']);
  });

  it('of two workers at once makes each check once', async () => {
    await makeCanary(write, 'one', { ...specOf(), http: [entry(), entry({ name: 'more' })] });
    const ids = [(await check('disks')).id, (await check('more')).id];
    const names = Array.from({ length: 40 }, (_, n) => `d${n}`);
    const batch = (step: number, turned: boolean) => {
      const runs = ids.map((id) =>
        finishedRun(id, { time: at(step), checks: (turned ? names.toReversed() : names).map((name) => child(name)) }),
      );
      return turned ? runs.toReversed() : runs;
    };
    await Promise.all([0, 1, 2, 3].map((step) => writeResults(server.database, batch(step, step % 2 === 1))));
    const made = (await checks()).filter((one) => one['transformed']);
    expect(made).toHaveLength(80);
    expect(new Set(made.map((one) => one['transformed_from']))).toEqual(new Set(ids));
  });

  it('makes nothing for a check that was deleted meanwhile', async () => {
    const canary = await make();
    const { id } = await check('disks');
    await edit(canary, specOf({ name: 'other' }));
    await writeResults(server.database, [finishedRun(id, { checks: [child('root')] })]);
    await edit(canary, specOf());
    await write('update api.canaries set deleted_at = now() where id = $1 returning *', [canary.id]);
    await writeResults(server.database, [finishedRun(id, { checks: [child('root')] })]);
    expect(await numberOf(server.database, `select count(*) as n from health.checks where name = 'root'`)).toBe(0);
  });

  it('whose checks cannot be stored stores none of them, and says why at the check', async () => {
    await make();
    const { id } = await check('disks');
    const run = finishedRun(id, { checks: [child('root'), child('x'.repeat(1_000_000))] });
    expect((await storeBatch(server.database, [run], silentLog)).size).toBe(0);
    expect(Object.keys(await health())).toEqual(['disks']);
    expect((await statuses(id))[0]?.message).toContain('The result could not be stored');
  });
});
