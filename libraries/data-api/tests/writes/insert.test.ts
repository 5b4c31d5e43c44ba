import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWrites, type Stage } from './stage.ts';

const EXTRA = `
create type api.pair as (x int, y text);
create domain api.genre_name as api.genre;
create table api.kinds (
  id bigint primary key, many text[], grid int[][], pairs api.pair[], pair api.pair, raw json, doc jsonb, span int4range,
  bytes bytea, genre api.genre, genre_name api.genre_name, contact api.email, amount numeric, at timestamptz, code char(3),
  spans int4multirange, uid uuid, "t1" text
);
create sequence api.tickets start 500;
create table api.queue (id int primary key default nextval('api.tickets'), label text default 'none', note text, at timestamptz default now());
create view api.queue_view as select id as number, label from api.queue;
create table api.inbox (id int primary key, message text, secret text);
grant all on all tables in schema api to {admin};
grant usage on all sequences in schema api to {admin};
grant insert (id, message) on api.inbox to {anonymous};
grant insert, select (id, message) on api.inbox to {reader};
`;

const aNumber: unknown = expect.any(Number);

let stage: Stage;
beforeAll(async () => {
  stage = await openWrites(EXTRA);
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('values of a body', () => {
  it('reach columns of every type as they are', async () => {
    const row = {
      id: 1,
      many: ['a,b', 'c"d', null, '', '\\', '{x}'],
      grid: [
        [1, 2],
        [3, 4],
      ],
      pairs: [
        { x: 1, y: 'a"b' },
        { x: null, y: null },
      ],
      pair: { x: 5, y: 'é' },
      raw: { b: 1, a: [null, true] },
      doc: { deep: { 'a.b': ['x'] } },
      span: '[1,5)',
      bytes: '\\x00ff',
      genre: 'drama',
      genre_name: 'scifi',
      contact: 'a@b',
      amount: 1.5,
      at: '2026-01-01T00:00:00+00:00',
      code: 'abc',
      spans: '{[1,3),[5,7)}',
      uid: '00000000-0000-0000-0000-000000000001',
      t1: 'named like an alias',
    };
    expect((await stage.write('insert', 'kinds', row)).json).toEqual([row]);
  });

  it('may be literals where a list or a row is meant', async () => {
    const { json } = await stage.write('insert', 'kinds?select=many,pair', { id: 2, many: '{a,"b,c"}', pair: '(7,z)' });
    expect(json).toEqual([{ many: ['a', 'b,c'], pair: { x: 7, y: 'z' } }]);
  });

  it('keep numbers that JavaScript cannot hold, and the text of JSON', async () => {
    const body = '{"id": 9223372036854775807, "amount": 0.1000000000000000000000000001, "raw": {"z":  1.10, "z": 2}}';
    const { body: text } = await stage.write('insert', 'kinds?select=id,amount,raw', body);
    expect(text).toContain('"id":9223372036854775807');
    expect(text).toContain('"amount":0.1000000000000000000000000001');
    expect(text).toContain('"raw":{"z":  1.10, "z": 2}');
  });

  it('come in thousands', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => ({ id: 10_000 + index, value: index % 7 }));
    const { rows: count, body } = await stage.write('insert', 'measures', rows, { prefer: {} });
    expect([count, body]).toEqual([5000, null]);
    expect(await stage.rows('select sum(value)::int from api.measures where id >= 10000')).toEqual([
      { sum: rows.reduce((sum, { value }) => sum + value, 0) },
    ]);
  });

  it('are judged by their type', async () => {
    await expect(stage.write('insert', 'kinds', { id: 'many' })).rejects.toMatchObject({ code: '22P02' });
    await expect(stage.write('insert', 'kinds', { id: 70, contact: 'x' })).rejects.toMatchObject({ code: '23514' });
    await expect(stage.write('insert', 'kinds', { id: 70, code: 'long' })).rejects.toMatchObject({ code: '22001' });
    await expect(stage.write('insert', 'invoices', { net: 1, tax: 1 })).rejects.toMatchObject({ code: '428C9' });
  });
});

describe('defaults', () => {
  it('fill all of an empty object, one row each', async () => {
    const { json } = await stage.write('insert', 'queue?select=id,label', [{}, {}]);
    expect(json).toEqual([
      { id: aNumber, label: 'none' },
      { id: aNumber, label: 'none' },
    ]);
    expect((await stage.write('insert', 'queue?select=label', {})).json).toEqual([{ label: 'none' }]);
  });

  it('fill absent keys row by row when asked, and null stays null', async () => {
    const rows = [{ id: 1, label: null }, { label: 'x' }, { id: 3 }];
    const prefer = { missing: 'default', return: 'representation' } as const;
    const { json } = await stage.write('insert', 'queue?select=id,label,note', rows, { prefer });
    expect(json).toEqual([
      { id: 1, label: null, note: null },
      { id: aNumber, label: 'x', note: null },
      { id: 3, label: 'none', note: null },
    ]);
  });

  it('do not use up a sequence where a value is given', async () => {
    const prefer = { missing: 'default' } as const;
    const [before] = await stage.rows("select nextval('api.tickets')::int as n");
    await stage.write('insert', 'queue?columns=id,label', [{ id: 11 }, { id: 12 }], { prefer });
    expect(await stage.rows("select nextval('api.tickets')::int as n")).toEqual([{ n: Number(before?.['n']) + 1 }]);
  });

  it('are those of the table below a view', async () => {
    const prefer = { missing: 'default', return: 'representation' } as const;
    const { json } = await stage.write('insert', 'queue_view?columns=number,label', [{ label: 'v' }, { number: 21 }], {
      prefer,
    });
    expect(json).toEqual([
      { number: aNumber, label: 'v' },
      { number: 21, label: 'none' },
    ]);
  });

  it('absent keys are null when not asked', async () => {
    const { json } = await stage.write('insert', 'queue?columns=id,label&select=label', [{ id: 31 }]);
    expect(json).toEqual([{ label: null }]);
  });
});

describe('what an insert gives back', () => {
  it('is nothing of an empty list', async () => {
    expect(await stage.write('insert', 'queue', [])).toMatchObject({ rows: 0, json: [] });
  });

  it('has embeds, computed columns and an order', async () => {
    const rows = [
      { id: 901, title: 'A', year: 1990, director_id: 1 },
      { id: 902, title: 'B', year: 1991, director_id: null },
    ];
    const { json } = await stage.write('insert', 'films?select=full_title,d:directors(name)&order=id.desc', rows);
    expect(json).toEqual([
      { full_title: 'B (1991)', d: null },
      { full_title: 'A (1990)', d: { name: 'Fritz Lang' } },
    ]);
  });

  it('is CSV or one object when asked', async () => {
    const csv = await stage.write('insert', 'notices?select=text,id', [{ id: 31, text: 'a,b' }], { format: 'csv' });
    expect(csv.body?.trimEnd()).toBe('text,id\n"a,b",31');
    const one = await stage.write('insert', 'notices', { id: 32, text: 'x' }, { format: 'object' });
    expect([one.json, one.rows]).toEqual([{ id: 32, text: 'x' }, 1]);
    const bare = await stage.write('insert', 'directors', { id: 33, name: 'x', born: null }, { stripNulls: true });
    expect(bare.json).toEqual([{ id: 33, name: 'x' }]);
  });

  it('is the key alone, of one row, where it may be read', async () => {
    const prefer = { return: 'headers-only' } as const;
    const one = await stage.write('insert', 'roles', { film_id: 4, actor_id: 2, part: 'x' }, { prefer });
    expect([one.body, JSON.parse(one.key ?? '')]).toEqual([null, { film_id: 4, actor_id: 2 }]);
    const two = [41, 42].map((id) => ({ id, text: 'a' }));
    expect((await stage.write('insert', 'notices', two, { prefer })).key).toBe(null);
    expect((await stage.write('insert', 'inbox', { id: 5 }, { prefer, role: 'anonymous' })).key).toBe(null);
    expect((await stage.write('insert', 'notices', { id: 43, text: 'a' }, { prefer: {} })).key).toBe(null);
  });
});

describe('rights', () => {
  it('to insert are enough when nothing is given back', async () => {
    const asAnonymous = { role: 'anonymous', prefer: {} } as const;
    expect((await stage.write('insert', 'inbox', { id: 1, message: 'x' }, asAnonymous)).rows).toBe(1);
    await expect(stage.write('insert', 'inbox', { id: 2 }, { role: 'anonymous' })).rejects.toMatchObject({
      code: '42501',
      message: 'permission denied for table inbox',
    });
  });

  it('to read choose what is given back', async () => {
    const { json } = await stage.write('insert', 'inbox', { id: 3, message: 'x', secret: 's' }, { role: 'reader' });
    expect(json).toEqual([{ id: 3, message: 'x' }]);
    await expect(stage.write('insert', 'inbox?select=secret', { id: 4 }, { role: 'reader' })).rejects.toMatchObject({
      code: '42703',
    });
  });

  it.each([
    ['a column that does not exist', 'inbox', { mesage: 'x' }, 'admin', 'PGRST204', "Perhaps you meant 'message'"],
    ['a column of no use to the role', 'inbox', { secret: 'x' }, 'anonymous', 'PGRST204', null],
    ['a relation without the right', 'films', { title: 'x' }, 'reader', '42501', null],
    ['a view that cannot be written', 'credits', { film_id: 1 }, 'admin', 'PGRST117', null],
    ['a materialized view', 'film_stats', { films: 1 }, 'admin', 'PGRST117', null],
  ] as const)('%s is refused', async (_, url, body, role, code, hint) => {
    await expect(stage.write('insert', url, body, { role, prefer: {} })).rejects.toMatchObject({ code, hint });
  });

  it('a column that may only be read is refused as such', async () => {
    await expect(stage.write('update', 'people?id=eq.1', { id: 9 }, { role: 'reader' })).rejects.toMatchObject({
      code: '42501',
      details: 'The role may not update the column "id"',
    });
  });

  it('errors repeat only the beginning of a long name', async () => {
    const name = 'x'.repeat(100_000);
    await expect(stage.write('insert', 'notices', { [name]: 1 })).rejects.toThrow(
      /^Could not find the 'x{120}…' column/,
    );
  });

  it('filters are refused', async () => {
    await expect(stage.write('insert', 'notices?id=eq.1', { id: 1 })).rejects.toMatchObject({ code: 'PGRST100' });
  });
});
