import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { having, matching, refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

const PAGE = '/measures?select=id&order=id';

describe('limit and offset', () => {
  it('gives the rows of the page and tells which they are', async () => {
    const { status, body, headers } = await api.get(`${PAGE}&limit=2&offset=3`);
    expect([status, body, headers['content-range']]).toEqual([200, [{ id: 4 }, { id: 5 }], '3-4/*']);
  });

  it('takes limit=0 as nothing', async () => {
    const { status, body, headers } = await api.get(`${PAGE}&limit=0`);
    expect([status, body, headers['content-range']]).toEqual([200, [], '*/*']);
  });

  it('answers a page behind the end with nothing while nobody counts', async () => {
    const { status, body, headers } = await api.get(`${PAGE}&limit=10&offset=5000`);
    expect([status, body, headers['content-range']]).toEqual([200, [], '*/*']);
  });

  it.each(['limit=-1', 'offset=-1', 'limit=-100&offset=2'])('refuses %s', async (query) => {
    const { status, body } = await api.get(`${PAGE}&${query}`);
    expect([status, body]).toEqual([416, refusal('PGRST103', 'range not satisfiable')]);
  });

  it.each(['limit=ten', 'offset=1.5', 'limit=99999999999999999999'])('refuses %s', async (query) => {
    const { status, body } = await api.get(`${PAGE}&${query}`);
    expect([status, body]).toEqual([400, refusal('PGRST100', query.split('=')[0] ?? '')]);
  });
});

describe('Range', () => {
  const range = (range: string) => ({ headers: { 'range-unit': 'items', range } });

  it('gives the rows between its bounds', async () => {
    const { status, body, headers } = await api.get(PAGE, range('1-2'));
    expect([status, body, headers['content-range']]).toEqual([200, [{ id: 2 }, { id: 3 }], '1-2/*']);
  });

  it('may be open at its end', async () => {
    const { body } = await api.get('/films?select=id&order=id', range('4-'));
    expect(body).toEqual([{ id: 5 }, { id: 6 }]);
  });

  it('never widens what limit and offset ask for', async () => {
    const { body } = await api.get(`${PAGE}&limit=3`, range('0-1'));
    expect(body).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('refuses bounds the wrong way round', async () => {
    const { status, body } = await api.get(PAGE, range('5-2'));
    expect([status, body]).toEqual([416, refusal('PGRST103', 'range not satisfiable')]);
  });

  it('has no meaning for a write', async () => {
    const { body } = await api.ask('PATCH', '/tasks?id=in.(1,2)&select=id&order=id', {
      ...range('0-0'),
      prefer: 'return=representation,tx=rollback',
      body: { priority: 4 },
    });
    expect(body).toEqual([{ id: 1 }, { id: 2 }]);
  });
});

describe('count', () => {
  it('is exact and answers 206 for a part', async () => {
    const { status, headers } = await api.get(`${PAGE}&limit=10`, { prefer: 'count=exact' });
    expect([status, headers['content-range']]).toEqual([206, '0-9/1500']);
    expect(headers['preference-applied']).toBe('count=exact');
  });

  it('answers 200 when the page is everything', async () => {
    const { status, headers } = await api.get('/films?select=id', { prefer: 'count=exact' });
    expect([status, headers['content-range']]).toEqual([200, '0-5/6']);
  });

  it('counts what the filters leave, also those on inner embeds', async () => {
    const { headers } = await api.get('/films?select=id,directors!inner(id)&directors.id=eq.3&limit=1', {
      prefer: 'count=exact',
    });
    expect(headers['content-range']).toBe('0-0/2');
  });

  it('says zero for an empty answer', async () => {
    const { status, body, headers } = await api.get('/films?id=eq.0', { prefer: 'count=exact' });
    expect([status, body, headers['content-range']]).toEqual([200, [], '*/0']);
  });

  it('refuses an offset behind the end and tells the count', async () => {
    const { status, body, headers } = await api.get('/films?offset=10', { prefer: 'count=exact' });
    expect([status, headers['content-range']]).toEqual([416, '*/6']);
    expect(body).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      hint: null,
      details: 'An offset of 10 was requested, but there are only 6 rows.',
    });
  });

  it.each(['planned', 'estimated'])('may be %s', async (kind) => {
    const { status, headers } = await api.get(`${PAGE}&limit=10`, { prefer: `count=${kind}` });
    expect([status, headers['content-range']]).toEqual([206, matching(/^0-9\/\d+$/)]);
    expect(headers['preference-applied']).toContain(`count=${kind}`);
  });

  it.each(['planned', 'estimated'])('is refused like the rows when %s', async (kind) => {
    const { status, body } = await api.get('/films?nothing=eq.1', { prefer: `count=${kind}` });
    expect([status, body]).toEqual([400, refusal('42703', 'nothing')]);
  });

  it('estimates what it can count exactly as exact', async () => {
    const { headers } = await api.get('/films?year=gt.1950&select=id', { prefer: 'count=estimated' });
    expect(headers['content-range']).toBe('0-3/4');
  });

  it('stands in the headers of a HEAD', async () => {
    const { status, text, headers } = await api.ask('HEAD', `${PAGE}&limit=10`, { prefer: 'count=exact' });
    expect([status, text, headers['content-range']]).toEqual([206, '', '0-9/1500']);
  });
});

describe('the most rows of an answer', () => {
  it('is an error that says the number, never a part', async () => {
    const { status, body } = await api.get('/measures');
    expect([status, body]).toEqual([400, refusal('PGRST901', '1000')]);
  });

  it('lets exactly that many pass', async () => {
    const { status, body } = await api.get('/measures?limit=1000');
    expect([status, body]).toEqual([200, having({ length: 1000 })]);
  });
});
