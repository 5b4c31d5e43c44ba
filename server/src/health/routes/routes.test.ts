import { createServer, type Server } from 'node:http';
import type { Canary, CheckDetail, CheckResult } from '@watchroom/contract/health';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HIDDEN } from '../../platform/secrets/hidden.ts';
import { type HealthServer, startHealthServer } from '../testing/health-server.ts';
import { eventsOf, numberOf } from '../testing/seed.ts';

let server: HealthServer;
let target: Server;
let url = '';
let answerWith = 200;
const seen: (string | undefined)[] = [];

beforeAll(async () => {
  server = await startHealthServer();
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

const CANARIES = '/api/v1/health/canaries';
const body = (name = 'one', more: object = {}) => ({
  name,
  spec: { schedule: '@every 1h', http: [{ name: 'page', url, ...more }] },
});
async function make(given: object = body()): Promise<Canary> {
  const made = await server.send<Canary>('POST', CANARIES, given);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
}
async function checkOf(canary: Canary): Promise<string> {
  const found = await server.database.query<{ id: string }>(
    'select id from health.checks where canary_id = $1 and deleted_at is null order by name',
    [canary.id],
  );
  return found.rows[0]?.id ?? '';
}
const SECRET = { username: { value: 'ann' }, password: { value: 'hunter2' } };
const storedPassword = async (canary: Canary) =>
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
    ['GET', `${CANARIES}/${id}`, 'read'],
    ['GET', '/api/canary/api/summary', 'read'],
    ['GET', `/api/canary/api/graph?check=${id}`, 'read'],
    ['POST', CANARIES, 'write'],
    ['PUT', `${CANARIES}/${id}`, 'write'],
    ['DELETE', `${CANARIES}/${id}`, 'write'],
    ['POST', `${CANARIES}/${id}/restore`, 'write'],
    ['POST', '/api/v1/health/test', 'write'],
    ['POST', `/api/canary/run/check/${id}`, 'write'],
  ] as const;

  it.each(routes)('%s %s refuses a caller who is nobody', async (method, path) => {
    server.become(undefined);
    expect((await server.send(method, path, method === 'GET' ? undefined : body())).status).toBe(401);
  });

  it.each(routes)('%s %s lets a viewer look and not change', async (method, path, access) => {
    server.become('viewer');
    const { status } = await server.send(method, path, method === 'GET' ? undefined : body());
    expect(access === 'write' ? [403] : [200, 404]).toContain(status);
  });

  it.each(routes.filter(([method]) => method !== 'GET'))('%s %s refuses another site', async (method, path) => {
    expect((await server.send(method, path, body(), { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('answers 404 for an id that is none', async () => {
    expect((await server.send('GET', `${CANARIES}/1`)).status).toBe(404);
    expect((await server.send('POST', '/api/canary/run/check/x')).status).toBe(404);
  });
});

describe('a canary made in the console', () => {
  it('has its checks at once and is shown again as it was sent', async () => {
    const made = await make();
    expect(made).toMatchObject({
      name: 'one',
      namespace: 'default',
      source: 'UI',
      editable: true,
      schedule_error: null,
      warnings: [],
    });
    const detail = await server.send<CheckDetail>('GET', `/api/v1/health/checks/${await checkOf(made)}`);
    expect(detail.body).toMatchObject({
      name: 'page',
      type: 'http',
      status: null,
      spec: { url },
      canary: { id: made.id, editable: true },
    });
  });

  it('under a name that is taken is refused with the field, when made and when renamed', async () => {
    await make();
    const again = await server.send('POST', CANARIES, body());
    expect(again.status).toBe(409);
    expect(again.body['fields']).toHaveProperty('name');
    const other = await make(body('two'));
    const renamed = await server.send('PUT', `${CANARIES}/${other.id}`, body('one'));
    expect(renamed.status).toBe(409);
    expect(renamed.body['fields']).toHaveProperty('name');
  });

  it.each([
    [{ name: '', spec: {} }, 'name'],
    [{ name: 'a', spec: {}, extra: 1 }, 'body'],
    [{ name: 'a', spec: { schedule: '@every 1m' } }, 'spec'],
    [{ name: 'a', spec: { schedule: '99 * * * *', tcp: [{ name: 'a', endpoint: 'a:1' }] } }, 'spec.schedule'],
    [{ name: 'a', spec: { schedule: 30, tcp: [{ name: 'a', endpoint: 'a:1' }] } }, 'spec.schedule'],
    [{ name: 'a', spec: { tcp: [{ name: 'a', endpoint: 'a:1', treshold: 1 }] } }, 'spec.tcp[0].treshold'],
    [{ name: 'a', spec: { tcp: [{ name: 'a', endpoint: 'nowhere' }] } }, 'spec.tcp[0].endpoint'],
    [{ name: 'a', spec: { tcp: [{ name: 'a', endpoint: 'a:1', test: { expr: 'true' } }] } }, 'spec.tcp[0]'],
    [{ name: 'a', spec: { shedule: '@hourly', tcp: [{ name: 'a', endpoint: 'a:1' }] } }, 'spec.shedule'],
  ])('that is wrong is refused with the field: %#', async (given, field) => {
    const answer = await server.send<{ fields: object }>('POST', CANARIES, given);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toContain(field);
    expect(await numberOf(server.database, 'select count(*) as n from health.canaries')).toBe(0);
  });

  it.each([
    ['{"name": ', 400],
    ['', 400],
    [`{"name": "${'x'.repeat(1_100_000)}"}`, 413],
    ['{"__proto__": {"x": 1}, "name": "a", "spec": {}}', 400],
  ])('from a body that is none is refused, not failed: %#', async (payload, status) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: CANARIES,
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(status);
  });

  it('with bytes that the database does not take is stored all the same', async () => {
    const made = await make(body('one', { description: 'nul \0 half \ud800' }));
    expect(made.spec['http']).toMatchObject([{ description: 'nul \\0 half \ufffd' }]);
  });

  it('edited by two people is changed by the first and refused to the second', async () => {
    const made = await make();
    const first = await server.send<Canary>('PUT', `${CANARIES}/${made.id}`, body('first'), {
      'if-match': `"${made.updated_at}"`,
    });
    expect(first.status).toBe(200);
    const second = await server.send('PUT', `${CANARIES}/${made.id}`, body('second'), {
      'if-match': `"${made.updated_at}"`,
    });
    expect(second.status).toBe(412);
    expect((await server.send<Canary>('GET', `${CANARIES}/${made.id}`)).body.name).toBe('first');
  });

  it('is deleted softly and restored with its checks, which are due again', async () => {
    const made = await make();
    const check = await checkOf(made);
    expect((await server.send('DELETE', `${CANARIES}/${made.id}`)).status).toBe(204);
    expect((await server.send('GET', `${CANARIES}/${made.id}`)).status).toBe(404);
    expect((await server.send('GET', `/api/v1/health/checks/${check}`)).status).toBe(404);
    expect(
      await numberOf(server.database, 'select count(*) as n from health.check_states where due_at is not null'),
    ).toBe(0);
    expect((await server.send('POST', `${CANARIES}/${made.id}/restore`)).status).toBe(200);
    expect(await checkOf(made)).toBe(check);
    expect(
      await numberOf(server.database, 'select count(*) as n from health.check_states where due_at is not null'),
    ).toBe(1);
    expect((await server.send('POST', `${CANARIES}/${made.id}/restore`)).status).toBe(404);
  });

  it('cannot be restored beside one that took its name', async () => {
    const made = await make();
    await server.send('DELETE', `${CANARIES}/${made.id}`);
    await make();
    expect((await server.send('POST', `${CANARIES}/${made.id}/restore`)).status).toBe(409);
  });
});

describe('a canary that a document owns', () => {
  it('is shown and cannot be edited or deleted here', async () => {
    const made = await make();
    await server.database.query(`update health.canaries set source = 'file:a.yaml' where id = $1`, [made.id]);
    expect((await server.send<Canary>('GET', `${CANARIES}/${made.id}`)).body).toMatchObject({
      source: 'file:a.yaml',
      editable: false,
    });
    for (const method of ['PUT', 'DELETE'] as const) {
      const answer = await server.send<{ code: string; message: string }>(method, `${CANARIES}/${made.id}`, body());
      expect([answer.status, answer.body.code]).toEqual([409, 'source_owned']);
      expect(answer.body.message).toContain('file:a.yaml');
    }
  });
});

describe('a secret', () => {
  it('is hidden in every answer and used by the run', async () => {
    const made = await make(body('one', SECRET));
    const check = await checkOf(made);
    const answers = [
      made,
      (await server.send('GET', `${CANARIES}/${made.id}`)).body,
      (await server.send('GET', `/api/v1/health/checks/${check}`)).body,
    ];
    for (const answer of answers) {
      expect(JSON.stringify(answer)).not.toContain('hunter2');
      expect(JSON.stringify(answer)).toContain(HIDDEN);
    }
    await server.send('POST', `/api/canary/run/check/${check}`);
    expect(seen).toContain(`Basic ${Buffer.from('ann:hunter2').toString('base64')}`);
  });

  it('that comes back as the placeholder stays, also when the check is renamed or moved', async () => {
    const made = await make(body('one', SECRET));
    const update = (spec: object) => server.send('PUT', `${CANARIES}/${made.id}`, { name: 'one', spec });
    await update(made.spec);
    expect(await storedPassword(made)).toBe('hunter2');
    const [page] = made.spec['http'] as object[];
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
    const hidden = { ...SECRET, password: { value: HIDDEN } };
    const made = await server.send<{ fields: object }>('POST', CANARIES, body('one', hidden));
    expect(made.status).toBe(400);
    expect(Object.keys(made.body.fields)[0]).toContain('password');
    const tested = await server.send('POST', '/api/v1/health/test', {
      kind: 'http',
      spec: { name: 'page', url, ...hidden },
    });
    expect(tested.status).toBe(400);
    const plain = await make();
    expect((await server.send('PUT', `${CANARIES}/${plain.id}`, body('one', hidden))).status).toBe(400);
  });

  it.each([
    ['in one entry where a list belongs', { http: { name: 'a', url: 'http://a/', password: { value: 'hunter2' } } }],
    ['as a text where an object belongs', { http: [{ name: 'a', url: 'http://a/', password: 'hunter2' }] }],
    ['of a kind that we do not have', { postgres: [{ name: 'a', password: { value: 'hunter2' } }] }],
    ['in a field that the kind does not know', { http: [{ name: 'a', url: 'http://a/', apiToken: 'hunter2' }] }],
  ])('%s is hidden too', async (_, spec) => {
    const made = await make();
    await server.database.query('update health.canaries set spec = $2 where id = $1', [made.id, spec]);
    expect(JSON.stringify((await server.send('GET', `${CANARIES}/${made.id}`)).body)).not.toContain('hunter2');
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
  it.each(['health.kinds.json', 'canary.schema.json', 'canary.spec.schema.json'])(
    '%s is open to editors without sign-in',
    async (name) => {
      server.become(undefined);
      const answer = await server.send('GET', `/api/schemas/${name}`);
      expect(answer.status).toBe(200);
    },
  );
});
