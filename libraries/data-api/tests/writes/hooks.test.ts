import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WriteRequest } from '../../src/plan/write.ts';
import { openWrites, type Stage, type Write } from './stage.ts';

const EXTRA = `
create table api.notes (id bigint primary key, body text, secret text default 'hidden', tag text);
create table api.keyless (a int, b text);
create table api.owned (id int primary key, owner text, state text);
alter table api.owned enable row level security;
create policy seen on api.owned for select using (true);
create policy own on api.owned for update using (owner = 'me');
create policy own_gone on api.owned for delete using (owner = 'me');
insert into api.owned values (1, 'me', 'a'), (2, 'you', 'a');
create view api.notes_view as select id as number, body from api.notes;
insert into api.notes (id, body) values (1, 'a'), (2, 'b');
grant all on all tables in schema api to {admin};
grant all on api.owned to {writer};
grant select (id, body), insert (id, body), update (body), delete on api.notes to {reader};
grant insert, update, delete on api.notes to {anonymous};
`;

let stage: Stage;
beforeAll(async () => {
  stage = await openWrites(EXTRA);
});
afterAll(() => stage[Symbol.asyncDispose]());

const nothing = () => Promise.resolve();

/** What a hook was told. */
async function changeOf(operation: WriteRequest['operation'], url: string, body?: unknown, write?: Write) {
  let told: unknown;
  const hook = async (change: unknown) => {
    told = change;
  };
  const { written } = await stage.hooked(operation, url, body, hook, write);
  return { told, written };
}

describe('a change', () => {
  it('has the rows before and after, every column that the caller may read', async () => {
    const insert = await changeOf('insert', 'notes?select=id', { id: 10, body: 'x' }, { role: 'reader' });
    expect(insert.told).toEqual({ before: [], after: [{ id: 10, body: 'x' }] });
    const update = await changeOf('update', 'notes?id=in.(1,2)', { body: 'y' }, { role: 'reader' });
    expect(update.told).toEqual({
      before: [
        { id: 1, body: 'a' },
        { id: 2, body: 'b' },
      ],
      after: [
        { id: 1, body: 'y' },
        { id: 2, body: 'y' },
      ],
    });
    expect(update.written.rows).toBe(2);
    const gone = await changeOf('delete', 'notes?id=eq.10', undefined, { role: 'reader' });
    expect(gone.told).toEqual({ before: [{ id: 10, body: 'x' }], after: [] });
  });

  it('of nothing is empty', async () => {
    expect((await changeOf('update', 'notes?id=eq.1', {})).told).toEqual({ before: [], after: [] });
    expect((await changeOf('insert', 'notes', [])).told).toEqual({ before: [], after: [] });
  });

  it('has rows without columns where none may be read', async () => {
    const { told } = await changeOf('insert', 'notes', { id: 11, body: 'x' }, { role: 'anonymous', prefer: {} });
    expect(told).toEqual({ before: [], after: [{}] });
  });

  it('works through views and without a primary key', async () => {
    const view = await changeOf('update', 'notes_view?number=eq.1', { body: 'v' });
    expect(view.told).toEqual({ before: [{ number: 1, body: 'y' }], after: [{ number: 1, body: 'v' }] });
    expect((await changeOf('insert', 'keyless', { a: 1, b: 'x' })).told).toMatchObject({ after: [{ a: 1, b: 'x' }] });
  });

  it('has no rows that the row rules keep from the write', async () => {
    const writer = { role: 'writer' } as const;
    const update = await changeOf('update', 'owned?id=gt.0&select=id', { state: 'b' }, writer);
    expect(update.told).toMatchObject({ before: [{ id: 1, state: 'a' }], after: [{ id: 1, state: 'b' }] });
    const gone = await changeOf('delete', 'owned?id=gt.0&select=id', undefined, writer);
    expect(gone.told).toMatchObject({ before: [{ id: 1, state: 'b' }], after: [] });
  });

  it('has the rows as they were when the write came to them', async () => {
    const other = await stage.reads.database.pool({ max: 1 }).connect();
    try {
      await other.query(`begin; set local role ${stage.reads.database.role('admin')}`);
      await other.query("update api.notes set body = 'theirs' where id = 2");
      const ours = changeOf('update', 'notes?id=eq.2&select=id', { tag: 'ours' });
      const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      await expect.poll(() => stage.rows(waiting)).toHaveLength(1);
      await other.query('commit');
      expect((await ours).told).toMatchObject({
        before: [{ body: 'theirs', tag: null }],
        after: [{ body: 'theirs', tag: 'ours' }],
      });
    } finally {
      other.release(true);
    }
  });

  it('of a PUT has the row that was replaced', async () => {
    const url = 'notes?id=eq.40&select=id';
    expect((await changeOf('put', url, { id: 40, body: 'x' })).told).toMatchObject({ before: [], after: [{ id: 40 }] });
    const again = await changeOf('put', url, { id: 40, body: 'y' });
    expect(again.told).toMatchObject({ before: [{ body: 'x' }], after: [{ body: 'y' }] });
  });

  it('counts, and tells the key and what is new', async () => {
    const key = { prefer: { return: 'headers-only' } } as const;
    expect((await changeOf('insert', 'notes', { id: 12 }, key)).written).toMatchObject({ key: '{"id" : 12}', rows: 1 });
    const merge = { prefer: { resolution: 'merge-duplicates' } } as const;
    const rows = [{ id: 12 }, { id: 13 }];
    expect((await changeOf('insert', 'notes', rows, merge)).written).toMatchObject({ rows: 2, inserted: 1 });
  });

  it('is refused when what is asked for cannot be shown', async () => {
    const asked = stage.hooked('insert', 'notes?select=secret', { id: 14 }, nothing, { role: 'reader' });
    await expect(asked).rejects.toMatchObject({ code: '42703' });
    expect(await stage.rows('select 1 from api.notes where id = 14')).toEqual([]);
  });
});

describe('the representation after a hook', () => {
  it('has what the hook changed, in the order of the change', async () => {
    const rows = [{ id: 23 }, { id: 21 }, { id: 9007199254740993n }].map(({ id }) => `{"id": ${id}, "body": "x"}`);
    const { shown } = await stage.hooked('insert', 'notes?select=id,tag', `[${rows.join(',')}]`, () =>
      stage.rows("update api.notes set tag = 'mended ' || id where id > 20"),
    );
    expect(shown?.body?.replaceAll(/\s/g, '')).toBe(
      '[{"id":23,"tag":"mended23"},{"id":21,"tag":"mended21"},{"id":9007199254740993,"tag":"mended9007199254740993"}]',
    );
  });

  it('obeys order, formats and embeds', async () => {
    const films = [
      { id: 801, title: 'A', director_id: 1 },
      { id: 802, title: 'B', director_id: 2 },
    ];
    const url = 'films?select=title,directors(name)&order=title.desc';
    const { shown } = await stage.hooked('insert', url, films, nothing);
    expect(shown?.json).toEqual([
      { title: 'B', directors: { name: 'Alfred Hitchcock' } },
      { title: 'A', directors: { name: 'Fritz Lang' } },
    ]);
    const csv = await stage.hooked('update', 'films?id=eq.801&select=title', { year: 1 }, nothing, { format: 'csv' });
    expect(csv.shown?.body?.trimEnd()).toBe('title\nA');
    const one = await stage.hooked('update', 'films?id=eq.801&select=title', { year: 2 }, nothing, {
      format: 'object',
    });
    expect([one.shown?.json, one.shown?.rows]).toEqual([{ title: 'A' }, 1]);
  });

  it('is as captured for deleted rows, embeds included', async () => {
    const url = 'films?id=in.(801,802)&select=full_title,directors(name)&order=id';
    const { shown } = await stage.hooked('delete', url, undefined, nothing);
    expect(shown?.json).toEqual([
      { full_title: 'A (2)', directors: { name: 'Fritz Lang' } },
      { full_title: 'B', directors: { name: 'Alfred Hitchcock' } },
    ]);
  });

  it('is as captured where there is no primary key, and lacks rows that the hook deleted', async () => {
    const { shown } = await stage.hooked('insert', 'keyless', { a: 2, b: 'x' }, () =>
      stage.rows("update api.keyless set b = 'y' where a = 2"),
    );
    expect(shown?.json).toEqual([{ a: 2, b: 'x' }]);
    const gone = await stage.hooked('insert', 'notes', { id: 60 }, () =>
      stage.rows('delete from api.notes where id = 60'),
    );
    expect(gone.shown?.json).toEqual([]);
  });
});
