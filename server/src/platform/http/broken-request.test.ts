import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { declareScope } from './guard.ts';
import { createHttpServer } from './server.ts';

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = await createHttpServer({ logLevel: 'silent', trustedProxies: [], publicUrl: undefined });
  await app.register(async (scope) => {
    declareScope(scope, 'public');
    scope.get('/length', async ({ query }) => ({ length: (query as { q: string }).q.length }));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

/** Over a real connection, since the limit is one of the parser. */
async function get(path: string, headers: Record<string, string> = {}) {
  const asked = request({ host: '127.0.0.1', port, path, headers, agent: false, maxHeaderSize: 1024 ** 2 }).end();
  const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += String(part);
  return { status: answer.statusCode, type: answer.headers['content-type'], body: JSON.parse(text) as unknown };
}

const refused = (code: string, message: string) => ({
  type: 'application/json; charset=utf-8',
  body: { code, message: expect.stringContaining(message) as string, error: expect.any(String) as string },
});

describe('the head of a request', () => {
  it('may have a query of 64 KiB beside headers of 16 KiB', async () => {
    const length = 64 * 1024 - 'q='.length;
    expect(await get(`/length?q=${'a'.repeat(length)}`, { cookie: 'a'.repeat(16_000) })).toMatchObject({
      status: 200,
      body: { length },
    });
  });

  it.each([100_000, 3_000_000])('is refused with the limit when its query has %d bytes', async (length) => {
    expect(await get(`/length?q=${'a'.repeat(length)}`)).toEqual({
      status: 431,
      ...refused('head_too_large', '98304'),
    });
  });

  it('is refused with the limit when its headers are too large', async () => {
    expect(await get('/length?q=a', { cookie: 'a'.repeat(100_000) })).toEqual({
      status: 431,
      ...refused('head_too_large', '98304'),
    });
  });

  it('that is none is told so, and the connection ends', async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let text = '';
    socket.on('data', (part: string) => (text += part)).write('NOT HTTP\r\n\r\n');
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 400 The request is malformed\r\n/);
    expect(text).toContain('"code":"bad_request"');
  });
});
