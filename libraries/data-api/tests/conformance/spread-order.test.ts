import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture({ unfilteredWrites: true });
});
afterAll(() => api[Symbol.asyncDispose]());

const idsOf = (body: unknown) => (Array.isArray(body) ? body.map((row: { id?: unknown }) => row.id) : body);

describe('a spread column', () => {
  it.each([
    ['order=director.desc,id', 'director:name'],
    ['order=directors(director).desc,id', 'director:name'],
    ['order=directors(name).desc,id', 'director:name'],
    ['order=director.desc.nullslast,id', 'director:name'],
  ])('is sorted by under its own and under its other name: %s', async (order, column) => {
    const { status, body } = await api.get(`/films?select=id,...directors(${column})&id=in.(1,2,4)&${order}`);
    expect([status, idsOf(body)]).toEqual([200, [1, 4, 2]]);
  });

  it('is sorted by inside of a list under its other name', async () => {
    const { body } = await api.get('/directors?select=id,...films(titles:title)&films.order=titles.desc&id=eq.2');
    expect(body).toEqual([{ id: 2, titles: ['Vertigo', 'Psycho'] }]);
  });

  it('gives way to a column of that name', async () => {
    const { body } = await api.get('/films?select=id,...directors(title:name)&id=in.(1,2,4)&order=title');
    expect(idsOf(body)).toEqual([1, 4, 2]);
  });

  it.each(['/films?select=id,t:title&order=t', '/films?select=id,directors(n:name)&order=directors(n)'])(
    'is the only one with another name: %s',
    async (url) => {
      expect((await api.get(url)).body).toMatchObject({ code: '42703' });
    },
  );

  it('tells nothing of a hidden column', async () => {
    const asked = (name: string) =>
      api.get(`/employees?select=id,...manager_id(${name}:name)&order=${name}`, { role: 'reader' });
    expect((await asked('salary')).status).toBe((await asked('xqzwv')).status);
  });
});

const SELECTS = [
  'directors()', '...directors()', 'title,...directors()', '...directors(n:name),count()', 'year,...directors(id.sum(),name)',
  'count(),details', 'count(),details->color', 'genre,roles(part)', 'count(),roles(part)', 'count(),roles(count())',
  '...roles(part),count()', 'count(),full_title', 'title,...roles(part,...actors(name))', 'directors(count(),name)',
  'id,count()', '*,count()', 'details->>length::int.max(),director_id', '...technical_specs(runtime.sum()),...directors(name)',
]; // biome-ignore format: a list
const ORDERS = [
  'title', 'directors(name)', 'directors(n)', 'n', 'details->color', 'full_title', 'part', 'roles(part)', 'technical_specs(runtime)',
]; // biome-ignore format: a list

describe('an order of groups, spreads and embeds', () => {
  it.each(SELECTS)('is answered or refused in the words of the request: %s', async (select) => {
    for (const order of ORDERS) {
      const query = `select=${select}&order=${order}`;
      const written = { prefer: 'return=representation', body: { year: 1927 } };
      const answers = [
        await api.get(`/films?${query}`, { prefer: 'count=exact' }),
        await api.get(`/films?${query}&limit=2`, { headers: { accept: 'text/csv' } }),
        await api.get(`/rpc/films_since?since=0&${query}`),
        await api.ask('PATCH', `/films?id=eq.1&${query}`, written),
        await api.get(`/directors?select=id,films(${select})&films.order=${order}`),
        await api.get(`/directors?select=id,...films(${select})&films.order=${order}`),
      ];
      for (const { status, text } of answers) {
        expect([query, status < 500, /\bt\d+\b|\bc\d+\b|syntax/.test(status < 400 ? '' : text)]).toEqual([
          query,
          true,
          false,
        ]);
      }
    }
  });

  it('may name what follows from the key, also for the rows of a function', async () => {
    for (const url of ['/films?', '/rpc/films_since?since=0&']) {
      const { status, body } = await api.get(`${url}select=id,count()&id=in.(1,2,3)&order=title`);
      expect([url, status, idsOf(body)]).toEqual([url, 200, [1, 3, 2]]);
    }
  });
});
