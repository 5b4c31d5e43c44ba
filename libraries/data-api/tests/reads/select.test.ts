import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raisedBy } from '../../src/sql/raised.ts';
import { openStage, type Stage } from './stage.ts';

const WIDE = 120;
const names = Array.from({ length: WIDE }, (_, index) => `c${index}`);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(`
    create table api.wide (${names.map((name, index) => `${name} int default ${index}`).join(', ')});
    insert into api.wide default values;
    create type api.place as (street text, number int);
    create table api.shops (id int primary key, place api.place, hours int[], raw json);
    insert into api.shops values (1, row('High Street', 3), '{9,17}', '{"b": 1, "a":  2}'), (2, null, null, null);
    create table api.shadows (
      t1 int primary key, t2 int references api.shadows, t3 int, t4 int, t5 int, r int, n int, b int, c0 int, o int, order0 int, e int
    );
    insert into api.shadows select n, nullif(n - 1, 0), 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 from generate_series(1, 3) n;
    create function api.sum_of(shadows api.shadows) returns int stable language sql as $$ select $1.t1 + $1.r $$;
    create function api.before(shadows api.shadows) returns api.shadows stable language sql
      as $$ select s from api.shadows s where s.t1 = $1.t2 $$;
    grant select on api.wide, api.shops, api.shadows to {admin};`);
});
afterAll(() => stage[Symbol.asyncDispose]());

const body = async (url: string) => (await stage.read(url)).body;

describe('a row', () => {
  it('is the columns of the table in their order', async () => {
    const { text } = await stage.read('directors?id=eq.1');
    expect(text).toBe('[{"id":1,"name":"Fritz Lang","born":"1890-12-05"}]');
  });

  it('has the columns that are named, renamed and cast', async () => {
    expect(await body('films?select=year::text,name:title,id&id=eq.1')).toEqual([
      { year: '1927', name: 'Metropolis', id: 1 },
    ]);
  });

  it('has a computed column only when it is named', async () => {
    expect(await body('films?select=id,label:full_title,full_title&id=eq.1')).toEqual([
      { id: 1, label: 'Metropolis (1927)', full_title: 'Metropolis (1927)' },
    ]);
    expect((await stage.read('films?id=eq.1')).text).not.toContain('full_title');
  });

  it('keeps the later of two columns with one key, and an embed before any column', async () => {
    expect(await body('films?select=id,id:title&id=eq.1')).toEqual([{ id: 'Metropolis' }]);
    expect(await body('films?select=director_id(name),*&id=eq.1')).toEqual([
      expect.objectContaining({ director_id: { name: 'Fritz Lang' } }),
    ]);
  });

  it('may have more columns than a function of PostgreSQL has arguments', async () => {
    const select = names.map((name) => `my_${name}:${name}`).join(',');
    const { text } = await stage.read(`wide?select=${select}`);
    const [row] = JSON.parse(text ?? '') as Record<string, number>[];
    expect(Object.entries(row ?? {})).toEqual(names.map((name, index) => [`my_${name}`, index]));
  });

  it('may have columns that are called like the aliases of a statement', async () => {
    const row = { t1: 3, t2: 2, t3: 3, t4: 4, t5: 5, r: 6, n: 7, b: 8, c0: 9, o: 10, order0: 11, e: 12 };
    const { body: rows, total } = await stage.read('shadows?order=sum_of.desc&limit=1', {
      options: { count: 'exact' },
    });
    expect([rows, total]).toEqual([[row], 3]);
    const embeds = 'x:t2(*),shadows!t2(t1),before(t1,sum_of)';
    expect(await body(`shadows?select=*,sum_of,${embeds}&sum_of=eq.8&x.r=eq.6&order=x(t1),sum_of&limit=1`)).toEqual([
      {
        ...row,
        t1: 2,
        t2: 1,
        sum_of: 8,
        x: { ...row, t1: 1, t2: null },
        shadows: [{ t1: 3 }],
        before: { t1: 1, sum_of: 7 },
      },
    ]);
    expect(await body('shadows?select=...before(r,n),c0,count()&order=c0')).toEqual([
      { r: null, n: null, c0: 9, count: 1 },
      { r: 6, n: 7, c0: 9, count: 2 },
    ]);
  });

  it('may have no column at all', async () => {
    expect(await body('films?select=directors()&limit=2')).toEqual([{}, {}]);
  });
});

describe('a path', () => {
  it('leads into JSON, arrays and composite types, and is called by its last key', async () => {
    expect(await body('shops?select=place->street,place->>number,hours->0,late:hours->-1,raw->a&id=eq.1')).toEqual([
      { street: 'High Street', number: '3', hours: 9, late: 17, a: 2 },
    ]);
  });

  it('keeps the text of a json column', async () => {
    expect((await stage.read('shops?select=raw&id=eq.1')).text).toContain('{"b": 1, "a":  2}');
  });

  it('leads nowhere from a plain column', () => {
    expect(() => stage.statement('films?select=year->x')).toThrow(/films\.year/);
  });
});

describe('aggregates', () => {
  it('are grouped by all other columns and embeds', async () => {
    expect(await body('films?select=genre,directors(name),count()&order=genre&director_id=in.(1,2)')).toEqual([
      { genre: 'thriller', directors: { name: 'Alfred Hitchcock' }, count: 2 },
      { genre: 'scifi', directors: { name: 'Fritz Lang' }, count: 1 },
    ]);
  });

  it('sort by a path of the group', async () => {
    expect(await body('films?select=details->color,n:count()&order=details->color')).toEqual([
      { color: false, n: 2 },
      { color: true, n: 3 },
      { color: null, n: 1 },
    ]);
  });

  it('take casts before and after', async () => {
    expect(await body('orders?select=total::int.sum()::text')).toEqual([{ sum: '36' }]);
  });

  it('inside of a to-one spread are taken over the rows around it', async () => {
    expect(await body('films?select=genre,...directors(first:id.min(),count())&order=genre.nullsfirst')).toEqual([
      { genre: null, first: null, count: 0 },
      { genre: 'thriller', first: 2, count: 2 },
      { genre: 'scifi', first: 1, count: 3 },
    ]);
  });

  it('are grouped by lists and by what is embedded in a spread', async () => {
    const url =
      'films?select=id,...roles(part),...directors(films(id)),count()&directors.films.id=neq.5&id=in.(5,6)&order=id';
    expect(await body(url)).toEqual([
      { id: 5, part: ['Kris'], films: [{ id: 4 }], count: 1 },
      { id: 6, part: [], films: null, count: 1 },
    ]);
  });

  it('are counted as groups', async () => {
    const { total } = await stage.read('films?select=genre,count()&limit=1', { options: { count: 'exact' } });
    expect(total).toBe(3);
  });

  it('are refused in to-many spreads, and everywhere without the option', () => {
    expect(() => stage.statement('films?select=id,...roles(count())')).toThrow(
      expect.objectContaining({ code: 'PGRST127' }),
    );
    for (const url of ['films?select=count()', 'projects?select=tasks(id.max())']) {
      expect(() => stage.statement(url, { plan: { aggregates: false } })).toThrow(
        expect.objectContaining({ code: 'PGRST123' }),
      );
    }
  });
});

describe('a format', () => {
  it('object is the first row, or null', async () => {
    const object = { options: { format: 'object' } } as const;
    expect(await stage.read('films?select=id&order=id', object)).toMatchObject({ body: { id: 1 }, rows: 6 });
    expect(await stage.read('films?select=id&id=eq.0', object)).toMatchObject({ body: null, rows: 0 });
  });

  it('without nulls has none at any level', async () => {
    const stripped = { options: { stripNulls: true } };
    expect((await stage.read('films?select=id,year,directors(name)&id=eq.6', stripped)).body).toEqual([{ id: 6 }]);
  });

  it('csv tells null from the empty text and quotes what has to be', async () => {
    const csv = { options: { format: 'csv' } } as const;
    const { text, rows } = await stage.read('strings?id=in.(1,2,4,6,7,16)&order=id&select=id,"a,b":value', csv);
    expect(text).toBe('id,"a,b"\n1,\n2,""\n4,"a,b"\n6,"quo""te"\n7,back\\slash\n16,"line\nbreak"');
    expect(rows).toBe(6);
    expect((await stage.read('projects?id=eq.0', csv)).text).toBe('id,name');
  });

  it('csv writes what is nested as JSON', async () => {
    const { text } = await stage.read('films?select=id,tags,directors(name),n:details->length&id=eq.1', {
      options: { format: 'csv' },
    });
    expect(text).toBe('id,tags,directors,n\n1,"{silent,classic}","{""name"":""Fritz Lang""}",153');
  });

  it('is refused when it is larger than the limit', async () => {
    const large = stage.read('films', { plan: { maxBodyBytes: 100 } });
    await expect(large).rejects.toMatchObject({ code: 'PGRST900', message: expect.stringContaining('100') as unknown });
  });

  it('is refused by the statement itself when more is told beside it', async () => {
    const large = stage.read('films', { plan: { maxBodyBytes: 100 }, options: { count: 'exact' } });
    await expect(large).rejects.toSatisfy((error) => raisedBy(error) === 'too_many_bytes');
  });

  it('has no body when none is wanted', async () => {
    expect(await stage.read('films?limit=4', { options: { hasBody: false, count: 'exact' } })).toMatchObject({
      text: null,
      rows: 4,
      total: 6,
    });
  });
});

it('refuses an unknown column with the nearest one, and an unknown type', () => {
  expect(() => stage.statement('films?select=titel')).toThrow(
    expect.objectContaining({
      status: 400,
      code: '42703',
      message: 'column films.titel does not exist',
      hint: 'Perhaps you meant to reference the column "films.title".',
    }),
  );
  expect(() => stage.statement('films?select=id::nonsense')).toThrow(
    expect.objectContaining({ status: 400, code: '42704', message: 'type "nonsense" does not exist' }),
  );
});
