import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

it.each([
  ['or=(year.lt.1930,year.gt.1975)', [1, 4]],
  ['and=(year.gte.1950,year.lte.1960)', [2, 3]],
  ['or=(id.eq.1,and(year.gt.1957,year.lt.1959))', [1, 2]],
  ['not.or=(id.eq.1,id.eq.2)', [3, 4, 5, 6]],
  ['not.and=(year.gt.1950,year.lt.1970)', [1, 4, 5]],
  ['or=(not.and(id.gte.2,id.lte.5),id.eq.3)', [1, 3, 6]],
  ['or=(year.not.is.null,title.eq.Untitled)', [1, 2, 3, 4, 5, 6]],
  ['or=(year.is.null,year.not.gt.1930)', [1, 6]],
  ['or=(id.in.(1,2),title.like.*ycho)', [1, 2, 3]],
  ['or=(tags.cs.{classic,horror},tags.cs.{silent})', [1, 3]],
  ['or=(search.fts(english).motel,search.plfts(english).ocean)', [3, 5]],
  ['or=(year.eq(any).{1927,1958},id.eq.6)', [1, 2, 6]],
  ['or=(id.eq.1,id.eq.2)&or=(id.eq.2,id.eq.3)', [2]],
  ['or=(details->>length.eq.153,details->length.eq.109)', [1, 3]],
  ['or=(released.cs.1958-06-01,id.eq.1)', [1, 2]],
  ['or=(title.eq."Psycho",title.eq.Vertigo)', [2, 3]],
  ['or=(id.eq.1, id.eq.2)', [1, 2]],
  ['and=(or(id.eq.1,id.eq.2),or(id.eq.2,id.eq.3))', [2]],
])('answers films?%s', async (filter, expected) => {
  const { body } = await api.get(`/films?${filter}&select=id&order=id`);
  expect(body).toEqual(expected.map((id) => ({ id })));
});

it('keeps the three values of logic: not of null is null', async () => {
  const { body } = await api.get('/films?not.or=(year.eq.1927,year.eq.1958)&select=id&order=id');
  expect(body).toEqual([{ id: 3 }, { id: 4 }, { id: 5 }]);
});

it.each([
  ['or=()', 'column 2'],
  ['or=(id.eq.1', 'column 9'],
  ['or=id.eq.1', 'column 1'],
  ['or=(id.eq.1,)', 'column 10'],
  ['or=(id.eq)', 'column 7'],
  ['or=(id.nope.1)', 'nope'],
  ['and=(id.eq.1))', 'column 10'],
])('refuses films?%s and names the place', async (filter, place) => {
  const { status, body } = await api.get(`/films?${filter}`);
  expect([status, body]).toEqual([400, refusal('PGRST100', place)]);
});

it('refuses an unknown column inside a tree', async () => {
  const { status, body } = await api.get('/films?or=(id.eq.1,and(nope.eq.1,id.eq.2))');
  expect([status, body]).toEqual([400, refusal('42703', 'films.nope')]);
});
