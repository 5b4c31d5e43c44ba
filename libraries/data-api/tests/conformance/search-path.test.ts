import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';

const FUNCTIONS = `
  create function api.path() returns text stable language sql as $$ select current_setting('search_path') $$;
  create function extra.path() returns text stable language sql as $$ select current_setting('search_path') $$;
  create function api.title_of(film int) returns text stable language plpgsql as
    $$ begin return (select title from films where id = film); end $$;
  create function public.shouted(text) returns text immutable language sql as $$ select upper($1) $$;
  create function api.shout(value text) returns text stable language plpgsql as $$ begin return shouted(value); end $$;
  create function api.write_path() returns text volatile language sql as $$ select current_setting('search_path') $$;`;

let api: Fixture;
let own: Fixture;
beforeAll(async () => {
  api = await openFixture();
  own = await openFixture({ extraSearchPath: ['hidden', 'Odd, "schema"'] });
  for (const { database } of [api, own]) await database.query(FUNCTIONS);
});
afterAll(() => Promise.all([api[Symbol.asyncDispose](), own[Symbol.asyncDispose]()]));

const bodyOf = async (fixture: Fixture, url: string, headers = {}) => (await fixture.get(url, { headers })).body;

it('is the schema of the request and then "public"', async () => {
  expect(await bodyOf(api, '/rpc/path')).toBe('"api", "public"');
  expect(await bodyOf(api, '/rpc/path', { 'accept-profile': 'extra' })).toBe('"extra", "public"');
  expect((await api.post('/rpc/write_path', {})).body).toBe('"api", "public"');
  const undone = { prefer: 'tx=rollback' };
  expect((await api.post('/rpc/write_path', {}, undone)).body).toBe('"api", "public"');
});

it('lets a function find what it names without a schema', async () => {
  expect(await bodyOf(api, '/rpc/title_of?film=2')).toBe('Vertigo');
  expect(await bodyOf(api, '/rpc/shout?value=ab')).toBe('AB');
});

it('has the schemas of the options in place of "public"', async () => {
  expect(await bodyOf(own, '/rpc/path')).toBe('"api", "hidden", "Odd, ""schema"""');
  expect((await own.get('/rpc/shout?value=ab')).status).toBe(404);
});

it('holds for hooks as well', async () => {
  const paths: unknown[] = [];
  const hooked = await openFixture({
    hooks: {
      notices: async ({ query }) => {
        paths.push((await query<{ path: string }>(`select current_setting('search_path') as path`)).rows[0]?.path);
      },
    },
  });
  await using _closed = hooked;
  await hooked.ask('PATCH', '/notices?id=eq.1', { body: { text: 'Open' } });
  expect(paths).toEqual(['"api", "public"']);
});
