import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containing, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(`
    create table api.friendships (
      person_id int constraint friendships_person references api.actors,
      friend_id int constraint friendships_friend references api.actors,
      primary key (person_id, friend_id)
    );
    insert into api.friendships values (1, 2), (1, 3), (2, 3);
    create function api.first_film(directors api.directors) returns api.films stable language sql
      as $$ select f from api.films f where f.director_id = directors.id order by f.id limit 1 $$;
    grant select on api.friendships to {admin};`);
});
afterAll(() => stage[Symbol.asyncDispose]());

const body = async (url: string) => (await stage.read(url)).body;

describe('a relationship', () => {
  it.each([
    ['films?select=d:directors(name)&id=eq.1', [{ d: { name: 'Fritz Lang' } }]],
    ['films?select=d:director_id(name)&id=eq.1', [{ d: { name: 'Fritz Lang' } }]],
    ['films?select=d:films_director_id_fkey(name)&id=eq.1', [{ d: { name: 'Fritz Lang' } }]],
    ['films?select=d:directors!director_id(name)&id=eq.6', [{ d: null }]],
    ['directors?select=films!films_director_id_fkey(id)&id=eq.4', [{ films: [] }]],
    [
      'films?select=technical_specs(camera)&id=in.(2,3)&order=id',
      [{ technical_specs: { camera: 'VistaVision' } }, { technical_specs: null }],
    ],
    ['employees?select=manager_id(name)&id=eq.2', [{ manager_id: { name: 'Ada' } }]],
    ['employees?select=up:employees_manager_id_fkey(name)&id=eq.2', [{ up: { name: 'Ada' } }]],
    ['employees?select=employees!manager_id(name)&id=eq.2', [{ employees: [{ name: 'Di' }] }]],
    ['films?select=actors(name)&id=eq.3', [{ actors: [{ name: 'Anthony Perkins' }] }]],
    ['films?select=actors!roles(name)&id=eq.3', [{ actors: [{ name: 'Anthony Perkins' }] }]],
    ['actors?select=f:actors!friendships_friend(id)&id=eq.1&f.order=id', [{ f: [{ id: 2 }, { id: 3 }] }]],
    ['actors?select=f:actors!friend_id(id)&id=eq.3', [{ f: [] }]],
    ['directors?select=directed(title)&id=eq.1', [{ directed: [{ title: 'Metropolis' }] }]],
    ['directors?select=f:first_film(id)&id=in.(2,4)&order=id', [{ f: { id: 2 } }, { f: null }]],
    ['credits?select=films(title)&job=eq.director&film_id=eq.1', [{ films: { title: 'Metropolis' } }]],
  ])('is found: %s', async (url, expected) => {
    expect(await body(url)).toEqual(expected);
  });

  it('that is one of several lists the choices', () => {
    expect(() => stage.statement('orders?select=addresses(city)')).toThrow(
      expect.objectContaining({
        status: 300,
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'orders' and 'addresses'",
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'orders with addresses',
            relationship: 'orders_billing using orders(billing_address_id) and addresses(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'orders with addresses',
            relationship: 'orders_shipping using orders(shipping_address_id) and addresses(id)',
          },
        ],
        hint: containing("'addresses!orders_billing', 'addresses!orders_shipping'"),
      }),
    );
    for (const url of ['actors?select=actors(name)']) {
      expect(() => stage.statement(url)).toThrow(expect.objectContaining({ code: 'PGRST201' }));
    }
  });

  it('that does not exist is refused with the nearest name', () => {
    expect(() => stage.statement('films?select=director(name)')).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'PGRST200',
        hint: "Perhaps you meant 'directors' instead of 'director'.",
        message: "Could not find a relationship between 'films' and 'director' in the schema cache",
      }),
    );
    expect(() => stage.statement('films?select=directors!nope(name)')).toThrow(
      expect.objectContaining({ details: containing("using the hint 'nope'") }),
    );
  });
});

describe('what is asked of an embed', () => {
  it('changes only the embed', async () => {
    expect(
      await body('projects?select=id,tasks(id)&tasks.is_done=is.false&tasks.order=id.desc&tasks.limit=1&order=id'),
    ).toEqual([
      { id: 1, tasks: [{ id: 2 }] },
      { id: 2, tasks: [{ id: 4 }] },
      { id: 3, tasks: [] },
    ]);
  });

  it('works at any depth', async () => {
    const url =
      'directors?select=films(id,roles(actors(name)))&id=eq.2&films.order=id.desc&films.roles.actors.name=like.J*';
    expect(await body(url)).toEqual([
      {
        films: [
          { id: 3, roles: [{ actors: null }] },
          { id: 2, roles: [{ actors: { name: 'James Stewart' } }, { actors: null }] },
        ],
      },
    ]);
  });

  it('with a limit cuts each list and not their sum', async () => {
    expect(
      await body('directors?select=id,films(id,roles(part))&films.limit=1&films.order=id&id=in.(2,3)&order=id'),
    ).toEqual([
      { id: 2, films: [{ id: 2, roles: [{ part: 'Scottie' }, { part: 'Madeleine' }] }] },
      { id: 3, films: [{ id: 4, roles: [] }] },
    ]);
  });

  it('with !inner filters the rows around it, and their count', async () => {
    const { body, total } = await stage.read(
      'directors?select=id,films!inner(id,roles!inner(part))&films.roles.part=like.M*&order=id&limit=1',
      { options: { count: 'exact' } },
    );
    expect([body, total]).toEqual([[{ id: 1, films: [{ id: 1, roles: [{ part: 'Maria' }] }] }], 2]);
  });

  it('that leaves an empty page leaves no row to an inner join', async () => {
    expect(await body('films?select=id,roles!inner()&roles.limit=0')).toEqual([]);
    expect(await body('films?select=id,roles!inner()&roles.offset=1')).toEqual([{ id: 2 }]);
  });

  it('is.null and not.is.null keep the rows without and with it, also inside a tree', async () => {
    expect(await body('films?select=id,roles()&roles=is.null&order=id')).toEqual([{ id: 4 }, { id: 6 }]);
    expect(await body('films?select=id,r:roles(part)&r=not.is.null&r.part=eq.Kris')).toEqual([
      { id: 5, r: [{ part: 'Kris' }] },
    ]);
    expect(
      await body('films?select=id,directors(),roles()&or=(directors.is.null,and(roles.is.null,id.lt.9))&order=id'),
    ).toEqual([{ id: 4 }, { id: 6 }]);
    expect(() => stage.statement('films?select=directors()&directors=eq.1')).toThrow(
      expect.objectContaining({ code: 'PGRST120' }),
    );
  });
});

describe('spread', () => {
  it('lifts columns, casts and paths of one row, and null of none', async () => {
    expect(await body('roles?select=part,...films(t:title,year::text,details->>length)&actor_id=eq.1')).toEqual([
      { part: 'Maria', t: 'Metropolis', year: '1927', length: '153' },
    ]);
    expect(await body('films?select=id,...directors(name,films(id))&id=eq.6')).toEqual([
      { id: 6, name: null, films: null },
    ]);
  });

  it('makes a list per column of many rows, in their order', async () => {
    expect(
      await body('directors?select=name,...films(titles:title,years:year)&films.order=year.desc&id=in.(2,4)&order=id'),
    ).toEqual([
      { name: 'Alfred Hitchcock', titles: ['Psycho', 'Vertigo'], years: [1960, 1958] },
      { name: 'Nobody Yet', titles: [], years: [] },
    ]);
  });

  it('nests', async () => {
    expect(await body('actors?select=...roles(part,...films(...directors(name)))&id=eq.4')).toEqual([
      { part: ['Norman'], name: ['Alfred Hitchcock'] },
    ]);
  });
});

describe('order by an embed', () => {
  it('sorts before the page is cut', async () => {
    expect(await body('films?select=id,directors()&order=directors(name).desc.nullslast,id&limit=2&offset=2')).toEqual([
      { id: 5 },
      { id: 2 },
    ]);
    expect(await body('films?select=id,d:directors(name)&order=d(born).desc.nullslast,id&limit=1')).toEqual([
      { id: 4, d: { name: 'Andrei Tarkovsky' } },
    ]);
  });

  it('is refused for lists and for what is not embedded', () => {
    expect(() => stage.statement('films?select=roles()&order=roles(part)')).toThrow(
      expect.objectContaining({ code: 'PGRST118' }),
    );
    expect(() => stage.statement('films?order=directors(name)')).toThrow(expect.objectContaining({ code: 'PGRST108' }));
  });
});
