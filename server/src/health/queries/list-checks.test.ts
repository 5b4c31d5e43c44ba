import type { ChecksPage, Coverage } from '@watchroom/contract/health';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HealthServer, startHealthServer } from '../testing/health-server.ts';

let server: HealthServer;

/** name, canary, status, passed, failed, duration, labels, namespace, transition (hours ago) */
const ROWS = [
  ['web/login', 'shop', 'healthy', 10, 0, 100, { tier: 'gold', team: 'a' }, 'eu', 1],
  ['web/cart', 'shop', 'unhealthy', 2, 8, 3_000, { tier: 'gold' }, 'us', 2],
  ['db 100%', 'data', 'healthy', 9, 1, 50, { tier: 'silver', team: 'a' }, 'eu', 3],
  ['db_replica', 'data', 'unhealthy', 5, 5, 900, { team: 'b' }, 'eu', 4],
  ['back\\slash', 'data', null, 0, 0, 0, {}, 'eu', null],
  ['alpha', 'zoo', 'healthy', 1, 0, 10, { tier: 'gold' }, 'us', 6],
] as const;

beforeAll(async () => {
  server = await startHealthServer();
  const { database } = server;
  for (const [name, canary, status, passed, failed, duration, labels, namespace, hours] of ROWS) {
    const total = passed + failed;
    await database.query(
      `with canary as (
         insert into health.canaries (name, namespace, source, spec, labels) values ($2, 'default', 'UI', '{}', '{"origin": "test"}')
         on conflict (agent_id, name, namespace, source) where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000' do update set labels = excluded.labels returning id
       ), made as (
         insert into health.checks (canary_id, type, name, namespace, endpoint, description, spec, labels)
         select id, 'tcp', $1, $8, 'host-' || $1, 'about ' || $1, '{}', $7 from canary returning id
       ), state as (
         insert into health.check_states (check_id, status, budget_ms, interval_ms, last_transition_time)
         select id, $3, 1, 30000, now() - $9::int * interval '1 hour' from made
       )
       insert into health.check_statuses_5m (check_id, created_at, total, passed, failed, duration, durations)
       select id, date_bin('5 minutes', now(), 'epoch'), $4::int, $5::int, $6::int, $4::int * $10::int, array_fill($10::int, array[$4::int]) from made where $4::int > 0`,
      [name, canary, status, total, passed, failed, labels, namespace, hours, duration],
    );
  }
  await database.query(
    `insert into health.checks (canary_id, type, name, spec, deleted_at) select id, 'tcp', 'deleted', '{}', now() from health.canaries limit 1`,
  );
});
afterAll(() => server[Symbol.asyncDispose]());

async function list(query: Record<string, string | object> = {}): Promise<ChecksPage> {
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const answer = await server.send<ChecksPage>('GET', `/api/v1/health/checks?${search}`);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
const names = async (query: Record<string, string | object> = {}) =>
  (await list(query)).checks.map((check) => check.name);

describe('the list of checks', () => {
  it('puts the groups in trouble first, in each the checks in trouble, and counts them', async () => {
    const page = await list();
    expect(page.checks.map((check) => check.name)).toEqual([
      'db_replica',
      'back\\slash',
      'db 100%',
      'web/cart',
      'web/login',
      'alpha',
    ]);
    expect(page.groups.map((group) => group.key)).toEqual(['data', 'shop', 'zoo']);
    expect(page.groups[1]).toMatchObject({
      counts: { total: 2, healthy: 1, unhealthy: 1, unknown: 0 },
      uptime: { passed: 12, failed: 8 },
    });
    expect(page.counts).toEqual({ total: 6, healthy: 3, unhealthy: 2, unknown: 1 });
    expect(page.total).toBe(6);
  });

  it('tells the figures of a whole group while its passing checks are hidden', async () => {
    const hidden = await list({ hidePassing: 'true' });
    const all = await list();
    const of = (page: ChecksPage, key: string) => page.groups.find((group) => group.key === key);
    expect(hidden.groups.map(({ key, shown }) => [key, shown])).toEqual([
      ['data', 2],
      ['shop', 1],
    ]);
    for (const key of ['data', 'shop'])
      expect(of(hidden, key)).toEqual({ ...of(all, key), shown: of(hidden, key)?.shown });
    expect(of(all, 'data')).toMatchObject({ shown: 3, counts: { total: 3 }, uptime: { passed: 14, failed: 6 } });
  });

  it('lays the labels of a check over those of its canary, and shows uptime and latency of the last hour', async () => {
    const [check] = (await list({ query: 'web/cart' })).checks;
    expect(check?.labels).toEqual({ origin: 'test', tier: 'gold' });
    expect(check?.uptime).toMatchObject({ passed: 2, failed: 8 });
    expect(check?.latency).toMatchObject({ p95: 3_000, p99: 3_000, rolling1h: 3_000 });
  });

  it.each([
    ['%', ['db 100%']],
    ['_', ['db_replica']],
    ['\\', ['back\\slash']],
    ['WEB/', ['web/cart', 'web/login']],
    ['host-alpha', ['alpha']],
    ['about db', ['db_replica', 'db 100%']],
    ['ZOO', ['alpha']],
    ["' or true --", []],
  ])('searches for %s literally, in name, description, endpoint and canary', async (query, found) => {
    expect(await names({ query })).toEqual(found);
  });

  it.each([
    [{ 'tier=gold': 1 }, ['web/cart', 'web/login', 'alpha']],
    [{ tier: 1 }, ['web/cart', 'web/login', 'db 100%', 'alpha']],
    [{ tier: -1 }, ['db_replica', 'back\\slash']],
    [{ 'tier=gold': -1 }, ['db_replica', 'back\\slash', 'db 100%']],
    [{ 'tier=gold': 1, team: -1 }, ['web/cart', 'alpha']],
    [{ 'tier=gold': 0 }, ['db_replica', 'back\\slash', 'db 100%', 'web/cart', 'web/login', 'alpha']],
    [{ 'origin=test': 1, 'team=a': 1 }, ['db 100%', 'web/login']],
    [{ "x'=y": 1 }, []],
  ])('with the labels %j', async (labels, found) => expect(await names({ labels })).toEqual(found));

  it('has tabs by namespace, of which one can be chosen; hidden passing checks stay in the counts', async () => {
    const page = await list({ tab: 'eu', hidePassing: 'true' });
    expect(page.tabs).toEqual([
      { value: 'eu', total: 4 },
      { value: 'us', total: 2 },
    ]);
    expect(page.counts).toEqual({ total: 4, healthy: 2, unhealthy: 1, unknown: 1 });
    expect(page.total).toBe(2);
    expect(page.checks.map((check) => check.name)).toEqual(['db_replica', 'back\\slash']);
  });

  it('has tabs by label and by agent, also for a caller who may not read agents', async () => {
    expect((await list({ tabBy: 'tier' })).tabs).toEqual([
      { value: 'gold', total: 3 },
      { value: 'silver', total: 1 },
    ]);
    expect((await list({ tabBy: 'agent' })).tabs).toHaveLength(1);
    server.become('health_only');
    expect((await list({ tabBy: 'agent' })).tabs).toHaveLength(1);
    server.become('admin');
  });

  it.each([
    ['none', []],
    ['name', ['db_replica', 'web', 'back\\slash', 'alpha', 'db 100%']],
    ['type', ['tcp']],
    ['tier', ['', 'gold', 'silver']],
  ])('grouped by %s', async (groupBy, groups) =>
    expect((await list({ groupBy })).groups.map((group) => group.key)).toEqual(groups),
  );

  it.each([
    ['name', ['alpha', 'back\\slash', 'db 100%', 'db_replica', 'web/cart', 'web/login']],
    ['status', ['db_replica', 'web/cart', 'back\\slash', 'alpha', 'db 100%', 'web/login']],
    ['uptime', ['web/cart', 'db_replica', 'db 100%', 'alpha', 'web/login', 'back\\slash']],
    ['latency', ['alpha', 'db 100%', 'web/login', 'db_replica', 'web/cart', 'back\\slash']],
    ['transition', ['alpha', 'db_replica', 'db 100%', 'web/cart', 'web/login', 'back\\slash']],
  ])('sorted by %s', async (sortBy, sorted) => {
    expect(await names({ groupBy: 'none', sortBy })).toEqual(sorted);
  });

  it.each([
    ['name', ['web/login', 'web/cart', 'db_replica', 'db 100%', 'back\\slash', 'alpha']],
    ['status', ['alpha', 'db 100%', 'web/login', 'back\\slash', 'db_replica', 'web/cart']],
    ['uptime', ['alpha', 'web/login', 'db 100%', 'db_replica', 'web/cart', 'back\\slash']],
    ['latency', ['web/cart', 'db_replica', 'web/login', 'db 100%', 'alpha', 'back\\slash']],
    ['transition', ['web/login', 'web/cart', 'db 100%', 'db_replica', 'alpha', 'back\\slash']],
  ])('sorted by %s backwards; what has no value stands last all the same', async (sortBy, sorted) => {
    expect(await names({ groupBy: 'none', sortBy, sortDesc: 'true' })).toEqual(sorted);
  });

  it.each(['name', 'status', 'uptime', 'latency', 'transition'])(
    'paged by twos and sorted by %s shows every check once',
    async (sortBy) => {
      const pages: string[] = [];
      for (const offset of ['0', '2', '4', '6']) pages.push(...(await names({ sortBy, limit: '2', offset })));
      expect(pages).toEqual(await names({ sortBy }));
      expect(pages).toHaveLength(6);
    },
  );

  it.each([
    ['labels', 'labels=nonsense'],
    ['labels', 'labels=[1]'],
    ['sortBy', 'sortBy=size'],
    ['limit', 'limit=0'],
    ['offset', 'offset=-1'],
    ['hidePassing', 'hidePassing=maybe'],
  ])('refuses a wrong %s and names it', async (name, query) => {
    const answer = await server.send<{ message: string }>('GET', `/api/v1/health/checks?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(name);
  });

  it('refuses a NUL byte in a search without failing', async () => {
    expect((await server.send('GET', '/api/v1/health/checks?query=%00')).status).toBe(400);
  });

  it('lists the labels with their values, but no severity', async () => {
    await server.database.query(
      `update health.checks set severity = 'high', labels = labels || '{"high": "true"}' where name = 'alpha'`,
    );
    const { body } = await server.send<unknown>('GET', '/api/v1/health/labels');
    expect(body).toEqual([
      { key: 'origin', values: ['test'] },
      { key: 'team', values: ['a', 'b'] },
      { key: 'tier', values: ['gold', 'silver'] },
    ]);
  });
});

describe('the summary for clients of the wire contract', () => {
  it('has every check that is not deleted, with the fields of H1', async () => {
    const { body } = await server.send<{
      runnerName: string;
      duration: number;
      checks_summary: Record<string, unknown>[];
    }>('GET', '/api/canary/api/summary');
    expect(body.runnerName).toBe('local');
    expect(body.checks_summary.map((row) => String(row['name'])).sort()).toEqual(ROWS.map(([name]) => name).sort());
    const cart = body.checks_summary.find((row) => row['name'] === 'web/cart');
    expect(cart).toMatchObject({
      status: 'unhealthy',
      canary_name: 'shop',
      labels: { tier: 'gold', origin: 'test' },
      uptime: { passed: 2, failed: 8 },
      latency: { p95: 3_000, p97: 3_000, p99: 3_000, rolling1h: 3_000 },
    });
    const fields =
      'id canary_id canary_name canary_namespace name namespace description icon labels type status severity owner uptime latency last_runtime next_runtime last_transition_time created_at updated_at deleted_at silenced_at agent_id endpoint';
    expect(Object.keys(cart ?? {}).sort()).toEqual(fields.split(' ').sort());
    const unknown = body.checks_summary.find((row) => row['name'] === 'back\\slash');
    expect(unknown).toMatchObject({ status: null, latency: { rolling1h: 0 }, uptime: { passed: 0, failed: 0 } });
    expect((await server.send('GET', '/canary/api/summary')).status).toBe(200);
  });
});

describe('coverage', () => {
  it('tells on time, late, never run and not runnable apart', async () => {
    const { database } = server;
    const set = (name: string, values: string) =>
      database.query(
        `update health.check_states s set ${values} from health.checks c where c.id = s.check_id and c.name = $1`,
        [name],
      );
    await database.query('update health.check_states set interval_ms = null');
    await set(
      'web/login',
      `interval_ms = 30000, last_runtime = now() - interval '50 seconds', first_due_at = now() - interval '1 day'`,
    );
    await set(
      'web/cart',
      `interval_ms = 30000, last_runtime = now() - interval '80 seconds', first_due_at = now() - interval '1 day'`,
    );
    await set('db 100%', `interval_ms = 30000, first_due_at = now() - interval '20 seconds'`);
    await set('db_replica', `interval_ms = 30000, first_due_at = now() - interval '5 seconds'`);
    await set(
      'back\\slash',
      `interval_ms = 259200000, last_runtime = now() - interval '2 days', due_at = now() - interval '70 minutes', first_due_at = now() - interval '9 days'`,
    );
    await set(
      'alpha',
      `interval_ms = 259200000, last_runtime = now() - interval '2 days', due_at = now() + interval '1 day', first_due_at = now() - interval '9 days'`,
    );
    expect((await server.send<Coverage>('GET', '/api/v1/health/coverage')).body).toEqual({
      scheduled: 6,
      on_time: 3,
      late: 2,
      never_run: 1,
      not_runnable: 0,
      ratio: 0.5,
    });
    // Stamped or put away by a clock that was wrong; one that never ran counts once.
    await set('web/login', `last_runtime = now() + interval '90 seconds'`);
    await set('alpha', `due_at = now() + interval '7 days'`);
    await set('db 100%', `due_at = now() + interval '7 days'`);
    expect((await server.send<Coverage>('GET', '/api/v1/health/coverage')).body).toMatchObject({
      on_time: 1,
      late: 4,
      never_run: 1,
    });
    await set('web/login', `last_runtime = now() + interval '50 seconds'`);
    await set('alpha', `due_at = now() + interval '5 days'`);
    await database.query(`update health.checks set problem = 'no such kind' where name = 'web/cart'`);
    await database.query(
      `update health.canaries set schedule_error = 'schedule: "x" is not a schedule' where name = 'zoo'`,
    );
    expect((await server.send<Coverage>('GET', '/api/v1/health/coverage')).body).toMatchObject({
      scheduled: 4,
      not_runnable: 2,
      late: 1,
    });
    expect(await server.registry.metrics()).toContain('watchroom_checks{coverage="not_runnable"} 2');
  });
});
