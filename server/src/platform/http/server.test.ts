import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ErrorBody } from '@watchroom/contract/errors';
import { operation } from '@watchroom/contract/operation';
import type { Caller } from './caller.ts';
import { CatalogueError } from './errors.ts';
import { normalisePath } from './path.ts';
import { serveProbes } from './probes.ts';
import { declareScope } from './guard.ts';
import { route } from './route.ts';
import { createHttpServer } from './server.ts';

let app: FastifyInstance;
let log = '';
afterEach(() => app.close());

async function start(options: { publicUrl?: string; caller?: Caller } = {}): Promise<FastifyInstance> {
  log = '';
  const logStream = new PassThrough();
  logStream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  app = await createHttpServer({ logLevel: 'trace', logStream, trustedProxies: [], publicUrl: options.publicUrl });
  app.authenticate.current = async () => options.caller;
  return app;
}
const caller: Caller = { personId: null, role: 'viewer', permissions: new Set(['canaries:read']) };
const read = operation<unknown, { n: number }>('GET', '/api/v1/things/:id', 'canaries:read');
const write = operation<unknown, undefined, { name: string }>('POST', '/api/v1/things', 'canaries:write');
const open = operation<unknown>('GET', '/api/v1/open', 'public');
const id = '0192a1b2-0000-7000-8000-000000000000';

describe('a guarded route', () => {
  it('answers 401 to nobody, 403 to who may not, before it looks at what was sent', async () => {
    await start();
    route(app, write, { body: z.object({ name: z.string() }) }, async () => 'done');
    const nobody = await app.inject({ method: 'POST', url: '/api/v1/things', payload: {} });
    expect([nobody.statusCode, nobody.json<ErrorBody>().code]).toEqual([401, 'unauthenticated']);
    app.authenticate.current = async () => caller;
    const viewer = await app.inject({ method: 'POST', url: '/api/v1/things', payload: {} });
    expect([viewer.statusCode, viewer.json<ErrorBody>().code]).toEqual([403, 'forbidden']);
  });

  it('refuses a change that another site asks for, and takes one from its own address or none', async () => {
    await start({
      publicUrl: 'https://watch.example',
      caller: { ...caller, permissions: new Set(['canaries:write']) },
    });
    route(app, write, { body: z.object({ name: z.string() }) }, async () => ({ ok: true }));
    const send = async (origin?: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/api/v1/things',
          payload: { name: 'a' },
          headers: { host: 'inside:8080', ...(origin ? { origin } : {}) },
        })
      ).statusCode;
    expect(await send()).toBe(200);
    expect(await send('https://watch.example')).toBe(200);
    expect(await send('http://inside:8080')).toBe(200);
    expect(await send('https://evil.example')).toBe(403);
    expect(await send('null')).toBe(403);
  });

  it('names the field of what was sent that is wrong, and 404 for an id that is none', async () => {
    await start({ caller });
    route(app, read, { query: z.object({ n: z.coerce.number() }) }, async ({ query }) => query);
    const wrong = await app.inject(`/api/v1/things/${id}?n=x`);
    expect([wrong.statusCode, Object.keys(wrong.json<ErrorBody>().fields ?? {})]).toEqual([400, ['n']]);
    expect((await app.inject('/api/v1/things/1?n=1')).statusCode).toBe(404);
    expect((await app.inject(`/api/v1/things/${id}?n=1`)).json()).toEqual({ n: 1 });
  });

  it('that is public knows a caller when there is one, and answers 204 without a result', async () => {
    await start();
    route(app, open, {}, async ({ caller: who }) => (who.role === 'anonymous' ? undefined : who.role));
    expect((await app.inject('/api/v1/open')).statusCode).toBe(204);
    app.authenticate.current = async () => caller;
    expect((await app.inject('/api/v1/open')).body).toBe('viewer');
  });
});

describe('an error', () => {
  it('of the catalogue is told; one of ours keeps its words in the log, under a number that the answer names', async () => {
    await start();
    route(app, open, {}, async () => Promise.reject(new Error('password of the database is hunter2')));
    const answer = await app.inject('/api/v1/open');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('hunter2');
    const number = /[0-9a-f-]{36}/.exec(answer.json<ErrorBody>().message)?.[0] ?? 'none';
    expect(log).toContain(number);
  });

  it.each([
    ['23505', 409],
    ['22P02', 400],
    ['42501', 403],
    ['57P01', 503],
    ['53300', 503],
    ['ECONNREFUSED', 503],
    ['42P01', 500],
  ])('%s of the database is answered with %d', async (code, status) => {
    await start();
    route(app, open, {}, async () => Promise.reject(Object.assign(new Error('relation secret'), { code })));
    const answer = await app.inject('/api/v1/open');
    expect(answer.statusCode).toBe(status);
    expect(answer.body).not.toContain('secret');
  });

  it('asks for a password only from who sent one', async () => {
    await start();
    route(app, open, {}, async () => Promise.reject(new CatalogueError('unauthenticated', 'Sign in first.')));
    expect((await app.inject('/api/v1/open')).headers['www-authenticate']).toBeUndefined();
    expect(
      (await app.inject({ url: '/api/v1/open', headers: { authorization: 'Basic x' } })).headers['www-authenticate'],
    ).toContain('Basic');
  });
});

describe('a route beside those of the contract', () => {
  const answered = async () => 'answered';

  it('does not start without a declared permission, and says which one it is', async () => {
    await start();
    expect(() => app.get('/forgotten', answered)).toThrow('GET /forgotten declares no permission');
    expect(() => app.route({ method: ['PUT', 'POST'], url: '/both', handler: answered })).toThrow('PUT, POST /both');
    await expect(
      app.register(async (scope) => void scope.get('/inside', answered), { prefix: '/plugin' }),
    ).rejects.toThrow('/plugin/inside');
  });

  it('is refused as it declares, though its handler asks nothing', async () => {
    await start();
    app.post('/declared', { config: { permission: 'canaries:write' } }, answered);
    app.get('/everybody', { config: { permission: 'public' } }, answered);
    const statuses = async () => [
      (await app.inject({ method: 'POST', url: '/declared', payload: '{', headers: { 'content-type': 'text/x' } }))
        .statusCode,
      (await app.inject('/everybody')).statusCode,
    ];
    expect(await statuses()).toEqual([401, 200]);
    app.authenticate.current = async () => caller;
    expect(await statuses()).toEqual([403, 200]);
  });

  it('may be declared with its whole scope, as those of a plugin are', async () => {
    await start();
    await app.register(async (scope) => {
      declareScope(scope, 'signed-in');
      await scope.register(async (plugin) => void plugin.get('/theirs', answered));
    });
    expect(() => app.get('/beside', answered)).toThrow('declares no permission');
    expect((await app.inject('/theirs')).statusCode).toBe(401);
    expect((await app.inject({ method: 'HEAD', url: '/theirs' })).statusCode).toBe(401);
    app.authenticate.current = async () => caller;
    expect((await app.inject('/theirs')).body).toBe('answered');
  });

  it('asks once who sent the request', async () => {
    await start();
    let asked = 0;
    app.authenticate.current = async () => {
      asked += 1;
      return caller;
    };
    route(app, read, {}, async () => 'done');
    expect((await app.inject(`/api/v1/things/${id}`)).statusCode).toBe(200);
    expect(asked).toBe(1);
  });
});

describe('a caller who may only read', () => {
  it('is let in by GET and HEAD, and refused by everything else whatever his permissions', async () => {
    await start({ caller: { ...caller, permissions: new Set(['canaries:read', 'canaries:write']), readOnly: true } });
    route(app, read, {}, async () => 'done');
    route(app, write, {}, async () => 'done');
    const ask = async (method: 'GET' | 'HEAD' | 'POST', url: string) => (await app.inject({ method, url })).statusCode;
    expect(await ask('GET', `/api/v1/things/${id}`)).toBe(200);
    expect(await ask('HEAD', `/api/v1/things/${id}`)).toBe(200);
    expect(await ask('POST', '/api/v1/things')).toBe(403);
  });
});

describe('a route for everybody', () => {
  it('does not refuse whom it does not know for what he sent to prove himself', async () => {
    await start();
    app.authenticate.current = () => Promise.reject(new CatalogueError('unauthenticated', 'This token has expired.'));
    route(app, open, {}, async ({ caller: who }) => who.role);
    route(app, read, {}, async () => 'done');
    expect((await app.inject('/api/v1/open')).body).toBe('anonymous');
    expect((await app.inject(`/api/v1/things/${id}`)).json()).toMatchObject({ error: 'This token has expired.' });
  });
});

describe('the server', () => {
  it('sends a strict policy, and tells browsers to stay on https only where it is reached by it', async () => {
    await start({ publicUrl: 'https://watch.example' });
    route(app, open, {}, async () => 'x');
    const { headers } = await app.inject('/api/v1/open');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers['strict-transport-security']).toContain('max-age');
    await app.close();
    await start();
    route(app, open, {}, async () => 'x');
    expect((await app.inject('/api/v1/open')).headers['strict-transport-security']).toBeUndefined();
  });

  it('takes an empty body that calls itself JSON, and refuses a broken one', async () => {
    await start({ caller: { ...caller, permissions: new Set(['canaries:write']) } });
    route(app, write, {}, async () => ({ ok: true }));
    const send = async (payload: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/api/v1/things',
          payload,
          headers: { 'content-type': 'application/json' },
        })
      ).statusCode;
    expect([await send(''), await send('{}'), await send('{'), await send('{"constructor":{"prototype":{}}}')]).toEqual(
      [200, 200, 400, 400],
    );
  });

  it('keeps credentials out of its log', async () => {
    await start();
    route(app, open, {}, async ({ request }) => {
      request.log.info({ req: { headers: request.headers }, person: { password: 'hunter2', token: 'tok-1' } }, 'seen');
      return 'x';
    });
    await app.inject({ url: '/api/v1/open', headers: { authorization: 'Basic c2VjcmV0', cookie: 'session=abc123' } });
    expect(log).toContain('seen');
    for (const secret of ['hunter2', 'tok-1', 'c2VjcmV0', 'abc123']) expect(log).not.toContain(secret);
  });

  it('compresses what is large', async () => {
    await start();
    route(app, open, {}, async () => ({ text: 'x'.repeat(50_000) }));
    const answer = await app.inject({ url: '/api/v1/open', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.rawPayload.length).toBeLessThan(1_000);
  });

  it('says that it lives, and which part is not ready', async () => {
    await start();
    serveProbes(
      app,
      { database: () => Promise.reject(new Error('no connection')), clock: async () => undefined },
      new Registry(),
    );
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.json<{ failures: unknown }>().failures]).toEqual([
      503,
      { database: 'no connection' },
    ]);
    expect((await app.inject('/metrics')).statusCode).toBe(200);
  });
});

describe('an address', () => {
  it.each([
    ['/db/checks?a=//b', '/api/db/checks?a=//b'],
    ['//canary///api//summary', '/api/canary/api/summary'],
    ['/auth/whoami', '/api/auth/whoami'],
    ['/api/db/x', '/api/db/x'],
    ['/database', '/database'],
    ['/', '/'],
  ])('%s is taken as %s', (given, taken) => expect(normalisePath(given)).toBe(taken));
});
