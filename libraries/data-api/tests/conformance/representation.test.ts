import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { anything, containing, having, refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

const as = (accept: string) => ({ headers: { accept } });
const OBJECT = 'application/vnd.pgrst.object+json';
const ARRAY = 'application/vnd.pgrst.array+json';

describe('JSON', () => {
  it.each(['application/json', '*/*', ARRAY, `text/html;q=0.5, application/json`])(
    '%s gives a list',
    async (accept) => {
      const { status, body, headers } = await api.get('/projects?id=eq.3', as(accept));
      expect([status, body]).toEqual([200, [{ id: 3, name: 'Idle' }]]);
      expect(headers['content-type']).toMatch(/json; charset=utf-8/);
    },
  );

  it('gives one object', async () => {
    const { status, body, headers } = await api.get('/projects?id=eq.3', as(OBJECT));
    expect([status, body]).toEqual([200, { id: 3, name: 'Idle' }]);
    expect(headers['content-type']).toBe(`${OBJECT}; charset=utf-8`);
  });

  it.each([
    ['/projects?id=eq.0', 0],
    ['/projects?id=gt.0', 3],
  ])('refuses one object of %s and says how many there are', async (url, count) => {
    const { status, body } = await api.get(url, as(OBJECT));
    expect([status, body]).toEqual([406, refusal('PGRST116', 'single JSON object')]);
    expect(body).toEqual(having({ details: containing(`${count} rows`) }));
  });

  it('leaves nulls out when asked, at every level', async () => {
    const list = await api.get('/directors?id=eq.4&select=*,films(id)', as(`${ARRAY};nulls=stripped`));
    expect([list.status, list.body]).toEqual([200, [{ id: 4, name: 'Nobody Yet', films: [] }]]);
    const object = await api.get('/films?id=eq.6&select=id,year,directors(name)', as(`${OBJECT};nulls=stripped`));
    expect(object.body).toEqual({ id: 6 });
  });
});

describe('CSV', () => {
  it('gives a head and quoted rows', async () => {
    const { status, text, headers } = await api.get('/strings?id=in.(1,2,4,6,16)&order=id', as('text/csv'));
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(text.trimEnd()).toBe('id,value\n1,\n2,""\n4,"a,b"\n6,"quo""te"\n16,"line\nbreak"');
  });

  it('writes a head also without rows', async () => {
    expect((await api.get('/projects?id=eq.0', as('text/csv'))).text.trimEnd()).toBe('id,name');
  });

  it('honours select, names and counts', async () => {
    const { text, headers } = await api.get('/films?select=name:title,tags&id=in.(1,2)&order=id', {
      ...as('text/csv'),
      prefer: 'count=exact',
    });
    expect(text.trimEnd()).toBe('name,tags\nMetropolis,"{silent,classic}"\nVertigo,{classic}');
    expect(headers['content-range']).toBe('0-1/2');
  });

  it('is an answer of writes too', async () => {
    const { status, text } = await api.post(
      '/notices',
      { id: 60, text: 'x' },
      { ...as('text/csv'), prefer: 'return=representation' },
    );
    expect([status, text.trimEnd()]).toEqual([201, 'id,text\n60,x']);
  });
});

describe('other types', () => {
  it.each(['application/geo+json', 'application/octet-stream', 'application/xml', 'text/html'])(
    '%s is refused',
    async (accept) => {
      const { status, body } = await api.get('/projects', as(accept));
      expect([406, 415]).toContain(status);
      expect(body).toEqual(refusal('PGRST107', accept));
    },
  );

  it('a body of an unknown type is refused', async () => {
    const { status, body } = await api.ask('POST', '/projects', {
      body: '<a/>',
      headers: { 'content-type': 'application/xml' },
    });
    expect([400, 415]).toContain(status);
    expect(body).toEqual(having({ message: containing('application/xml') }));
  });
});

describe('plans', () => {
  it('explains in text and JSON, as the role of the caller', async () => {
    const text = await api.get('/films?id=eq.1', as('application/vnd.pgrst.plan+text'));
    expect([text.status, text.text]).toEqual([200, containing('films')]);
    const json = await api.get(
      '/films',
      as('application/vnd.pgrst.plan+json; for="application/json"; options=verbose|settings'),
    );
    expect([json.status, json.body]).toEqual([200, [having({ Plan: anything })]]);
    expect((await api.get('/vault', { ...as('application/vnd.pgrst.plan+text'), role: 'reader' })).status).toBe(403);
  });

  it('writes nothing while it only explains', async () => {
    await api.post('/notices', { id: 61, text: 'x' }, as('application/vnd.pgrst.plan+text'));
    expect((await api.get('/notices?id=eq.61')).body).toEqual([]);
  });

  it('is refused where the server does not offer it', async () => {
    await using closed = await openFixture({ explain: false });
    const { status, body } = await closed.get('/films', as('application/vnd.pgrst.plan+json'));
    expect([406, 415]).toContain(status);
    expect(body).toEqual(refusal('PGRST107', 'plan'));
  });
});
