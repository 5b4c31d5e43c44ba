import { createServer, type Server } from 'node:http';
import type { CheckDetail, CheckResult } from '@watchroom/contract/health';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HIDDEN } from '../../platform/secrets/hidden.ts';
import { canaryWrites, makeCanary, type Row, type Write } from '../testing/canary-writes.ts';
import { type HealthServer, startHealthServer } from '../testing/health-server.ts';
import { eventsOf, numberOf } from '../testing/seed.ts';

let server: HealthServer;
let write: Write;
let target: Server;
let url = '';
let answerWith = 200;
const seen: (string | undefined)[] = [];

beforeAll(async () => {
  server = await startHealthServer();
  write = canaryWrites(server.database, null);
  target = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(answerWith).end('hello');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const address = target.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  target.close();
});
beforeEach(async () => {
  server.become('admin');
  answerWith = 200;
  seen.length = 0;
  await server.database.query('delete from health.canaries');
});

const specOf = (more: object = {}) => ({ schedule: '@every 1h', http: [{ name: 'page', url, ...more }] });
const make = (more?: object): Promise<Row> => makeCanary(write, 'one', specOf(more));
async function checkOf(canary: Row): Promise<string> {
  const found = await server.database.query<{ id: string }>(
    'select id from health.checks where canary_id = $1 and deleted_at is null order by name',
    [canary.id],
  );
  return found.rows[0]?.id ?? '';
}
const SECRET = { username: { value: 'ann' }, password: { value: 'hunter2' } };
const storedPassword = async (canary: Row) =>
  (
    await server.database.query<{ p: string }>(
      `select spec #>> '{http,0,password,value}' as p from health.canaries where id = $1`,
      [canary.id],
    )
  ).rows[0]?.p;

describe('every route', () => {
  const id = crypto.randomUUID();
  const routes = [
    ['GET', '/api/v1/health/checks', 'read'],
    ['GET', `/api/v1/health/checks/${id}`, 'read'],
    ['GET', '/api/v1/health/labels', 'read'],
    ['GET', '/api/v1/health/coverage', 'read'],
    ['GET', '/api/canary/api/summary', 'read'],
    ['GET', `/api/canary/api/graph?check=${id}`, 'read'],
    ['POST', '/api/v1/health/test', 'write'],
    ['POST', `/api/canary/run/check/${id}`, 'write'],
  ] as const;

  it.each(routes)('%s %s refuses a caller who is nobody', async (method, path) => {
    server.become(undefined);
    expect((await server.send(method, path, method === 'GET' ? undefined : {})).status).toBe(401);
  });

  it.each(routes)('%s %s lets a viewer look and not change', async (method, path, access) => {
    server.become('viewer');
    const { status } = await server.send(method, path, method === 'GET' ? undefined : {});
    expect(access === 'write' ? [403] : [200, 404]).toContain(status);
  });

  it.each(routes.filter(([method]) => method !== 'GET'))('%s %s refuses another site', async (method, path) => {
    expect((await server.send(method, path, {}, { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('answers 404 for an id that is none', async () => {
    expect((await server.send('GET', '/api/v1/health/checks/1')).status).toBe(404);
    expect((await server.send('POST', '/api/canary/run/check/x')).status).toBe(404);
  });
});

describe('a check', () => {
  it('is shown with its entry and its canary', async () => {
    const made = await make();
    const detail = async () =>
      (await server.send<CheckDetail>('GET', `/api/v1/health/checks/${await checkOf(made)}`)).body;
    const { id, name, namespace } = made;
    expect(await detail()).toMatchObject({ name: 'page', type: 'http', status: null, spec: { url } });
    expect((await detail()).canary).toEqual({
      id,
      name,
      namespace,
      source: 'UI',
      editable: true,
      schedule_error: null,
      warnings: [],
      updated_at: made.updated_at.toISOString(),
    });
    await server.database.query(`update health.canaries set source = 'file:a.yaml' where id = $1`, [id]);
    expect((await detail()).canary).toMatchObject({ source: 'file:a.yaml', editable: false });
  });

  it('is not there when it or its canary was deleted', async () => {
    const made = await make();
    const check = await checkOf(made);
    await server.database.query('update health.canaries set deleted_at = now() where id = $1', [made.id]);
    expect((await server.send('GET', `/api/v1/health/checks/${check}`)).status).toBe(404);
    await server.database.query('update health.checks set deleted_at = null where id = $1', [check]);
    expect((await server.send('GET', `/api/v1/health/checks/${check}`)).status).toBe(404);
  });
});

describe('a secret', () => {
  it('is hidden in every answer and used by the run', async () => {
    const made = await make(SECRET);
    const check = await checkOf(made);
    const answers = [made, (await server.send('GET', `/api/v1/health/checks/${check}`)).body];
    for (const answer of answers) {
      expect(JSON.stringify(answer)).not.toContain('hunter2');
      expect(JSON.stringify(answer)).toContain(HIDDEN);
    }
    await server.send('POST', `/api/canary/run/check/${check}`);
    expect(seen).toContain(`Basic ${Buffer.from('ann:hunter2').toString('base64')}`);
  });

  it('that comes back as the placeholder stays, also when the check is renamed or moved', async () => {
    const made = await make(SECRET);
    const update = (spec: object) =>
      write('update api.canaries set spec = $2 where id = $1 returning *', [made.id, spec]);
    await update(made.spec);
    expect(await storedPassword(made)).toBe('hunter2');
    const [page] = made.spec.http;
    await update({ ...made.spec, http: [{ ...page, name: 'renamed' }] });
    expect(await storedPassword(made)).toBe('hunter2');
    await update({
      ...made.spec,
      http: [
        { ...page, name: 'first', password: { value: 'other' } },
        { ...page, name: 'renamed' },
      ],
    });
    const moved = await server.database.query<{ p: string }>(
      `select spec #>> '{http,1,password,value}' as p from health.canaries where id = $1`,
      [made.id],
    );
    expect(moved.rows[0]?.p).toBe('hunter2');
    await update({ ...made.spec, http: [{ ...page, password: { value: 'new' } }] });
    expect(await storedPassword(made)).toBe('new');
  });

  it('is never the placeholder itself', async () => {
    const spec = { name: 'page', url, ...SECRET, password: { value: HIDDEN } };
    const tested = await server.send<{ fields: object }>('POST', '/api/v1/health/test', { kind: 'http', spec });
    expect(tested.status).toBe(400);
    expect(Object.keys(tested.body.fields)[0]).toContain('password');
  });
});

describe('running a check now', () => {
  it('answers when the result is stored, and leaves the schedule alone', async () => {
    const check = await checkOf(await make());
    const before = await server.database.query('select due_at from health.check_states where check_id = $1', [check]);
    answerWith = 500;
    const ran = await server.send<CheckResult>('POST', `/api/canary/run/check/${check}`);
    expect(ran.status).toBe(200);
    expect(ran.body).toMatchObject({ pass: false, invalid: false });
    expect(
      await numberOf(server.database, 'select count(*) as n from health.check_statuses where check_id = $1', [check]),
    ).toBe(1);
    expect(await eventsOf(server.database, check)).toEqual(['check.failed']);
    expect(
      (await server.database.query('select due_at from health.check_states where check_id = $1', [check])).rows,
    ).toEqual(before.rows);
  });

  it('needs no body, and takes an empty one that calls itself JSON', async () => {
    const check = await checkOf(await make());
    const answer = await server.app.inject({
      method: 'POST',
      url: `/canary/run/check/${check}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('answers 404 for a check that is not there and 422 with the reason for one that cannot run', async () => {
    expect((await server.send('POST', `/api/canary/run/check/${crypto.randomUUID()}`)).status).toBe(404);
    const check = await checkOf(await make());
    await server.database.query(
      `update health.checks set problem = 'The field test is not supported yet' where id = $1`,
      [check],
    );
    const answer = await server.send<{ code: string; message: string }>('POST', `/api/canary/run/check/${check}`);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      422,
      'not_runnable',
      'The field test is not supported yet',
    ]);
    expect(
      await numberOf(server.database, 'select count(*) as n from health.check_statuses where check_id = $1', [check]),
    ).toBe(0);
  });
});

describe('trying a check before it is saved', () => {
  it.each([
    ['{"kind": ', 400],
    ['', 400],
    [`{"kind": "${'x'.repeat(1_100_000)}"}`, 413],
    ['{"__proto__": {"x": 1}, "kind": "http", "spec": {}}', 400],
  ])('refuses a body that is none, and does not fail: %#', async (payload, status) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/health/test', payload, headers });
    expect(answer.statusCode).toBe(status);
  });

  it('runs it once and stores nothing', async () => {
    const answer = await server.send<CheckResult>('POST', '/api/v1/health/test', {
      kind: 'http',
      spec: { name: 'page', url },
    });
    expect(answer.body).toMatchObject({ pass: true });
    expect(seen).toHaveLength(1);
    expect(await numberOf(server.database, 'select count(*) as n from health.canaries')).toBe(0);
  });

  it.each([
    [{ kind: 'nosuch', spec: {} }, 'kind'],
    [{ kind: 'http', spec: { name: 'page', url: 'nonsense' } }, 'url'],
    [{ kind: 'constructor', spec: {} }, 'kind'],
  ])('refuses what is wrong with the field: %#', async (given, field) => {
    const answer = await server.send<{ fields: object }>('POST', '/api/v1/health/test', given);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toContain(field);
  });
});

describe('the schemas', () => {
  it('list the kinds without their fields, and give those of one', async () => {
    server.become(undefined);
    const listed = await server.send<{ id: string }[]>('GET', '/api/schemas/health.kinds.json');
    expect(listed.body.map(({ id }) => id)).toEqual(['dns', 'http', 'icmp', 'tcp']);
    expect(Object.keys(listed.body[0] ?? {}).sort()).toEqual(['documentKey', 'icon', 'id', 'summary', 'title']);
    const http = await server.send('GET', '/api/schemas/health.kinds/http');
    expect(http.body).toMatchObject({
      id: 'http',
      schema: { properties: { url: {} } },
      rules: expect.any(Array) as [],
    });
  });

  it.each(['nosuch', 'constructor'])('say that there is no kind %s', async (id) => {
    expect(await server.send('GET', `/api/schemas/health.kinds/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it.each(['health.kinds.json', 'canary.schema.json', 'canary.spec.schema.json'])(
    '%s is open to editors without sign-in',
    async (name) => {
      server.become(undefined);
      const answer = await server.send('GET', `/api/schemas/${name}`);
      expect(answer.status).toBe(200);
    },
  );
});
