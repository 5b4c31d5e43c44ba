import { request as sendRaw } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Configuration, FrontendApi } from '@ory/kratos-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type KratosServer, serveWithKratos } from '../../testing/kratos-server.ts';
import { pathForKratos } from './handed-on.ts';

const LOGIN = '/kratos/self-service/login/browser';
const JSON_TYPE = { accept: 'application/json' };

let world: KratosServer;
beforeAll(async () => {
  world = await serveWithKratos({
    patience: 2_000,
    trustedProxies: ['10.0.0.0/8'],
    publicUrl: 'https://watch.example.com',
  });
  await world.server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  world.kratos.askedPublic.length = 0;
  world.kratos.askedAdmin.length = 0;
  world.kratos.instead.clear();
});

const inject = (options: object) => world.server.app.inject(options);

/** Sends a path as it stands; other clients resolve its dots first. */
async function getRaw(path: string): Promise<{ status: number | undefined; text: string }> {
  const { port } = world.server.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = sendRaw(
      { host: '127.0.0.1', port, path, headers: { ...JSON_TYPE, connection: 'close' } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() }));
      },
    );
    sent.on('error', reject).end();
  });
}
const last = () => world.kratos.askedPublic.at(-1);

describe('the flow protocol before an external Kratos', () => {
  it.each(['/kratos', '/api/.ory', '/.ory'])('is handed on from %s with its query', async (base) => {
    const answer = await inject({
      url: `${base}/self-service/login/browser?return_to=%2Fhealth&aal=aal2`,
      headers: JSON_TYPE,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ type: 'browser', ui: { method: 'POST' } });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'set-cookie': 'csrf_token_82b1=c2VjcmV0; Path=/; HttpOnly; SameSite=Lax',
    });
    expect(last()).toMatchObject({ method: 'GET', url: '/self-service/login/browser?return_to=%2Fhealth&aal=aal2' });
  });

  it('hands back a redirect as it is, with its cookies', async () => {
    const answer = await inject({ url: LOGIN, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toMatch(/^http:\/\/watchroom\.test\/login\?flow=/);
    expect(answer.headers['set-cookie']).toMatch(/^csrf_token/);
    expect(world.kratos.askedPublic).toHaveLength(1);
  });

  it('hands on a body as it came, and hands back each of several cookies', async () => {
    const { email, password } = world.kratos.person('cookies@example.com');
    const payload = JSON.stringify({ method: 'password', identifier: email, password, csrf_token: 'ä' });
    const answer = await inject({
      method: 'POST',
      url: '/kratos/self-service/login?flow=1',
      headers: { ...JSON_TYPE, 'content-type': 'application/json', cookie: 'csrf_token_82b1=c2VjcmV0' },
      payload,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^csrf_token_82b1=bmV3;/),
      expect.stringMatching(/^ory_kratos_session=.*Expires=Wed, 02 Jan 2030/),
    ]);
    expect(last()).toMatchObject({ body: payload, headers: { 'content-type': 'application/json' } });
  });

  it('takes forms, which browsers without scripts send, and hands back a refusal of the flow', async () => {
    world.kratos.instead.set('/self-service/recovery', { status: 422, body: { redirect_browser_to: '/settings' } });
    const answer = await inject({
      method: 'POST',
      url: '/kratos/self-service/recovery?flow=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'method=code&code=123456',
    });
    expect([answer.statusCode, answer.json()]).toEqual([422, { redirect_browser_to: '/settings' }]);
    expect(last()?.body).toBe('method=code&code=123456');
  });

  it('hands on what Kratos needs of the headers, and nothing else', async () => {
    await inject({
      url: LOGIN,
      headers: {
        ...JSON_TYPE,
        'user-agent': 'Browser/1',
        cookie:
          'watchroom_session=ours; ory_kratos_session=a=b; watchroom_csrf=ours; csrf_token_82b1=c; theme=dark; xory_kratos=1',
        authorization: 'Basic YTpi',
        'x-session-token': 'stolen',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'for=6.6.6.6',
        te: 'trailers',
        upgrade: 'websocket',
        'proxy-authorization': 'Basic YTpi',
        host: 'watch.example.com',
      },
      remoteAddress: '203.0.113.5',
    });
    const { host: _, connection: __, 'accept-encoding': ___, ...headers } = last()?.headers ?? {};
    expect(headers).toEqual({
      accept: 'application/json',
      'user-agent': 'Browser/1',
      cookie: 'ory_kratos_session=a=b; csrf_token_82b1=c',
      'x-forwarded-for': '203.0.113.5',
      'x-forwarded-host': 'watch.example.com',
      'x-forwarded-proto': 'http',
    });
  });

  it('believes a trusted proxy where the browser is', async () => {
    const forwarded = {
      'x-forwarded-for': '203.0.113.8',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'watch.example.com',
    };
    await inject({ url: LOGIN, headers: { ...JSON_TYPE, ...forwarded }, remoteAddress: '10.0.0.1' });
    expect(last()?.headers).toMatchObject(forwarded);
  });

  it.each([
    '/kratos/admin/identities',
    '/kratos/../admin/identities',
    '/kratos/self-service/../admin/identities',
    '/kratos/self-service/%2e%2e/admin/identities',
    '/kratos/self-service/..%2fadmin/identities',
    '/kratos/self-service/..;/admin/identities',
    '/kratos/self-service/..\\admin',
    '/kratos/self-service%2flogin%2fbrowser',
    '/kratos//admin/identities',
    '/api/.ory/admin/identities',
    '/kratos/recovery/code',
    '/kratos/sessions',
    '/kratos/sessions/whoami/../../admin',
    '/kratos/schemas/../admin',
    '/kratos/schemas',
    '/kratos/.well-known/other',
    '/kratos/health/ready',
    '/kratos/@evil.example/self-service/login',
  ])('does not hand on %s', async (url) => {
    const { status, text } = await getRaw(url);
    expect(status).toBe(404);
    expect(text).toContain('not_found');
    expect([...world.kratos.askedPublic, ...world.kratos.askedAdmin]).toEqual([]);
  });

  it.each([
    '/kratos/self-service/login/browser',
    '/kratos/self-service/methods/oidc/callback/my-provider_1',
    '/kratos/sessions/whoami',
    '/kratos/schemas/ZGVmYXVsdA',
    '/kratos/.well-known/ory/webauthn.js',
  ])('hands on %s', (url) => {
    expect(pathForKratos(`${url}?a=1#b`)).toEqual({ path: url.slice(7), query: '?a=1' });
  });

  it('refuses what another site sends, but for the answer of a provider', async () => {
    const send = (url: string) =>
      inject({ method: 'POST', url, headers: { ...JSON_TYPE, origin: 'https://evil.example' } });
    const refused = await send('/kratos/self-service/login?flow=1');
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ error: { id: 'security_csrf_violation' } });
    expect(world.kratos.askedPublic).toEqual([]);
    await send('/kratos/self-service/methods/oidc/callback/apple');
    expect(world.kratos.askedPublic).toHaveLength(1);
  });

  it('refuses a body of more than 64 KiB, and other methods', async () => {
    const url = '/kratos/self-service/settings?flow=1';
    const type = { 'content-type': 'application/json' };
    expect((await inject({ method: 'POST', url, headers: type, payload: 'x'.repeat(65 * 1024) })).statusCode).toBe(413);
    expect((await inject({ method: 'PUT', url, headers: type, payload: '{}' })).statusCode).toBe(404);
    expect(world.kratos.askedPublic).toEqual([]);
  });

  it('answers 503 in the form of the protocol while Kratos takes too long', async () => {
    world.kratos.instead.set('/self-service/login/browser', 'hang');
    const answer = await inject({ url: LOGIN, headers: JSON_TYPE });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, 'no-store']);
    const reason = 'The accounts do not answer. Try again in a moment.';
    expect(answer.json()).toEqual({ error: { code: 503, status: 'Service Unavailable', reason, message: reason } });
  });

  it('is spoken by the client library of Kratos', async () => {
    const { port } = world.server.app.server.address() as AddressInfo;
    const client = new FrontendApi(new Configuration({ basePath: `http://127.0.0.1:${port}/kratos` }));
    const ann = world.kratos.person('client@example.com');
    const { data: flow } = await client.createBrowserLoginFlow({ aal: 'aal1' });
    expect(flow).toMatchObject({ ui: { method: 'POST' }, state: 'choose_method' });
    const { data: session } = await client.toSession(world.kratos.signIn(ann));
    expect(session).toMatchObject({ active: true, identity: { id: ann.id } });
    await expect(client.toSession()).rejects.toMatchObject({ response: { status: 401 } });
  });

  it('hands back an error of Kratos itself', async () => {
    world.kratos.instead.set('/self-service/login/browser', { status: 500, body: { error: { code: 500 } } });
    expect((await inject({ url: LOGIN, headers: JSON_TYPE })).statusCode).toBe(500);
  });
});

describe('while Kratos is down', () => {
  it('every flow and every guarded route answers 503, and what is public goes on', async () => {
    await using down = await serveWithKratos();
    const ann = await down.come('ann@example.com');
    await down.kratos[Symbol.asyncDispose]();
    down.server.clock.forward(5_000);
    const get = async (url: string) =>
      (await down.server.app.inject({ url, headers: { ...JSON_TYPE, cookie: ann.cookie } })).statusCode;
    expect(await get(LOGIN)).toBe(503);
    expect(await get('/kratos/sessions/whoami')).toBe(503);
    expect(await get('/api/auth/whoami')).toBe(503);
    expect(await get('/api/v1/identity/setup')).toBe(200);
  });
});
