import type { CheckResult } from '@watchroom/contract/health';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveHttp } from '../connections/testing/servers.ts';
import { type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';
import { type Row, type RowWriter, rowWriter } from './testing/row-writer.ts';

const SECRET = 'hunter2/Straße';
const BASIC = `Basic ${Buffer.from(`ann:${SECRET}`).toString('base64')}`;
const CONNECTION = 'connection://default/target';
const HIDDEN = '••••••••';

/** A server that says what it was told. */
interface Target extends AsyncDisposable {
  readonly url: string;
  /** `Authorization` of every request; empty where there was none. */
  readonly told: string[];
}

async function startTarget(moves?: string): Promise<Target> {
  const told: string[] = [];
  const http = await serveHttp((request, response) => {
    const { authorization = '' } = request.headers;
    told.push(authorization);
    if (moves) return response.writeHead(302, { location: moves }).end();
    const login = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
    const known = request.url === '/known' ? SECRET : '';
    response.writeHead(200, { 'content-type': 'application/json', 'x-told': authorization });
    return response.end(JSON.stringify({ authorization, login, known, path: request.url }));
  });
  return { url: http.url, told, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() };
}

let server: DataApiServer;
let writer: RowWriter;
let target: Target;
let thief: Target;
beforeAll(async () => {
  server = await startDataApiServer();
  writer = rowWriter(server);
  target = await startTarget();
  thief = await startTarget();
});
afterAll(async () => {
  await thief[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await server.database.query('delete from health.canaries');
  await server.database.query('delete from connections.connections');
  target.told.length = 0;
  thief.told.length = 0;
});

const connect = (more: object = {}): Promise<Row> =>
  writer.row('admin', 'POST', 'connections', {
    name: 'target',
    type: 'http',
    url: target.url,
    username: 'ann',
    password: SECRET,
    ...more,
  });
const change = (id: string, more: object) => writer.row('admin', 'PATCH', `connections?id=eq.${id}`, more);
const canary = (check: object, namespace = 'default') => ({
  name: 'watch',
  namespace,
  spec: { schedule: '@never', http: [{ name: 'site', ...check }] },
});
/** Stores the check as an editor does. @returns its id. */
async function store(check: object, namespace?: string): Promise<string> {
  const made = await writer.row('editor', 'POST', 'canaries', canary(check, namespace));
  const [stored] = await writer.rows('editor', 'GET', `checks?canary_id=eq.${made.id}`);
  return stored?.id ?? '';
}
async function run(id: string): Promise<CheckResult> {
  const { status, text, body } = await server.ask('editor', 'POST', `/api/canary/run/check/${id}`);
  expect([status, text]).toEqual([200, text]);
  return body as CheckResult;
}
const tried = async (spec: object) => {
  const asked = { body: { kind: 'http', spec: { name: 'site', ...spec } } };
  return (await server.ask('editor', 'POST', '/api/v1/health/test', asked)).body as CheckResult;
};

describe('a check with a connection', () => {
  it('asks its server with its login or its token', async () => {
    const { id } = await connect();
    const check = await store({ connection: CONNECTION });
    expect(await run(check)).toMatchObject({ pass: true, error: '' });
    await change(id, { username: null, password: null, properties: { bearer: 'long-Token-1' } });
    expect(await run(check)).toMatchObject({ pass: true, error: '' });
    expect(target.told).toEqual([BASIC, 'Bearer long-Token-1']);
  });

  it.each([
    ['the namespace of the canary', () => 'connection://target'],
    ['the type, as old documents have it', () => 'connection://http/target'],
    ['the type and the namespace', () => 'connection://HTTP/watch/target'],
    ['its id', (id: string) => id.toUpperCase()],
    ['an address', () => target.url.replace('//', `//ann:${encodeURIComponent(SECRET)}@`)],
  ])('finds it by %s', async (_, reference) => {
    const { id } = await connect({ namespace: 'watch' });
    expect(await run(await store({ connection: reference(id) }, 'watch'))).toMatchObject({ pass: true });
    expect(target.told).toEqual([BASIC]);
  });

  it('asks where the connection leads at the time of the run, until it is deleted', async () => {
    await using other = await startTarget();
    const { id } = await connect();
    const check = await store({ connection: CONNECTION });
    await run(check);
    await change(id, { url: other.url, password: 'new-Password' });
    await run(check);
    expect(other.told).toEqual([`Basic ${Buffer.from('ann:new-Password').toString('base64')}`]);
    await change(id, { deleted_at: 'now()' });
    const error = `connection: There is no connection ${CONNECTION}, or it was deleted`;
    expect(await run(check)).toMatchObject({ pass: false, invalid: true, error });
    expect([target.told.length, other.told.length]).toEqual([1, 1]);
    await connect();
    expect(await run(check)).toMatchObject({ pass: true });
  });

  it('uses what it says itself before what the connection says', async () => {
    await connect();
    const own = { username: { value: 'bob' }, password: { value: 'own-Password' } };
    await run(await store({ connection: CONNECTION, url: `${target.url}/own?x=1`, ...own }));
    await tried({ connection: CONNECTION, headers: [{ name: 'authorization', value: 'Bearer own-Token' }] });
    expect(target.told).toEqual([`Basic ${Buffer.from('bob:own-Password').toString('base64')}`, 'Bearer own-Token']);
  });

  it('shows no secret of it, whatever the server sends back', async () => {
    await connect();
    const show = { display: { expr: '"told: " + json.login' } };
    const check = await store({ connection: CONNECTION, ...show });
    const shown = await run(check);
    expect(shown).toMatchObject({ pass: true, message: expect.stringContaining(HIDDEN) as unknown });
    const results = await server.database.query('select * from health.check_statuses where check_id = $1', [check]);
    const states = await server.database.query('select * from health.check_states where check_id = $1', [check]);
    const kept = JSON.stringify([shown, results.rows, states.rows]);
    expect(results.rows).toHaveLength(1);
    expect([SECRET, BASIC.slice(10), encodeURIComponent(SECRET)].filter((text) => kept.includes(text))).toEqual([]);
  });

  it('shows no secret of it that the server knows without being told', async () => {
    await connect();
    const shown = await tried({ connection: CONNECTION, url: `${target.url}/known`, digest: true });
    expect(target.told).toEqual(['']);
    expect(shown).toMatchObject({ pass: true, data: { json: { known: HIDDEN } } });
    expect(JSON.stringify(shown)).not.toContain(SECRET);
  });
});

describe('the login of a connection', () => {
  beforeEach(() => connect());

  it.each([
    ['another server', () => ({ url: thief.url })],
    ['the same server by another name', () => ({ url: target.url.replace('127.0.0.1', 'localhost') })],
    ['whoever gives tokens', () => ({ oauth2: { tokenURL: thief.url } })],
    ['another server that asks for it', () => ({ url: thief.url, digest: true })],
    ['a server of which only the user name is known', () => ({ url: thief.url, username: { value: 'bob' } })],
  ])('is not sent to %s', async (_, fields) => {
    const spec = { connection: CONNECTION, ...fields() };
    const error = expect.stringContaining(`sent only to ${new URL(target.url).origin}`) as unknown;
    expect(await tried(spec)).toMatchObject({ pass: false, invalid: true, error });
    expect(await run(await store(spec))).toMatchObject({ pass: false, invalid: true, error });
    expect([thief.told, target.told]).toEqual([[], []]);
  });

  it('is not sent where its server redirects to', async () => {
    await using moving = await startTarget(thief.url);
    await connect({ name: 'moving', url: moving.url });
    await run(await store({ connection: 'connection://default/moving' }));
    expect([moving.told, thief.told]).toEqual([[BASIC], ['']]);
  });

  it('is not needed by a check that has one of its own', async () => {
    const login = { username: { value: 'bob' }, password: { value: 'own-Password' } };
    expect(await tried({ connection: CONNECTION, url: thief.url, ...login })).toMatchObject({ pass: true });
    expect(thief.told).toEqual([`Basic ${Buffer.from('bob:own-Password').toString('base64')}`]);
  });

  it('is used by nobody who may not write checks', async () => {
    for (const caller of ['viewer', 'responder', 'commander', 'nobody', 'health_only'] as const) {
      const asked = { body: { kind: 'http', spec: { name: 'site', connection: CONNECTION } } };
      const test = await server.ask(caller, 'POST', '/api/v1/health/test', asked);
      const written = await writer.refusal(caller, 'POST', 'canaries', canary({ connection: CONNECTION }));
      expect({
        caller,
        refused: [test.status, written.status].map((status) => [401, 403, 404].includes(status)),
      }).toEqual({
        caller,
        refused: [true, true],
      });
    }
    expect(target.told).toEqual([]);
  });
});

it('a reference that leads nowhere fails the check, and does not keep it from being run', async () => {
  const unknown = crypto.randomUUID();
  for (const connection of [unknown, 'https://[', 'connection://watch/target', 'connection://http/target']) {
    await server.database.query('delete from health.canaries');
    expect(await run(await store({ connection }))).toMatchObject({
      pass: false,
      invalid: true,
      error: `connection: There is no connection ${connection}, or it was deleted`,
    });
  }
});

it.each(['connection:/default/target', 'connection://', 'connection://a/b/c/d', 'default/target', 'https://'])(
  'the reference %s is refused with its path',
  async (connection) => {
    const refused = await writer.refusal('editor', 'POST', 'canaries', canary({ connection }));
    const fields = { 'spec.http[0].connection': expect.stringContaining('connection://<namespace>/<name>') as unknown };
    expect(refused).toMatchObject({ status: 400, fields });
  },
);

it('a stored password of a check does not follow it to another connection', async () => {
  await connect({ username: null, password: null });
  await connect({ name: 'other', url: thief.url, username: null, password: null });
  const login = { username: { value: 'bob' }, password: { value: 'own-Password' } };
  const made = await writer.row('editor', 'POST', 'canaries', canary({ connection: CONNECTION, ...login }));
  const moved = canary({ connection: 'connection://default/other', ...login, password: { value: HIDDEN } });
  const refused = await writer.refusal('editor', 'PATCH', `canaries?id=eq.${made.id}`, moved);
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('again') as unknown });
});
