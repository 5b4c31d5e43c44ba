import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

describe('select', () => {
  it.each([
    ['/films?id=eq.2&select=id,title', { id: 2, title: 'Vertigo' }],
    ['/films?id=eq.2&select=title,id', { title: 'Vertigo', id: 2 }],
    ['/films?id=eq.2&select=name:title,"odd, name":year', { name: 'Vertigo', 'odd, name': 1958 }],
    ['/films?id=eq.2&select=year::text', { year: '1958' }],
    ['/films?id=eq.2&select=y:year::text,rating::int', { y: '1958', rating: 8 }],
    ['/films?id=eq.2&select=year::character varying', { year: '1958' }],
    ['/films?id=eq.2&select=tags::text', { tags: '{classic}' }],
    ['/films?id=eq.2&select= id , title ', { id: 2, title: 'Vertigo' }],
    ['/directors?id=eq.4', { id: 4, name: 'Nobody Yet', born: null }],
    ['/directors?id=eq.4&select=*', { id: 4, name: 'Nobody Yet', born: null }],
    ['/directors?id=eq.4&select=*,again:name', { id: 4, name: 'Nobody Yet', born: null, again: 'Nobody Yet' }],
    ['/things?id=eq.4&select=amount::text,at,flag', { amount: '12345678901234567890.123', at: 'infinity', flag: true }],
    ['/things?id=eq.1&select=bytes,span', { bytes: '\\x0102ff', span: '[1,5)' }],
  ])('answers %s', async (url, expected) => {
    const { status, body } = await api.get(url);
    expect([status, body]).toEqual([200, [expected]]);
  });

  it('passes numbers on with every digit', async () => {
    expect((await api.get('/things?id=eq.4&select=amount')).text).toContain('12345678901234567890.123');
  });

  it('keeps the order of the list in the answer', async () => {
    expect((await api.get('/films?id=eq.2&select=year,id,title')).text.replaceAll(' ', '')).toBe(
      '[{"year":1958,"id":2,"title":"Vertigo"}]',
    );
  });

  it.each([
    ['/films?select=nope', '42703', 'films.nope'],
    ['/films?select=id::nonsense', '42704', 'nonsense'],
    ['/films?select=id,,title', 'PGRST100', 'select'],
    ['/films?select=a:b:c', 'PGRST100', 'select'],
    ['/films?select=id;title', 'PGRST100', 'select'],
    ['/films?select="id', 'PGRST100', 'select'],
  ])('refuses %s', async (url, code, message) => {
    const { status, body } = await api.get(url);
    expect([status, body]).toEqual([400, refusal(code, message)]);
  });

  it('refuses a cast that the value does not bear', async () => {
    const { status, body } = await api.get('/films?select=title::int');
    expect([status, body]).toEqual([400, refusal('22P02', 'integer')]);
  });
});

describe('order', () => {
  it.each([
    ['year', [1, 2, 3, 5, 4, 6]],
    ['year.asc', [1, 2, 3, 5, 4, 6]],
    ['year.desc', [6, 4, 5, 3, 2, 1]],
    ['year.asc.nullsfirst', [6, 1, 2, 3, 5, 4]],
    ['year.desc.nullslast', [4, 5, 3, 2, 1, 6]],
    ['year.nullsfirst', [6, 1, 2, 3, 5, 4]],
    ['rating.desc.nullslast,title.desc', [3, 2, 1, 4, 6, 5]],
    ['details->length.desc.nullslast', [5, 4, 1, 2, 3, 6]],
    ['directors(name),id', [2, 3, 4, 5, 1, 6]],
    ['directors(born).desc.nullslast,id.desc', [5, 4, 3, 2, 1, 6]],
  ])('by %s', async (order, expected) => {
    const embed = order.includes('directors') ? ',directors()' : '';
    const { status, body } = await api.get(`/films?select=id${embed}&order=${order}`);
    expect([status, body]).toEqual([200, expected.map((id) => ({ id }))]);
  });

  it.each([
    ['order=nope', '42703', 'films.nope'],
    ['order=id.sideways', 'PGRST100', 'order'],
    ['order=id.asc.nullsmiddle', 'PGRST100', 'order'],
    ['order=id,', 'PGRST100', 'order'],
    ['select=id,roles(*)&order=roles(part)', 'PGRST118', 'roles'],
    ['order=directors(name)', 'PGRST108', 'directors'],
  ])('refuses films?%s', async (query, code, message) => {
    const { status, body } = await api.get(`/films?${query}`);
    expect([status, body]).toEqual([400, refusal(code, message)]);
  });
});
