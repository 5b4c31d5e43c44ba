import { once } from 'node:events';
import { connect } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { having, openStage, type Stage } from './stage.ts';

const refused = (...parts: string[]) =>
  parts.map((part) => expect.objectContaining({ message: having(part) }) as unknown);

let stage: Stage;
let watcher: pg.Pool | undefined;
beforeAll(async () => {
  stage = await openStage({
    limits: { maxBodyBytes: 200_000, maxEmbedRows: 20, maxEmbedBytes: 20_000, maxEmbeddedRows: 10_000 },
    callerShare: { running: 2, waiting: 1 },
  });
  const reader = stage.database.role('reader');
  await stage.database.query(`
    create table api.shops (id int primary key, name text not null);
    create table api.goods (id int primary key, shop_id int references api.shops, label text not null);
    create index on api.goods (shop_id);
    insert into api.shops select n, 'shop ' || n from generate_series(1, 3) n;
    insert into api.goods select n, 1, 'x' from generate_series(1, 21) n;
    insert into api.goods select n, 2, repeat('x', 3000) from generate_series(101, 110) n;
    insert into api.goods select n, 3, 'x' from generate_series(201, 220) n;
    create table api.streets (id int primary key);
    create table api.houses (id int primary key, street_id int references api.streets);
    create table api.rooms (id int primary key, house_id int references api.houses);
    insert into api.streets select n from generate_series(1, 300) n;
    insert into api.houses select n, 1 + n % 300 from generate_series(1, 6000) n;
    insert into api.rooms select n, 1 + n % 6000 from generate_series(1, 30000) n;
    create index on api.houses (street_id);
    create index on api.rooms (house_id);
    create table api.lamps (id int primary key, street_id int references api.streets);
    create table api.bulbs (id int primary key, lamp_id int references api.lamps);
    insert into api.lamps select n, 1 + n % 300 from generate_series(1, 6000) n;
    insert into api.bulbs select n, null from generate_series(1, 30000) n;
    analyze api.streets, api.houses, api.rooms, api.lamps, api.bulbs;
    create function api.slowly(n int) returns text volatile language plpgsql as
      $$ begin perform pg_sleep(0.01); return repeat('x', 1000); end $$;
    create view api.trickle as select n as id, api.slowly(n) as body from generate_series(1, 20000) n;
    grant select on api.shops, api.goods, api.streets, api.houses, api.rooms, api.lamps, api.bulbs, api.trickle to ${reader};
  `);
});
afterAll(() => stage[Symbol.asyncDispose]());

const ask = async (url: string) => {
  const answer = await stage.ask('GET', `/data/${url}`);
  return { status: answer.status, body: answer.json(), headers: answer.headers };
};
/** Asked over a connection of its own: a transaction sees what ran when it first looked. */
const running = async (text: string) => {
  watcher ??= stage.database.pool({ max: 1 });
  const { rows } = await watcher.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and strpos(query, $1) > 0`,
    [text],
  );
  return rows[0]?.n;
};

describe('the rows of an embed', () => {
  it('are refused when they are too many for one row, and the refusal names embed and limit', async () => {
    const [tooMany] = refused("The embed 'goods' has more than the limit of 20 rows");
    expect(await ask('shops?select=id,goods(id)&id=eq.1')).toMatchObject({ status: 400, body: tooMany });
    expect(await ask('shops?select=id,all:goods(id)&id=eq.1')).toMatchObject({ status: 400, body: tooMany });
    expect(await ask('shops?select=id,...goods(label)&id=eq.1')).toMatchObject({ status: 400, body: tooMany });
    expect(await ask('shops?select=id,goods(id)&id=eq.3')).toMatchObject({ status: 200 });
    expect(await ask('shops?select=id,goods(id)&id=eq.1&goods.limit=5')).toMatchObject({ status: 200 });
  });

  it('are refused when they are too large for one row', async () => {
    const [tooLarge] = refused("The embed 'goods' is larger than the limit of 20000 bytes");
    expect(await ask('shops?select=id,goods(*)&id=eq.2')).toMatchObject({ status: 400, body: tooLarge });
    expect(await ask('shops?select=id,...goods(label)&id=eq.2')).toMatchObject({ status: 400, body: tooLarge });
    expect(await ask('shops?select=id,goods(id)&id=eq.2')).toMatchObject({ status: 200 });
    expect(await ask('goods?select=id,shops(name,goods(*))&id=eq.101')).toMatchObject({
      status: 400,
      body: expect.objectContaining({ message: having("'shops.goods'") }) as unknown,
    });
  });
});

describe('a select', () => {
  it.each([
    ['too many embeds of one kind', `shops?select=${[1, 2, 3, 4].map((n) => `a${n}:goods(id)`).join(',')}`, '4 times'],
    [
      'one column too often',
      `shops?select=${Array.from({ length: 11 }, (_, n) => `a${n}:name`).join(',')}`,
      '11 times',
    ],
    ['too many columns', `shops?select=${Array.from({ length: 501 }, () => 'id').join(',')}`, '500'],
    ['too long an order', `shops?order=${Array.from({ length: 31 }, () => 'id').join(',')}`, '30'],
  ])('with %s is refused', async (_, url, said) => {
    expect(await ask(url)).toMatchObject({ status: 400, body: refused(said)[0] });
  });

  it('whose embeds multiply each other is refused before it runs, unless the planner expects little', async () => {
    const wide = await ask('streets?select=id,houses(id,rooms(id))');
    expect(wide).toMatchObject({
      status: 400,
      body: {
        code: 'PGRST900',
        details: having('houses.rooms'),
        message: having('36000 embedded rows, more than the limit of 10000'),
      },
    });
    expect(await ask('streets?select=id,houses(id,rooms(id))&id=eq.1')).toMatchObject({ status: 200 });
    expect(await ask('streets?select=id,houses(id)')).toMatchObject({ status: 200 });
  });

  it('whose embeds look through whole tables for each row is refused before it runs', async () => {
    const costly = await ask('streets?select=id,lamps(id,bulbs(id))');
    expect(costly).toMatchObject({ status: 400, body: refused('the planner expects a cost of')[0] });
  });
});

describe('a statement', () => {
  it('ends as soon as its answer is larger than the limit', async () => {
    expect(await ask('trickle')).toMatchObject({ status: 400, body: refused('200000 bytes')[0] });
    await expect.poll(() => running('trickle')).toBe(0);
  });

  it('ends when its client leaves', async () => {
    const address = await stage.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /data/trickle?select=id&body=eq.y HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => running('trickle')).toBe(1);
    socket.destroy();
    await expect.poll(() => running('trickle')).toBe(0);
  });
});

describe('one caller', () => {
  it('waits in a line of their own, and is told when it is full', async () => {
    const { database } = stage;
    const slow = () => stage.ask('GET', '/data/places', { headers: { 'x-role': 'writer' } });
    // What the server knows of the role is then loaded.
    expect((await slow()).status).toBe(200);
    await database.query('begin; lock table api.places');
    try {
      const [first, second, third] = [slow(), slow(), slow()];
      await expect.poll(() => running('places')).toBe(2);
      const fourth = await slow();
      expect([fourth.status, fourth.headers['retry-after'], fourth.json()]).toEqual([
        429,
        '1',
        expect.objectContaining({ code: 'PGRST902', message: having('2 that run and 1 that wait') }),
      ]);
      expect((await ask('shops?id=eq.1')).status).toBe(200);
      await database.query('rollback');
      expect((await Promise.all([first, second, third])).map(({ status }) => status)).toEqual([200, 200, 200]);
    } finally {
      await database.query('rollback');
    }
  });
});
