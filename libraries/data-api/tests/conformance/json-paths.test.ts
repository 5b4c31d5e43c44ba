import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { containing, having, refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

describe('select', () => {
  it.each([
    ['data->plain', { plain: 1 }],
    ['data->>plain', { plain: '1' }],
    ['value:data->>plain', { value: '1' }],
    ['data->nested->deep->list->2->>z', { z: 'end' }],
    ['data->nested->deep->list->0', { list: 1 }],
    ['data->nested->deep->list->-1->z', { z: 'end' }],
    ['data->>k-d', { 'k-d': 'dash' }],
    ['data->>"a.b"', { 'a.b': 'dot' }],
    ['data->>"x/y"', { 'x/y': 'slash' }],
    ['data->>"s p"', { 's p': 'space' }],
    ['data->>"a,b"', { 'a,b': 'comma' }],
    ['data->>"(p)"', { '(p)': 'paren' }],
    ['data->>"q\\"q"', { 'q"q': 'quote' }],
    ["data->>it's", { "it's": 'tick' }],
    ['data->labels->>app.kubernetes.io/name', { 'app.kubernetes.io/name': 'web' }],
    ['name:data->labels->>"app.kubernetes.io/name"', { name: 'web' }],
    ['data->none', { none: null }],
    ['data->missing->deeper', { deeper: null }],
    ['data->>plain::int', { plain: 1 }],
    ['raw->a->0', { a: 1 }],
  ])('answers %s', async (select, expected) => {
    const { status, body } = await api.get(`/documents?id=eq.1&select=${select}`);
    expect([status, body]).toEqual([200, [expected]]);
  });

  it('reads into arrays of the table', async () => {
    const { body } = await api.get('/things?id=eq.1&select=first:numbers->0');
    expect(body).toEqual([{ first: 1 }]);
  });

  it('refuses a path into a number', async () => {
    const { status, body } = await api.get('/films?select=year->x');
    expect(status).toBe(400);
    expect(body).toEqual(having({ message: containing('year') }));
  });

  it('refuses a path without a key', async () => {
    const { status, body } = await api.get('/documents?select=data->');
    expect([status, body]).toEqual([400, refusal('PGRST100', 'select')]);
  });
});

describe('filter and order', () => {
  it.each([
    ['data->>text=eq.ten', [1]],
    ['data->num=eq.10', [1]],
    ['data->num=gt.9', [1]],
    ['data->>num=gt.9', []],
    ['data->nested->deep->list->2->>z=eq.end', [1]],
    ['data->>"a.b"=eq.dot', [1]],
    ['data->labels->>"app.kubernetes.io/name"=in.(web,db)', [1, 2]],
    ['data->labels->>app.kubernetes.io/name=eq.db', [2]],
    ['data->none=is.null', [2, 3]],
    ['data->>none=is.null', [1, 2, 3]],
    ['data->labels=cs.{"tier":"front"}', [1]],
    ['or=(data->>"x/y".eq.slash,data->>text.eq.nine)', [1, 2]],
    ['or=(data->labels->>app.kubernetes.io/name.eq.db,id.eq.3)', [2, 3]],
    ['data->>plain=like.*1*', [1]],
  ])('answers documents?%s', async (filter, expected) => {
    const { status, body } = await api.get(`/documents?${filter}&select=id&order=id`);
    expect([status, body]).toEqual([200, expected.map((id) => ({ id }))]);
  });

  it('orders by a path as JSON and as text', async () => {
    const order = async (term: string) => (await api.get(`/documents?select=id&order=${term}`)).body;
    expect(await order('data->num')).toEqual([{ id: 2 }, { id: 1 }, { id: 3 }]);
    expect(await order('data->>num.asc.nullsfirst')).toEqual([{ id: 3 }, { id: 1 }, { id: 2 }]);
    expect(await order('data->labels->>"app.kubernetes.io/name".desc.nullslast')).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ]);
  });

  it('refuses a path whose column does not exist', async () => {
    const { status, body } = await api.get('/documents?nope->>a=eq.1');
    expect([status, body]).toEqual([400, refusal('42703', 'documents.nope')]);
  });
});
