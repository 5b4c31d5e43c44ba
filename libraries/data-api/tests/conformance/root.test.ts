import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { anything, containing, having, refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

function methods(allow: string | undefined): string[] {
  return (allow ?? '')
    .split(',')
    .map((method) => method.trim())
    .toSorted();
}

describe('OPTIONS', () => {
  it.each([
    ['/films', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']],
    ['/accounts', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']],
    ['/credits', ['GET', 'HEAD', 'OPTIONS']],
    ['/rpc/add', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/rpc/count_up', ['OPTIONS', 'POST']],
    ['/', ['GET', 'HEAD', 'OPTIONS']],
  ])('%s tells its methods', async (url, expected) => {
    const { status, headers, text } = await api.ask('OPTIONS', url);
    expect([status, methods(headers['allow']), text]).toEqual([200, expected, '']);
  });

  it('of a relation that does not exist is refused', async () => {
    const { status, body } = await api.ask('OPTIONS', '/nowhere');
    expect([status, body]).toEqual([404, refusal('PGRST205', 'nowhere')]);
  });

  it('a method that nothing takes is refused', async () => {
    expect([404, 405]).toContain((await api.ask('POST', '/', { body: {} })).status);
  });
});

describe('HEAD', () => {
  it('has the headers of GET and no body', async () => {
    const get = await api.get('/films?select=id');
    const head = await api.ask('HEAD', '/films?select=id');
    expect([head.status, head.text, head.headers['content-range'], head.headers['content-type']]).toEqual([
      200,
      '',
      get.headers['content-range'],
      get.headers['content-type'],
    ]);
    expect((await api.ask('HEAD', '/rpc/add?a=1&b=2')).status).toBe(200);
  });

  it('refuses with the status alone', async () => {
    const { status, text } = await api.ask('HEAD', '/films?select=nope');
    expect([status, text]).toEqual([400, '']);
  });
});

describe('profiles', () => {
  it('Accept-Profile chooses the schema of a read', async () => {
    const { body, headers } = await api.get('/films', { headers: { 'accept-profile': 'extra' } });
    expect([body, headers['content-profile']]).toEqual([[{ id: 1, reel: 'A reel' }], 'extra']);
    expect((await api.get('/films?select=id&id=eq.1', { headers: { 'accept-profile': 'api' } })).body).toEqual([
      { id: 1 },
    ]);
  });

  it('Content-Profile chooses the schema of a write', async () => {
    const { status, body } = await api.post(
      '/notes',
      { id: 5, body: 'b' },
      {
        prefer: 'return=representation,tx=rollback',
        headers: { 'content-profile': 'extra' },
      },
    );
    expect([status, body]).toEqual([201, [{ id: 5, body: 'b' }]]);
  });

  it('nothing of another schema is found without it', async () => {
    expect((await api.get('/notes')).status).toBe(404);
    expect((await api.post('/rpc/answer', {}, { headers: { 'content-profile': 'extra' } })).status).toBe(404);
  });

  it.each(['hidden', 'pg_catalog', 'information_schema', 'api"; drop', ''])(
    'the schema "%s" is refused',
    async (schema) => {
      for (const headers of [{ 'accept-profile': schema }, { 'content-profile': schema }]) {
        const read = 'accept-profile' in headers;
        const { status, body } = await api.ask(read ? 'GET' : 'POST', '/films', {
          headers,
          ...(read ? {} : { body: {} }),
        });
        if (schema === '' && status < 400) continue;
        expect([status, body]).toEqual([406, refusal('PGRST106', /schema/)]);
        expect(JSON.stringify(body)).toContain('api, extra');
      }
    },
  );
});

describe('OpenAPI', () => {
  it('describes relations and functions', async () => {
    const { status, body, headers } = await api.get('/', { headers: { accept: 'application/openapi+json' } });
    expect([status, headers['content-type']]).toEqual([200, containing('application/openapi+json')]);
    expect(body).toEqual(
      having({
        info: having({ title: 'Test', version: '1' }),
        paths: having({ '/films': anything, '/rpc/add': anything }),
      }),
    );
  });

  it('says what the caller may use and nothing else', async () => {
    const reader = await api.get('/', { role: 'reader' });
    expect(reader.text).toContain('films');
    for (const secret of ['salary"', 'secret_note', 'vault', 'classified', 'hidden', 'forbidden']) {
      expect(reader.text).not.toContain(secret);
    }
    const nobody = await api.get('/', { role: 'anonymous' });
    expect(nobody.text).toContain('notices');
    expect(nobody.text).not.toContain('directors');
  });

  it('follows the profile', async () => {
    expect((await api.get('/', { headers: { 'accept-profile': 'extra' } })).text).toContain('notes');
  });

  it('is refused where it is switched off', async () => {
    await using silent = await openFixture({ openApi: false });
    const { status, body } = await silent.get('/');
    expect([status, body]).toEqual([404, refusal('PGRST126', /OpenAPI|root/i)]);
  });
});
