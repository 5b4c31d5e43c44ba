import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asWriter, having, openStage, type Stage } from './stage.ts';

describe('a write whose answer is refused', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({
      limits: { maxRows: 5, maxBodyBytes: 500 },
      hooks: { places: () => Promise.resolve() },
    });
    await stage.database.query(`
      grant insert on api.notes to ${stage.database.role('writer')};
      create function api.note(id int) returns void language sql as
        $$ insert into api.notes (id, body) values (id, 'called') $$;
      create function api.many(n int) returns setof int language plpgsql as
        $$ begin perform api.note(n + 200); return query select generate_series(1, n); end $$;
      create function api.long(n int) returns text language plpgsql as
        $$ begin perform api.note(n); return repeat('x', n); end $$;
      create function api.says(name text, value text) returns int language plpgsql as
        $$ begin perform api.note(700); perform set_config('response.' || name, value, true); return 1; end $$;
    `);
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  const post = (url: string, body: unknown, prefer = 'return=representation') =>
    stage.ask('POST', url, { headers: { ...asWriter, prefer }, body: JSON.stringify(body) });
  const rowsOf = async (relation: string) =>
    (await stage.database.query<{ n: number }>(`select count(*)::int as n from api.${relation}`)).rows[0]?.n;
  const says = (name: string, value: string) => post('/data/rpc/says', { name, value }, '');

  it('is undone when the answer has too many bytes', async () => {
    const body = { id: 100, body: 'x'.repeat(600) };
    const refused = await post('/data/notes', body);
    expect([refused.status, refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'PGRST900', message: having('500 bytes') }),
    ]);
    expect(await rowsOf('notes')).toBe(5);
    const long = await post('/data/rpc/long', { n: 600 });
    expect(long.json()).toMatchObject({ code: 'PGRST900' });
    expect(await rowsOf('notes')).toBe(5);
  });

  it('is undone with a hook as well', async () => {
    const { status } = await post('/data/places?select=name,again:name', { name: 'x'.repeat(300), floor: 1 });
    expect([status, await rowsOf('places')]).toEqual([400, 0]);
  });

  it('is undone when a function gives too many rows', async () => {
    const { json } = await post('/data/rpc/many', { n: 6 });
    expect(json()).toMatchObject({ code: 'PGRST901', message: having('5 rows') });
    expect(await rowsOf('notes')).toBe(5);
  });

  it('is undone when a page is behind the last row', async () => {
    const { status } = await post('/data/rpc/many?offset=4', { n: 3 }, 'count=exact');
    expect([status, await rowsOf('notes')]).toEqual([416, 5]);
  });

  it.each(['often', '99', '600', '20', '2000', '1e2', ' 200'])('is undone after the status %j', async (status) => {
    const { json } = await says('status', status);
    expect(json()).toMatchObject({ code: 'PGRST112' });
    expect(await rowsOf('notes')).toBe(5);
  });

  it.each([
    'x',
    '{"a": "b"}',
    '[1]',
    '[{}]',
    '[{"a": 1}]',
    '[{"a": "1", "b": "2"}]',
    '[{"a b": "c"}]',
    '[{"a": "b"},]',
    '[{"a": "b\\r\\nc: d"}]',
    '[{"a": "\\u000d"}]',
    '[{"a": "\u4e2d"}]',
    '[{"a": "b"}] ]',
  ])('is undone after the headers %j', async (headers) => {
    const { status, json } = await says('headers', headers);
    expect([status, json()]).toEqual([500, expect.objectContaining({ code: 'PGRST111' })]);
    expect(await rowsOf('notes')).toBe(5);
  });

  it('is done when nothing is answered, or all is well', async () => {
    expect((await post('/data/rpc/many', { n: 9 }, 'return=minimal')).status).toBe(204);
    expect((await post('/data/notes', { id: 101, body: 'x'.repeat(600) }, 'return=minimal')).status).toBe(201);
    const headers = String.raw`[ {"X-A" : "a \"b\" \\ \/"},
      {"x-b":"é"} ,{"c":""}]`;
    const told = await says('headers', headers);
    expect([told.status, told.headers['x-a'], told.headers['x-b']]).toEqual([200, String.raw`a "b" \ /`, 'é']);
    expect(await rowsOf('notes')).toBe(8);
  });
});
