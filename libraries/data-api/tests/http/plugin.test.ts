import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '../../src/index.ts';
import { asWriter, having, openStage, type Stage } from './stage.ts';

describe('the plugin in an app', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({}, (app) => {
      app.post('/app', (request) => ({ got: request.body }));
      app.get('/app', () => ({ here: true }));
    });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  it('serves below its prefix and leaves the rest alone', async () => {
    expect((await stage.ask('GET', '/data/notes?select=id&limit=1')).json()).toEqual([{ id: 1 }]);
    expect((await stage.ask('GET', '/notes')).status).toBe(404);
    expect((await stage.ask('GET', '/app')).json()).toEqual({ here: true });
    const posted = await stage.ask('POST', '/app', {
      headers: { 'content-type': 'application/json' },
      body: '{"a": 1}',
    });
    expect(posted.json()).toEqual({ got: { a: 1 } });
  });

  it('passes numbers and the order of keys on as they are', async () => {
    const body = '[{"size": 12345678901234567890.123456789, "body": "b", "id": 9007199254740993}]';
    const { status, text, headers } = await stage.ask('POST', '/data/notes?select=size,id', {
      headers: { ...asWriter, prefer: 'return=representation' },
      body,
    });
    expect([status, text]).toEqual([201, '[{"size":12345678901234567890.123456789,"id":9007199254740993}]']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('takes a body without a type as JSON', async () => {
    const { status } = await stage.ask('POST', '/data/notes', {
      headers: { 'x-role': 'writer' },
      body: '{"id": 50, "body": "x"}',
    });
    expect(status).toBe(201);
  });

  it('tells where an inserted row is, prefix included', async () => {
    const { headers } = await stage.ask('POST', '/data/places', {
      headers: { ...asWriter, prefer: 'return=headers-only' },
      body: '{"name": "a&b ü", "floor": -1}',
    });
    expect(headers['location']).toBe('/data/places?name=eq.a%26b%20%C3%BC&floor=eq.-1');
    const found = await stage.ask('GET', String(headers['location']), { headers: asWriter });
    expect(found.json()).toEqual([{ name: 'a&b ü', floor: -1 }]);
  });

  it('says what an answer depends on', async () => {
    const { headers } = await stage.ask('GET', '/data/notes?limit=1');
    expect(headers['vary']).toBe('Accept, Accept-Profile, Prefer, Range');
    expect(headers['content-profile']).toBe('api');
  });

  it.each([
    [Buffer.from([0x7b, 0xff, 0x7d]), 'UTF-8'],
    [Buffer.from('{"id": 1, "body": "a\0b"}'), 'json'],
    [Buffer.from('{"id": 1,'), 'json'],
    [Buffer.from(''), 'json'],
  ])('refuses the body %j and says why', async (body, message) => {
    const { status, json } = await stage.ask('POST', '/data/notes', { headers: asWriter, body });
    expect([status, json()]).toEqual([400, expect.objectContaining({ message: having(message) })]);
  });

  it('refuses a body that is encoded', async () => {
    const headers = { ...asWriter, 'content-encoding': 'gzip' };
    const { status, text } = await stage.ask('POST', '/data/notes', { headers, body: Buffer.from('1f8b0800', 'hex') });
    expect([status, text]).toEqual([400, having('Content-Encoding not acceptable: gzip')]);
  });

  it('refuses NUL wherever it comes from', async () => {
    const inJson = await stage.ask('POST', '/data/notes', {
      headers: asWriter,
      body: '{"id": 20, "body": "a\\u0000b"}',
    });
    expect([inJson.status, inJson.json()]).toEqual([400, expect.objectContaining({ code: '22P05' })]);
    expect((await stage.ask('GET', '/data/notes?body=eq.a%00b')).status).toBe(400);
  });

  it('refuses an unknown schema by its name', async () => {
    const { status, json } = await stage.ask('GET', '/data/notes', { headers: { 'accept-profile': 'pg_catalog' } });
    expect([status, json()]).toEqual([
      406,
      {
        code: 'PGRST106',
        message: 'Invalid schema: pg_catalog',
        details: null,
        hint: having('api, other'),
      },
    ]);
  });

  it('tells the methods that a relation permits', async () => {
    const { status, headers, text } = await stage.ask('OPTIONS', '/data/notes');
    expect([status, headers['allow'], text]).toEqual([200, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE', '']);
    expect((await stage.ask('OPTIONS', '/data/')).headers['allow']).toBe('OPTIONS,GET,HEAD');
    expect((await stage.ask('OPTIONS', '/data/rpc/nap')).headers['allow']).toBe('OPTIONS,GET,HEAD,POST');
    expect((await stage.ask('OPTIONS', '/data/rpc/fail')).headers['allow']).toBe('OPTIONS,POST');
  });

  it('refuses other methods and paths', async () => {
    const patched = await stage.ask('PATCH', '/data/rpc/nap', { headers: asWriter, body: '{}' });
    expect([patched.status, patched.json()]).toEqual([405, expect.objectContaining({ code: 'PGRST101' })]);
    const deep = await stage.ask('GET', '/data/notes/1');
    expect([deep.status, deep.json()]).toEqual([404, expect.objectContaining({ code: 'PGRST125' })]);
  });

  it('asks who is not signed in to sign in', async () => {
    const { status, headers } = await stage.ask('GET', '/data/notes', { headers: { 'x-role': 'anonymous' } });
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it('answers HEAD with the head of GET', async () => {
    const { status, text, headers } = await stage.ask('HEAD', '/data/notes?limit=2', {
      headers: { prefer: 'count=exact' },
    });
    expect([status, text, headers['content-range']]).toEqual([206, '', expect.stringMatching(/^0-1\/\d+$/)]);
    const refused = await stage.ask('HEAD', '/data/nothing');
    expect([refused.status, refused.text]).toEqual([404, '']);
  });
});

describe('the errors of others', () => {
  it('from authenticate reach the handler of the app before the body is read', async () => {
    const seen: unknown[] = [];
    const refusal = new Error('Who are you?');
    await using stage = await openStage({ authenticate: () => Promise.reject(refusal) }, (app) => {
      app.setErrorHandler((error, _request, reply) => {
        seen.push(error);
        return reply.code(418).send({ own: true });
      });
    });
    const { status, json } = await stage.ask('POST', '/data/notes', { headers: asWriter, body: '{ not json' });
    expect([status, json(), seen]).toEqual([418, { own: true }, [refusal]]);
  });

  it('from an adapter reach it as well', async () => {
    const fault = new Error('A fault');
    const adapter = () => {
      throw fault;
    };
    const seen: unknown[] = [];
    await using stage = await openStage({ adapters: [adapter] }, (app) => {
      app.setErrorHandler((error, _request, reply) => {
        seen.push(error);
        return reply.code(500).send({ own: true });
      });
    });
    await stage.ask('GET', '/data/notes');
    expect(seen).toEqual([fault]);
  });

  it('a lost database is 503', async () => {
    await using stage = await openStage();
    expect((await stage.ask('GET', '/data/notes')).status).toBe(200);
    const napping = stage.ask('GET', '/data/rpc/nap');
    await expect
      .poll(async () => {
        const { rows } = await stage.database.query<{ ended: boolean }>(
          `select pg_terminate_backend(pid) as ended from pg_stat_activity
           where datname = current_database() and wait_event = 'PgSleep'`,
        );
        return rows.length;
      })
      .toBe(1);
    const { status, json } = await napping;
    expect([status, json()]).toEqual([503, expect.objectContaining({ code: 'PGRST001' })]);
    expect((await stage.ask('GET', '/data/notes')).status).toBe(200);
  });
});

describe('onStatement', () => {
  it('is told of what runs, values apart', async () => {
    const seen: Statement[] = [];
    await using stage = await openStage({ onStatement: (statement) => seen.push(statement) });
    await stage.ask('GET', '/data/notes?body=eq.user%20text');
    expect(seen.map(({ text, values }) => [text.includes('user text'), values.includes('user text')])).toEqual([
      [false, true],
    ]);
  });
});

describe('limits', () => {
  it('name themselves', async () => {
    await using stage = await openStage({ limits: { maxRows: 3, queryLength: 200 } });
    const rows = await stage.ask('GET', '/data/notes');
    expect([rows.status, rows.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'PGRST901', message: having('3 rows') }),
    ]);
    const long = await stage.ask('GET', `/data/notes?body=eq.${'x'.repeat(300)}`);
    expect([long.status, long.json()]).toEqual([400, expect.objectContaining({ code: 'PGRST900' })]);
    await using small = await openStage({ limits: { maxBodyBytes: 50 } });
    const body = await small.ask('GET', '/data/notes');
    expect([body.status, body.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'PGRST900', message: having('50 bytes') }),
    ]);
  });

  it('turn a slow count into an estimate where the options say so', async () => {
    await using stage = await openStage({ countTimeout: 50 });
    await stage.database.query(`
      create function api.slow(n bigint) returns bigint volatile language plpgsql as
        $$ begin perform pg_sleep(0.03); return n; end $$;
      create view api.slow_notes as select api.slow(id) as id from api.notes where api.slow(id) > 0;
      grant select on api.slow_notes to ${stage.database.role('reader')}`);
    const slow = await stage.ask('GET', '/data/slow_notes?limit=1', { headers: { prefer: 'count=exact' } });
    expect(slow.headers['preference-applied']).toBe('count=estimated');
    const quick = await stage.ask('GET', '/data/notes?limit=1', { headers: { prefer: 'count=exact' } });
    expect([quick.status, quick.headers['preference-applied'], quick.headers['content-range']]).toEqual([
      206,
      'count=exact',
      '0-0/5',
    ]);
  });
});
