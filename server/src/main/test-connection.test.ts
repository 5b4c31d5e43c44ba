import type { ConnectionTest } from '@watchroom/contract/connections';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveHttp } from '../connections/testing/servers.ts';
import { CALLERS, type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';
import { type RowWriter, rowWriter } from './testing/row-writer.ts';

const SECRET = 'hunter2/Straße';
const FORM = '/api/v1/connections/test';

let server: DataApiServer;
let writer: RowWriter;
let target: Awaited<ReturnType<typeof serveHttp>>;
let id = '';
beforeAll(async () => {
  server = await startDataApiServer();
  writer = rowWriter(server);
  const expected = `Basic ${Buffer.from(`ann:${SECRET}`).toString('base64')}`;
  target = await serveHttp((request, response) => {
    response.writeHead(request.headers.authorization === expected ? 200 : 401).end();
  });
  const body = { name: 'target', type: 'http', url: target.url, username: 'ann', password: SECRET };
  ({ id } = await writer.row('admin', 'POST', 'connections', body));
});
afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const tried = async (body: object) => {
  const answer = await server.ask('admin', 'POST', FORM, { body });
  return { status: answer.status, text: answer.text, ...(answer.body as ConnectionTest & { fields?: object }) };
};

it('a stored connection is tested as the wire contract says', async () => {
  const passed = await server.ask('admin', 'POST', `/api/connection/test/${id}`);
  expect([passed.status, passed.body]).toMatchObject([200, { message: 'ok', passed: true }]);
  const wrong = { name: 'wrong', type: 'http', url: target.url, username: 'ann', password: 'wrong-password' };
  const other = await writer.row('admin', 'POST', 'connections', wrong);
  const failed = await server.ask('admin', 'POST', `/api/connection/test/${other.id}`);
  const reason = 'The server refuses the credentials (status 401)';
  expect([failed.status, failed.body]).toMatchObject([400, { code: 'test_failed', error: reason, message: reason }]);
  expect(failed.text).not.toContain('wrong-password');
  const nobody = await server.ask('admin', 'POST', `/api/connection/test/${crypto.randomUUID()}`);
  expect([nobody.status, nobody.body]).toMatchObject([404, { error: expect.any(String) as unknown }]);
});

it('a form is tested before it is saved, with the secrets that it does not show', async () => {
  const row = await writer.row('admin', 'GET', `connections?id=eq.${id}`);
  expect(await tried(row)).toMatchObject({ status: 200, passed: true });
  const form = { type: 'http', url: target.url, username: 'ann', password: SECRET };
  expect(await tried(form)).toMatchObject({ status: 200, passed: true });
  expect(await tried({ ...form, password: 'wrong-password' })).toMatchObject({ status: 200, passed: false });
  expect(await tried({ ...form, url: 'nowhere' })).toMatchObject({
    status: 400,
    fields: { url: expect.any(String) as unknown },
  });
});

it('a stored secret is sent nowhere else than where it was stored for', async () => {
  await using thief = await serveHttp((_, response) => response.end());
  const row = await writer.row('admin', 'GET', `connections?id=eq.${id}`);
  for (const body of [
    { ...row, url: thief.url },
    { ...row, id: null },
    { ...row, id: crypto.randomUUID() },
  ])
    expect(await tried(body)).toMatchObject({ status: expect.toBeOneOf([400, 404]) as unknown });
  expect(thief.connections()).toBe(0);
});

it.each(CALLERS.filter((caller) => caller !== 'admin' && caller !== 'health_only'))(
  '%s may test neither a stored connection nor a form',
  async (caller) => {
    const before = target.connections();
    const status = caller === 'nobody' ? 401 : 403;
    for (const [url, body] of [
      [`/api/connection/test/${id}`, undefined],
      [FORM, { type: 'http', url: target.url }],
    ] as const)
      expect(await server.ask(caller, 'POST', url, body && { body })).toMatchObject({ status });
    expect(target.connections()).toBe(before);
  },
);
