import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { anything, refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

async function read(url: string): Promise<unknown> {
  const { status, body } = await api.get(url);
  expect([status, body]).toEqual([200, anything]);
  return body;
}

describe('inside an embed', () => {
  it('filters, orders, limits and skips', async () => {
    expect(await read('/projects?select=id,tasks(id)&tasks.is_done=is.true&order=id')).toEqual([
      { id: 1, tasks: [{ id: 1 }] },
      { id: 2, tasks: [{ id: 5 }] },
      { id: 3, tasks: [] },
    ]);
    expect(
      await read('/projects?select=id,tasks(id)&id=eq.1&tasks.order=priority.desc&tasks.limit=1&tasks.offset=1'),
    ).toEqual([{ id: 1, tasks: [{ id: 2 }] }]);
  });

  it('takes trees, by name or by alias', async () => {
    expect(await read('/projects?select=id,tasks(id)&id=eq.1&tasks.or=(id.eq.1,id.eq.3)&tasks.order=id')).toEqual([
      { id: 1, tasks: [{ id: 1 }, { id: 3 }] },
    ]);
    expect(await read('/projects?select=id,todo:tasks(id)&id=eq.1&todo.not.and=(id.gte.1,id.lte.2)')).toEqual([
      { id: 1, todo: [{ id: 3 }] },
    ]);
  });

  it('reaches deeper levels', async () => {
    const url = '/directors?select=id,films(id,roles(part))&id=eq.2&films.order=id&films.roles.part=like.Sc*';
    expect(await read(url)).toEqual([
      {
        id: 2,
        films: [
          { id: 2, roles: [{ part: 'Scottie' }] },
          { id: 3, roles: [] },
        ],
      },
    ]);
  });

  it.each([
    ['projects?select=id&tasks.id=eq.1', 'PGRST108', 'tasks'],
    ['projects?select=id,tasks(id)&tasks.nope=eq.1', '42703', 'tasks.nope'],
    ['projects?select=id,tasks(id)&tasks.limit=many', 'PGRST100', 'tasks.limit'],
    ['projects?select=id,tasks(id)&tasks.order=nope', '42703', 'tasks.nope'],
    ['directors?select=id,films(id)&films.roles.part=eq.x', 'PGRST108', 'roles'],
  ])('refuses %s', async (url, code, message) => {
    const { status, body } = await api.get(`/${url}`);
    expect([status, body]).toEqual([400, refusal(code, message)]);
  });
});

describe('joins', () => {
  it('!inner keeps only rows that have a match', async () => {
    expect(await read('/films?select=id,directors!inner(name)&directors.name=like.Andrei*&order=id')).toEqual([
      { id: 4, directors: { name: 'Andrei Tarkovsky' } },
      { id: 5, directors: { name: 'Andrei Tarkovsky' } },
    ]);
    expect(await read('/directors?select=id,films!inner()&order=id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(await read('/films?select=id,actors!inner()&actors.name=eq.Kim Novak')).toEqual([{ id: 2 }]);
  });

  it('!left is what happens without a word', async () => {
    expect(await read('/films?select=id,directors!left(name)&id=eq.6')).toEqual([{ id: 6, directors: null }]);
  });

  it('!inner inside !inner narrows all levels', async () => {
    const url = '/directors?select=id,films!inner(id,roles!inner(part))&films.roles.part=eq.Norman';
    expect(await read(url)).toEqual([{ id: 2, films: [{ id: 3, roles: [{ part: 'Norman' }] }] }]);
  });

  it('is.null on an embed is an anti join', async () => {
    expect(await read('/films?select=id,directors()&directors=is.null')).toEqual([{ id: 6 }]);
    expect(await read('/films?select=id,roles(*)&roles=is.null&order=id')).toEqual([
      { id: 4, roles: [] },
      { id: 6, roles: [] },
    ]);
  });

  it('not.is.null is a semi join, also in a tree', async () => {
    expect(await read('/films?select=id,technical_specs()&technical_specs=not.is.null&order=id')).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    expect(await read('/films?select=id,directors(),roles()&or=(directors.is.null,roles.is.null)&order=id')).toEqual([
      { id: 4 },
      { id: 6 },
    ]);
  });

  it('a column beside an embed with an alias keeps its name', async () => {
    const url = '/employees?select=id,boss:manager_id(id)&boss.id=gt.1000&order=id';
    const ids = async (filter: string) => (await api.get(`${url}&${filter}`)).body;
    const { rows } = await api.database.query('select id from api.employees where manager_id is null order by id');
    expect(await ids('manager_id=is.null')).toEqual(rows.map((row) => ({ ...row, boss: null })));
  });

  it('refuses another operator on an embed', async () => {
    const { status, body } = await api.get('/films?select=id,directors()&directors=eq.1');
    expect([status, body]).toEqual([400, refusal('PGRST120', 'directors')]);
  });
});

describe('spread', () => {
  it('lifts columns of one row', async () => {
    expect(await read('/films?select=id,...directors(director:name)&id=in.(1,6)&order=id')).toEqual([
      { id: 1, director: 'Fritz Lang' },
      { id: 6, director: null },
    ]);
  });

  it('lifts through several levels', async () => {
    expect(await read('/roles?select=part,...films(title,...directors(name))&film_id=eq.3')).toEqual([
      { part: 'Norman', title: 'Psycho', name: 'Alfred Hitchcock' },
    ]);
  });

  it('lifts embeds inside of it', async () => {
    expect(await read('/roles?select=part,...films(directors(name))&film_id=eq.3')).toEqual([
      { part: 'Norman', directors: { name: 'Alfred Hitchcock' } },
    ]);
  });

  it('makes lists of many rows', async () => {
    expect(await read('/films?select=id,...roles(part,actor_id)&id=in.(2,4)&roles.order=actor_id&order=id')).toEqual([
      { id: 2, part: ['Scottie', 'Madeleine'], actor_id: [2, 3] },
      { id: 4, part: [], actor_id: [] },
    ]);
  });

  it('refuses what is not related', async () => {
    const { status, body } = await api.get('/films?select=id,...addresses(city)');
    expect([status, body]).toEqual([400, refusal('PGRST200', "'films' and 'addresses'")]);
  });
});

describe('after a write', () => {
  it('the representation embeds too', async () => {
    const { status, body } = await api.post(
      '/films?select=title,directors(name)',
      { title: 'Nosferatu', director_id: 4 },
      { prefer: 'return=representation,tx=rollback' },
    );
    expect([status, body]).toEqual([201, [{ title: 'Nosferatu', directors: { name: 'Nobody Yet' } }]]);
    const patched = await api.ask('PATCH', '/films?id=eq.1&select=id,roles(part),...directors(name)', {
      prefer: 'return=representation,tx=rollback',
      body: { director_id: 2 },
    });
    expect(patched.body).toEqual([{ id: 1, roles: [{ part: 'Maria' }], name: 'Alfred Hitchcock' }]);
  });
});
