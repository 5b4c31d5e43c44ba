import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWrites, type Stage } from './stage.ts';

const EXTRA = `
create table api.links (a int, b int, primary key (a, b));
create table api.stock (id int primary key, sku text, place text, amount int, unique (sku, place));
create unique index stock_sku_place on api.stock (sku, place) where amount > 0;
create view api.stock_view as select id as number, sku, place, amount from api.stock;
create view api.settings_view as select id, scope, name, value, deleted_at from api.settings;
create table api.accruals (id int primary key, total int, note text);
create table api.loose (a int);
grant all on all tables in schema api to {admin};
grant select, insert on api.links to {reader};
grant select (id, total), insert, update (total, note) on api.accruals to {reader};
`;

const merge = { prefer: { resolution: 'merge-duplicates', return: 'representation' } } as const;
const ignore = { prefer: { resolution: 'ignore-duplicates', return: 'representation' } } as const;

let stage: Stage;
beforeAll(async () => {
  stage = await openWrites(EXTRA);
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('a merge', () => {
  it('counts the rows that are new', async () => {
    const rows = [
      { id: 1, name: 'One' },
      { id: 71, name: 'Two' },
      { id: 72, name: 'Three' },
    ];
    expect(await stage.write('insert', 'projects', rows, merge)).toMatchObject({ rows: 3, inserted: 2, json: rows });
    expect(await stage.write('insert', 'projects', rows, merge)).toMatchObject({ rows: 3, inserted: 0 });
    expect(await stage.write('insert', 'projects', [], merge)).toMatchObject({ rows: 0, json: [] });
  });

  it('leaves the key and what is not sent as they are', async () => {
    await stage.write('insert', 'stock', { id: 1, sku: 'a', place: 'x', amount: 5 });
    const { json } = await stage.write('insert', 'stock?on_conflict=place,sku', { id: 9, sku: 'a', place: 'x' }, merge);
    expect(json).toEqual([{ id: 9, sku: 'a', place: 'x', amount: 5 }]);
    await stage.write('delete', 'stock?id=eq.9');
  });

  it('gives rows back that have nothing but their key', async () => {
    await stage.write('insert', 'links', { a: 1, b: 2 });
    const rows = [
      { a: 1, b: 2 },
      { a: 1, b: 3 },
    ];
    expect(await stage.write('insert', 'links', rows, merge)).toMatchObject({ json: rows, inserted: 1 });
    // Without the right to update them the rows that are there stay out.
    const { json } = await stage.write('insert', 'links', [...rows, { a: 1, b: 4 }], { ...merge, role: 'reader' });
    expect(json).toEqual([{ a: 1, b: 4 }]);
  });

  it('works through views, whose names it takes', async () => {
    const row = { number: 30, sku: 'v', place: 'x', amount: 1 };
    expect(await stage.write('insert', 'stock_view', row, merge)).toMatchObject({ json: [row], inserted: 1 });
    const more = { ...row, amount: 2 };
    expect(await stage.write('insert', 'stock_view', more, merge)).toMatchObject({ json: [more], inserted: 0 });
    const setting = { scope: 'view', name: 'color', value: 'red' };
    const url = 'settings_view?on_conflict=scope,name&select=value';
    expect(await stage.write('insert', url, setting, merge)).toMatchObject({ inserted: 1 });
    const blue = await stage.write('insert', url, { ...setting, value: 'blue' }, merge);
    expect(blue).toMatchObject({ json: [{ value: 'blue' }], inserted: 0 });
  });

  it('prefers a key that holds for all rows to a partial one', async () => {
    const { statement } = await stage.write(
      'insert',
      'stock?on_conflict=sku,place',
      { id: 40, sku: 'p', place: 'y' },
      merge,
    );
    expect(statement.text).not.toContain('amount > 0');
  });

  it('counts nulls that are not distinct as one', async () => {
    const url = 'labels?on_conflict=key,owner&select=value';
    expect((await stage.write('insert', url, { key: 'tier', owner: null, value: 'n' }, merge)).inserted).toBe(0);
    expect((await stage.write('insert', url, { key: 'other', owner: null, value: 'n' }, merge)).inserted).toBe(1);
  });

  it('needs the right to read the key and what it updates', async () => {
    const as = { prefer: { resolution: 'merge-duplicates' }, role: 'reader' } as const;
    expect(await stage.write('insert', 'accruals', { id: 1, total: 1 }, as)).toMatchObject({ inserted: 1, body: null });
    expect(await stage.write('insert', 'accruals', { id: 1, total: 2 }, as)).toMatchObject({ inserted: 0 });
    expect(await stage.rows('select total from api.accruals')).toEqual([{ total: 2 }]);
    await expect(stage.write('insert', 'accruals', { id: 1, note: 'x' }, as)).rejects.toMatchObject({
      code: '42501',
      details: 'The role may not select the column "note"',
    });
  });

  it('of a column that may not be updated is refused', async () => {
    const row = { id: 1, name: 'x', secret_note: 'y' };
    await expect(stage.write('insert', 'people', row, { ...merge, role: 'reader' })).rejects.toMatchObject({
      code: '42501',
      details: 'The role may not update the column "secret_note"',
    });
  });
});

describe('duplicates that are ignored', () => {
  it('stay out of what is given back', async () => {
    const rows = [
      { id: 2, name: 'No' },
      { id: 81, name: 'Yes' },
    ];
    const { json, rows: count } = await stage.write('insert', 'projects', rows, ignore);
    expect([json, count]).toEqual([[{ id: 81, name: 'Yes' }], 1]);
  });

  it('are those of any key where there is no primary one', async () => {
    expect((await stage.write('insert', 'loose', [{ a: 1 }, { a: 1 }], ignore)).rows).toBe(2);
  });
});

describe('columns without a unique key', () => {
  it('are refused with the keys that there are', async () => {
    await expect(stage.write('insert', 'stock?on_conflict=sku', { id: 1 }, merge)).rejects.toMatchObject({
      code: '42P10',
      hint: 'Its unique keys for on_conflict are (id), (sku, place).',
    });
    const loose = stage.write('insert', 'loose?on_conflict=a', { a: 1 }, merge);
    await expect(loose).rejects.toMatchObject({ code: '42P10', hint: null });
  });

  it('that are hidden or unknown are refused alike', async () => {
    for (const name of ['secret_note', 'nope']) {
      const as = { ...ignore, role: 'reader' } as const;
      await expect(stage.write('insert', `people?on_conflict=${name}`, { id: 5, name: 'x' }, as)).rejects.toMatchObject(
        {
          code: 'PGRST204',
          message: `Could not find the '${name}' column of 'people' in the schema cache`,
        },
      );
    }
  });
});

describe('PUT', () => {
  it('inserts and replaces the row of its key', async () => {
    const row = { film_id: 5, actor_id: 1, part: 'a' };
    const url = 'roles?film_id=eq.5&actor_id=eq.1';
    expect(await stage.write('put', url, row)).toMatchObject({ json: [row], inserted: 1 });
    expect(await stage.write('put', url, { ...row, part: 'b' })).toMatchObject({ json: [{ part: 'b' }], inserted: 0 });
  });

  it('judges keys by their type and not by their text', async () => {
    expect((await stage.write('put', 'projects?id=eq.0091', { id: 91.0, name: 'x' })).rows).toBe(1);
  });

  it.each([
    ['projects?id=eq.1', { id: 2, name: 'x' }, 'PGRST115'],
    ['projects?id=eq.1', { name: 'x' }, 'PGRST115'],
    ['projects?id=eq.1', [{ id: 1 }, { id: 2 }], 'PGRST102'],
    ['projects?id=eq.1&limit=1', { id: 1 }, 'PGRST114'],
    ['projects', { id: 1 }, 'PGRST105'],
    ['projects?id=in.(1)', { id: 1 }, 'PGRST105'],
    ['projects?id=not.eq.1', { id: 1 }, 'PGRST105'],
    ['projects?id=eq.1&id=eq.1', { id: 1 }, 'PGRST105'],
    ['projects?or=(id.eq.1)', { id: 1 }, 'PGRST105'],
    ['roles?film_id=eq.1', { film_id: 1 }, 'PGRST105'],
    ['loose?a=eq.1', { a: 1 }, 'PGRST105'],
  ])('refuses %s %j', async (url, body, code) => {
    await expect(stage.write('put', url, body)).rejects.toMatchObject({ code });
  });
});
