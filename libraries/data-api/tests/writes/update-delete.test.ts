import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWrites, type Stage } from './stage.ts';

const EXTRA = `
create table api.aliases (t1 int primary key, t2 text, t3 text, t4 text, t5 text, source text, before text, r text);
insert into api.aliases values (1, 'a'), (2, 'b');
create table api.dropbox (id int primary key, note text default 'none', stamp timestamptz default '2026-01-01Z');
insert into api.dropbox values (1, 'a'), (2, 'b');
create view api.titles_in_use as select title, count(*)::int as films from api.films group by title;
create function api.rename_title() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then insert into api.films (title) values (new.title);
  elsif tg_op = 'UPDATE' then update api.films set title = new.title where title = old.title;
  else delete from api.films where title = old.title; return old; end if;
  return new;
end $$;
create trigger rename instead of insert or update or delete on api.titles_in_use for each row execute function api.rename_title();
grant all on all tables in schema api to {admin};
grant delete, select (id) on api.dropbox to {reader};
`;

let stage: Stage;
beforeAll(async () => {
  stage = await openWrites(EXTRA);
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('an update', () => {
  it('writes the rows that its conditions choose, and counts them', async () => {
    const url = 'films?or=(id.eq.1,and(year.gt.1950,year.lt.1959))&select=id,summary,directors(name)&order=id.desc';
    const { json, rows } = await stage.write('update', url, { summary: 'old' });
    expect([json, rows]).toEqual([
      [
        { id: 2, summary: 'old', directors: { name: 'Alfred Hitchcock' } },
        { id: 1, summary: 'old', directors: { name: 'Fritz Lang' } },
      ],
      2,
    ]);
  });

  it('tells only how many rows it wrote when nothing is asked for', async () => {
    const { body, rows } = await stage.write('update', 'films?id=in.(1,2)', { summary: null }, { prefer: {} });
    expect([body, rows]).toEqual([null, 2]);
  });

  it('changes nothing with an empty body', async () => {
    for (const body of [{}, [], [{}]]) {
      expect(await stage.write('update', 'films?id=eq.1', body)).toMatchObject({ rows: 0, json: [] });
    }
  });

  it('sets defaults for absent keys when asked, and null when not', async () => {
    const url = 'dropbox?id=eq.2&columns=note,stamp&select=note,stamp';
    expect((await stage.write('update', url, {})).json).toEqual([{ note: null, stamp: null }]);
    const prefer = { missing: 'default', return: 'representation' } as const;
    expect((await stage.write('update', url, { stamp: null }, { prefer })).json).toEqual([
      { note: 'none', stamp: null },
    ]);
  });

  it('works on columns that are called like what a statement needs', async () => {
    const row = { t2: 'x', t3: 'y', source: 'z', before: 'w', r: 'v' };
    const { json } = await stage.write('update', 'aliases?t1=eq.1', row);
    expect(json).toEqual([{ t1: 1, t4: null, t5: null, ...row }]);
    const { shown } = await stage.hooked('update', 'aliases?t1=eq.1', row, async (change) => {
      expect(change).toEqual({ before: json, after: json });
    });
    expect(shown?.json).toEqual(json);
  });

  it.each([
    ['films', { title: 'x' }, '21000'],
    ['films?order=id', { title: 'x' }, '21000'],
    ['films', {}, '21000'],
    ['films?id=eq.1', [{ title: 'x' }, { title: 'y' }], 'PGRST102'],
    ['films?id=eq.1&limit=1', { title: 'x' }, 'PGRST127'],
    ['films?id=eq.1&offset=0', { title: 'x' }, 'PGRST127'],
    ['films?select=id,directors(name)&directors=not.is.null', { title: 'x' }, 'PGRST127'],
    ['films?select=id,d:directors(name)&or=(id.eq.1,d.not.is.null)', { title: 'x' }, 'PGRST127'],
    ['films?select=id,directors!inner(name)&directors.name=eq.x&id=eq.1', { title: 'x' }, 'PGRST127'],
    ['films?id=eq.1', { titel: 'x' }, 'PGRST204'],
    ['films?titel=eq.1', { title: 'x' }, '42703'],
    ['film_stats?films=eq.1', { films: 2 }, 'PGRST117'],
  ])('refuses %s %j', async (url, body, code) => {
    await expect(stage.write('update', url, body)).rejects.toMatchObject({ code });
  });

  it('says how to mean all rows', async () => {
    await expect(stage.write('update', 'films', { summary: 'x' })).rejects.toMatchObject({
      message: 'UPDATE requires a WHERE clause',
      hint: "Add a filter. One that every row meets, like id=not.is.null, means the whole of 'films'.",
    });
    const all = await stage.write('update', 'dropbox?id=not.is.null', { note: 'all' }, { prefer: {} });
    expect(all.rows).toBe(2);
    const open = await stage.write(
      'update',
      'dropbox',
      { note: 'x' },
      { prefer: {}, plan: { unfilteredWrites: true } },
    );
    expect(open.rows).toBe(2);
  });

  it('takes embeds that only shape what is shown', async () => {
    const url = 'directors?id=eq.2&select=name,films(id)&films.year=gt.1959&films.order=id';
    const { json } = await stage.write('update', url, { born: '1899-08-13' });
    expect(json).toEqual([{ name: 'Alfred Hitchcock', films: [{ id: 3 }] }]);
  });
});

describe('a view with triggers', () => {
  it('takes every write but a merge', async () => {
    expect((await stage.write('insert', 'titles_in_use?select=title', { title: 'T' })).json).toEqual([{ title: 'T' }]);
    const url = 'titles_in_use?title=eq.T';
    expect((await stage.write('update', url, { title: 'U' })).json).toEqual([{ title: 'U', films: 1 }]);
    expect((await stage.write('delete', 'titles_in_use?title=eq.U')).json).toEqual([{ title: 'U', films: 1 }]);
    const prefer = { resolution: 'merge-duplicates' } as const;
    const merge = stage.write('insert', 'titles_in_use?on_conflict=title', { title: 'T' }, { prefer });
    await expect(merge).rejects.toMatchObject({ code: '42P10' });
  });
});

describe('a delete', () => {
  it('gives back what is gone', async () => {
    await stage.write('insert', 'notices', [7, 8, 9].map((id) => ({ id, text: `n${id}` }))); // biome-ignore format: one call
    const { json, rows } = await stage.write('delete', 'notices?id=gt.7&select=text&order=text.desc');
    expect([json, rows]).toEqual([[{ text: 'n9' }, { text: 'n8' }], 2]);
    expect((await stage.write('delete', 'notices?id=eq.7', undefined, { prefer: {} })).rows).toBe(1);
    expect((await stage.write('delete', 'notices?id=eq.7')).json).toEqual([]);
  });

  it('needs the right to delete, and to read what it is chosen by', async () => {
    const as = { role: 'reader', prefer: {} } as const;
    expect((await stage.write('delete', 'dropbox?id=eq.1', undefined, as)).rows).toBe(1);
    await expect(stage.write('delete', 'dropbox?note=eq.b', undefined, as)).rejects.toMatchObject({ code: '42703' });
    await expect(stage.write('delete', 'films?id=eq.1', undefined, as)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['notices', '21000'],
    ['notices?limit=1&id=gt.0', 'PGRST127'],
    ['film_stats?films=eq.1', 'PGRST117'],
  ])('refuses %s', async (url, code) => {
    await expect(stage.write('delete', url)).rejects.toMatchObject({ code });
  });
});
