import { describe, expect, it, onTestFinished } from 'vitest';
import { createSchemaCache, type SchemaCacheOptions } from '../../src/schema/cache.ts';
import { createDatabase } from '../database.ts';
import { FIXTURE } from './fixture.ts';

async function start(options: Partial<SchemaCacheOptions> = {}) {
  const database = await createDatabase(['reader']);
  await database.query(
    `${FIXTURE}; create type api.pair as (first integer); grant usage on schema api to ${database.role('reader')}`,
  );
  const pool = database.pool();
  const cache = createSchemaCache(pool, { schemas: ['api'], poll: 20, ...options });
  onTestFinished(async () => {
    cache.close();
    await database[Symbol.asyncDispose]();
  });
  return { database, pool, cache };
}

describe('the schema cache', () => {
  it('loads once for callers at the same time', async () => {
    const { cache } = await start();
    const [one, other] = await Promise.all([cache.current(), cache.current()]);
    expect(one).toBe(other);
    expect(one.version).toBe(1);
  });

  it('keeps the same schema while nothing changes', async () => {
    const { cache, database } = await start({ poll: 60_000 });
    const before = await cache.current();
    await database.query("insert into base.people (id, name) values (1, 'Ann')");
    await database.query('analyze base.people');
    await database.query("comment on view api.people is 'Persons'");
    expect(await cache.refresh()).toBe(false);
    expect(await cache.current()).toBe(before);
  });

  it.each([
    [
      'a new column',
      'alter table base.people add born_in text; create or replace view api.people as select * from base.people',
    ],
    [
      'a replaced view',
      'create or replace view api.profiles as select person_id, upper(bio) as bio from base.profiles',
    ],
    ['a new table', 'create table api.fresh (id integer)'],
    ['a dropped view', 'drop view api.live_checks'],
    ['a new function', "create function api.one() returns integer language sql as 'select 1'"],
    ['a new enum label', "alter type api.mood add value 'odd'"],
    [
      'a new foreign key of a table behind a view',
      'alter table base.runs add foreign key (part) references base.people',
    ],
    ['a new unique index of a table behind a view', 'create unique index people_name on base.people (name)'],
    ['a changed composite type', 'alter type api.pair add attribute third integer'],
    ['a changed default', 'alter table base.people alter born set default current_date'],
  ])('notices %s by itself', async (_, change) => {
    const { cache, database } = await start();
    const before = await cache.current();
    await database.query(change);
    await expect.poll(async () => (await cache.current()).version).toBeGreaterThan(before.version);
  });

  it('notices grants on tables and columns, and asks anew what a role may do', async () => {
    const { cache, database } = await start();
    const role = database.role('reader');
    const may = async () => {
      const people = (await cache.current()).relation('api', 'people');
      const access = await cache.access(role);
      return people && [access.may('delete', people), access.mayColumn('select', people, 'name')];
    };
    expect(await may()).toEqual([false, false]);
    await database.query(`grant delete on api.people to ${role}`);
    await expect.poll(may).toEqual([true, false]);
    await database.query(`grant select (name) on api.people to ${role}`);
    await expect.poll(may).toEqual([true, true]);
    await database.query(`revoke select (name), delete on api.people from ${role}`);
    await expect.poll(may).toEqual([false, false]);
  });

  it('looks when asked to, and shares one look in each pause', async () => {
    const { cache, database } = await start({ poll: 60_000, pause: 60_000 });
    const before = await cache.current();
    await database.query('create table api.fresh (id integer)');
    expect(await Promise.all([cache.refresh(), cache.refresh()])).toEqual([true, true]);
    const after = await cache.current();
    expect(after.version).toBe(before.version + 1);
    await database.query('create table api.fresher (id integer)');
    await cache.refresh();
    expect((await cache.current()).version).toBe(after.version);
  });

  it('looks again after a pause', async () => {
    const { cache, database } = await start({ poll: 60_000, pause: 20 });
    await cache.current();
    await cache.refresh();
    await database.query('create table api.fresher (id integer)');
    const fresher = async () => {
      await cache.refresh();
      return (await cache.current()).relation('api', 'fresher')?.name;
    };
    await expect.poll(fresher).toBe('fresher');
  });

  it('keeps the schema when a load fails, says so, and tries again', async () => {
    const errors: unknown[] = [];
    const { cache, database } = await start({
      declared: [{ name: 'way', from: 'live_checks', to: 'teams', columns: [['group_id', 'id']] }],
      onError: (error) => errors.push(error),
    });
    const before = await cache.current();
    await database.query('drop view api.live_checks');
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(String(errors[0])).toContain('unknown relation live_checks');
    expect(await cache.current()).toBe(before);
    await database.query('create view api.live_checks as select 1 as group_id');
    await expect.poll(async () => (await cache.current()).version).toBe(before.version + 1);
  });

  it('fails the callers of a first load that fails, and loads for the next', async () => {
    const { cache, database } = await start({
      declared: [{ name: 'way', from: 'later', to: 'teams', columns: [['team_id', 'id']] }],
    });
    await expect(cache.current()).rejects.toThrow('unknown relation later');
    await database.query('create table api.later (team_id integer)');
    expect((await cache.current()).relation('api', 'later')?.name).toBe('later');
  });

  it('does not remember that a role was missing', async () => {
    const { cache, database } = await start();
    await expect(cache.access('nobody_at_all')).rejects.toMatchObject({ code: '42704' });
    expect((await cache.access(database.role('reader'))).role).toBe(database.role('reader'));
  });
});
