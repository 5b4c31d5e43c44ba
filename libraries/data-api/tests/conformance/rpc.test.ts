import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { having, matching, refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

describe('arguments', () => {
  it.each([
    ['add?a=1&b=2', 3],
    ['answer', 42],
    ['greet', 'hello you'],
    ['greet?name=Ann', 'hello Ann'],
    ['greet?greeting=hi&name=Ann', 'hi Ann'],
    ['echo?value=a.b,(c) "d" \\', 'a.b,(c) "d" \\'],
    ['echo?value=', ''],
    ['total?numbers=1&numbers=2&numbers=3', 6],
    ['largest?numbers={3,9,4}', 9],
    ['pick?document={"k": [1]}&key=k', [1]],
    ['shape?side=1', 'square'],
    ['shape?side=1&other=2', 'rectangle'],
  ])('by GET: %s', async (url, expected) => {
    const { status, body } = await api.get(`/rpc/${url}`);
    expect([status, body]).toEqual([200, expected]);
  });

  it.each([
    ['add', { a: 1, b: 2 }, 3],
    ['add', { a: '1', b: '2' }, 3],
    ['greet', {}, 'hello you'],
    ['greet', { name: null }, null],
    ['echo', { value: "it's; drop" }, "it's; drop"],
    ['total', { numbers: [1, 2, 3] }, 6],
    ['total', { numbers: [] }, 0],
    ['largest', { numbers: [3, 9, 4] }, 9],
    ['pick', { document: { k: { deep: [null] } }, key: 'k' }, { deep: [null] }],
    ['shape', { side: 1, other: 2 }, 'rectangle'],
  ])('by POST: %s %j', async (name, body, expected) => {
    const answer = await api.post(`/rpc/${name}`, body);
    expect([answer.status, answer.body]).toEqual([200, expected]);
  });

  it('a function without a body is called without arguments', async () => {
    expect((await api.ask('POST', '/rpc/answer')).body).toBe(42);
  });

  it('a single unnamed argument takes the whole body', async () => {
    expect((await api.post('/rpc/read_json', { a: [1, 2] })).body).toEqual([1, 2]);
    const text = await api.ask('POST', '/rpc/read_text', {
      body: 'a, "b" \u{1f3ac}',
      headers: { 'content-type': 'text/plain' },
    });
    expect([text.status, text.body]).toEqual([200, 'text: a, "b" \u{1f3ac}']);
    const bytes = await api.ask('POST', '/rpc/read_bytes', {
      body: 'abc',
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect([bytes.status, bytes.body]).toEqual([200, 3]);
  });

  it('columns picks arguments of the body', async () => {
    expect((await api.post('/rpc/add?columns=a,b', { a: 1, b: 2, junk: 3 })).body).toBe(3);
  });

  it.each([
    ['add?a=1', 'api.add'],
    ['add?a=1&b=2&c=3', 'api.add'],
    ['nope', 'api.nope'],
    ['pg_sleep?seconds=1', 'api.pg_sleep'],
    ['set_config', 'api.set_config'],
  ])('no function of these arguments: %s', async (url, message) => {
    const { status, body } = await api.get(`/rpc/${url}`);
    expect([status, body]).toEqual([404, refusal('PGRST202', message)]);
  });

  it('overloads that no argument tells apart are refused with the choices', async () => {
    const { status, body } = await api.post('/rpc/either', { value: 1 });
    expect([status, body]).toEqual([
      300,
      refusal('PGRST203', /either.*integer.*either.*text|either.*text.*either.*integer/),
    ]);
  });

  it('values are judged by the type of the argument', async () => {
    const { status, body } = await api.get('/rpc/add?a=1&b=many');
    expect([status, body]).toEqual([400, refusal('22P02', 'many')]);
  });
});

describe('results', () => {
  it('sets of rows take select, filters, order, limit, embeds and count', async () => {
    const { status, body, headers } = await api.get(
      '/rpc/films_since?since=1950&select=title,directors(name)&director_id=eq.3&order=year.desc&limit=1',
      { prefer: 'count=exact' },
    );
    expect([status, body]).toEqual([206, [{ title: 'Stalker', directors: { name: 'Andrei Tarkovsky' } }]]);
    expect(headers['content-range']).toBe('0-0/2');
    const posted = await api.post('/rpc/films_since?id=in.(1,2)&select=id&order=id', { since: 1900 });
    expect(posted.body).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('one row is an object', async () => {
    expect((await api.get('/rpc/one_film?film=2&select=id,title')).body).toEqual({ id: 2, title: 'Vertigo' });
  });

  it('tables and sets of values', async () => {
    expect((await api.get('/rpc/titles?since=1970&select=title&year=gt.1975')).body).toEqual([{ title: 'Stalker' }]);
    expect((await api.get('/rpc/count_to?n=3')).body).toEqual([1, 2, 3]);
    expect((await api.get('/rpc/count_to?n=0')).body).toEqual([]);
  });

  it('nothing at all', async () => {
    const { status, text } = await api.post('/rpc/nothing', {});
    expect([status, text]).toEqual([204, '']);
  });

  it('one object of a set', async () => {
    const accept = { headers: { accept: 'application/vnd.pgrst.object+json' } };
    expect((await api.get('/rpc/films_since?since=1975&select=id', accept)).body).toEqual({ id: 4 });
    expect((await api.get('/rpc/films_since?select=id', accept)).status).toBe(406);
  });

  it('CSV of a set', async () => {
    const { text } = await api.get('/rpc/titles?since=1975', { headers: { accept: 'text/csv' } });
    expect(text.trimEnd()).toBe('title,year\nStalker,1979');
  });

  it.each([
    ['films_since?select=nope', 400, '42703', 'nope'],
    ['films_since?since=0&nope=eq.1', 400, '42703', 'nope'],
    ['titles?since=1&select=nope', 400, '42703', 'nope'],
    ['films_since?select=nope(*)', 400, 'PGRST200', 'nope'],
    ['count_to?n=many', 400, '22P02', 'many'],
  ])('refuses %s', async (url, status, code, message) => {
    const answer = await api.get(`/rpc/${url}`);
    expect([answer.status, answer.body]).toEqual([status, refusal(code, message)]);
  });
});

describe('writing', () => {
  it('volatile functions write by POST', async () => {
    expect((await api.post('/rpc/count_up', { counter: 'a' })).body).toBe(1);
    expect((await api.post('/rpc/count_up', { counter: 'a' })).body).toBe(2);
    const renamed = await api.post('/rpc/rename_film?select=title', { film: 6, new_title: 'Named' });
    expect([renamed.status, renamed.body]).toEqual([200, [{ title: 'Named' }]]);
  });

  it('and are refused by GET and HEAD', async () => {
    const { status, body } = await api.get('/rpc/count_up?counter=b');
    expect([status, body]).toEqual([405, refusal('25006', 'read-only transaction')]);
    expect((await api.ask('HEAD', '/rpc/count_up?counter=b')).status).toBe(405);
    expect((await api.get('/counters?name=eq.b')).body).toEqual([]);
  });

  it('stable functions run read-only by POST too', async () => {
    expect((await api.post('/rpc/setting', { name: 'transaction_read_only' })).body).toBe('on');
  });

  it.each(['PATCH', 'PUT', 'DELETE'] as const)('%s calls nothing', async (method) => {
    const { status, body } = await api.ask(method, '/rpc/answer', method === 'DELETE' ? {} : { body: {} });
    expect([status, body]).toEqual([405, having({ code: matching(/PGRST101|PGRST117/) })]);
  });
});

describe('what a function says about the answer', () => {
  it('status and headers', async () => {
    const { status, body, headers } = await api.post('/rpc/teapot', {});
    expect([status, body, headers['x-pot'], headers['cache-control']]).toEqual([418, 1, 'tea', 'no-cache']);
  });

  it.each([
    ['bad_status', 'PGRST112'],
    ['bad_headers', 'PGRST111'],
  ])('%s is an error of the server', async (name, code) => {
    const { status, body } = await api.post(`/rpc/${name}`, {});
    expect([status, body]).toEqual([500, having({ code })]);
  });

  it('raised errors', async () => {
    const pay = await api.post('/rpc/pay', {});
    expect([pay.status, pay.body]).toEqual([
      402,
      { code: 'PT402', message: 'Payment required', details: 'Quota exceeded', hint: 'Upgrade' },
    ]);
    const shout = await api.post('/rpc/shout', {});
    expect([shout.status, shout.body]).toEqual([
      400,
      { code: 'P0001', message: 'Too loud', details: 'Very', hint: 'Whisper' },
    ]);
    const own = await api.post('/rpc/custom_refusal', {});
    expect([own.status, own.headers['x-reason'], own.body]).toEqual([
      423,
      'own',
      having({ code: '123', message: 'Own refusal' }),
    ]);
  });
});

describe('rights', () => {
  it('run as the caller', async () => {
    expect((await api.get('/rpc/who', { role: 'reader' })).body).toBe(api.database.role('reader'));
    expect((await api.get('/rpc/setting?name=app.person', { role: 'reader' })).body).toBe('eve');
  });

  it('need execute', async () => {
    expect((await api.get('/rpc/forbidden')).body).toBe(1);
    const { status, body } = await api.get('/rpc/forbidden', { role: 'reader' });
    expect([status, body]).toEqual([403, refusal('42501', 'forbidden')]);
    expect((await api.get('/rpc/forbidden', { role: 'anonymous' })).status).toBe(401);
  });
});
