import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../src/schema/load.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage('', [
    { from: 'films', to: 'reviews' },
    { from: 'films', to: 'studios', isToOne: true },
    { from: 'directors', to: 'reviews' },
    // These exist, so their declarations have no effect.
    { from: 'films', to: 'roles' },
    { from: 'directors', to: 'directed' },
  ]);
});
afterAll(() => stage[Symbol.asyncDispose]());

const body = async (url: string) => (await stage.read(url)).body;
const ONE = 'films?id=eq.1&select=';

describe('an embed that names a future relationship', () => {
  it.each([
    ['an empty list of many', 'id,reviews(stars)', { id: 1, reviews: [] }],
    ['null of one', 'id,studios(name)', { id: 1, studios: null }],
    ['for any columns', 'id,reviews(*,a->b,c::int,d:e,count())', { id: 1, reviews: [] }],
    ['under an alias', 'id,id_of:reviews(id)', { id: 1, id_of: [] }],
    ['with a hint', 'id,reviews!reviews_film_id_fkey(id)', { id: 1, reviews: [] }],
    ['with embeds of its own', 'id,r:reviews(people(id,teams(*)))', { id: 1, r: [] }],
    ['inside of another embed', 'id,directors(name,reviews(id))', { id: 1, directors: { name: 'Fritz Lang', reviews: [] } }],
    ['inside of a spread', 'id,...directors(name,reviews(id))', { id: 1, name: 'Fritz Lang', reviews: [] }],
    ['over a column of its name', 'year:reviews(id),*', expect.objectContaining({ id: 1, year: [] })],
    ['beside an aggregate', 'year.max(),reviews(id)', { max: 1927, reviews: [] }],
    ['nothing where it asks for nothing', 'id,reviews()', { id: 1 }],
    ['with filters, order and a page of its own', 'id,reviews(id)&reviews.stars=gt.3&reviews.order=stars&reviews.limit=1', { id: 1, reviews: [] }],
    ['with an order by one', 'id,studios(name)&order=studios(name)', { id: 1, studios: null }],
    ['when it must be missing', 'id,reviews(id)&reviews=is.null', { id: 1, reviews: [] }],
    ['when one of several must be there', 'id,r:reviews(id)&or=(r.not.is.null,id.eq.1)', { id: 1, r: [] }],
  ])('answers %s: %s', async (_name, select, expected) => {
    expect(await body(ONE + select)).toEqual([expected]);
  }); // biome-ignore format: a list

  it('leaves no row to an inner join, and none where it must be there', async () => {
    const inner = await stage.read('films?select=id,reviews!inner(id)', { options: { count: 'exact' } });
    expect([inner.body, inner.total]).toEqual([[], 0]);
    expect(await body('films?select=id,directors!inner(reviews!inner(id))')).toEqual([]);
    expect(await body('films?select=id,reviews(id)&reviews=not.is.null')).toEqual([]);
  });

  it('is written as any list in a table of CSV', async () => {
    const { text } = await stage.read(`${ONE}id,reviews(id),studios(id)`, { options: { format: 'csv' } });
    expect(text).toBe('id,reviews,studios\n1,[],');
  });

  it.each([
    ['a spread', 'films?select=id,...reviews(id)', 'PGRST200'],
    ['one from elsewhere', 'actors?select=reviews(id)', 'PGRST200'],
    ['one that is not declared', 'films?select=awards(id)', 'PGRST200'],
    ['an order by many', 'films?select=id,reviews(id)&order=reviews(id)', 'PGRST118'],
    ['a comparison', 'films?select=id,reviews(id)&reviews=eq.1', 'PGRST120'],
  ])('is refused for %s', (_name, url, code) => {
    expect(() => stage.statement(url)).toThrow(expect.objectContaining({ code }));
  });

  it('is the real relationship once there is one', async () => {
    expect(await body(`${ONE}roles(part)`)).toEqual([{ roles: [{ part: 'Maria' }] }]);
    expect(await body('directors?id=eq.1&select=directed(title)')).toEqual([{ directed: [{ title: 'Metropolis' }] }]);
    expect(() => stage.statement('films?select=roles(nope)')).toThrow(expect.objectContaining({ code: '42703' }));
  });

  it('is no relation of its own', () => {
    expect(stage.schema.relation('api', 'reviews')).toBeUndefined();
  });

  it('must be declared for a relation that exists', async () => {
    const future = [{ from: 'nowhere', to: 'reviews' }];
    await expect(loadSchema(stage.database.pool(), { schemas: ['api'], future, version: 1 })).rejects.toThrow(
      'future relationship to reviews names an unknown relation nowhere',
    );
  });
});
