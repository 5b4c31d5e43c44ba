import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../src/schema/load.ts';
import type { Relation, Relationship, Schema } from '../../src/schema/model.ts';
import { createDatabase, type OwnDatabase } from '../database.ts';
import { FIXTURE } from './fixture.ts';

let database: OwnDatabase;
let schema: Schema;

beforeAll(async () => {
  database = await createDatabase([]);
  await database.query(FIXTURE);
  await database.query(`
    create table api.notes (
      id integer primary key, person_id integer unique references base.people, reviewer integer references base.people);
    create table api.places (country text, city text, primary key (country, city));
    create table api.visits (id integer primary key, country text, city text, foreign key (country, city) references api.places);
    create table api.follows (
      follower integer references base.people, followed integer references base.people, primary key (follower, followed));
    create table api.tagged (id integer primary key, team_id integer references base.teams, person_id integer references base.people);
    create view api.check_people as
      select c.id, c.created_by, p.name from base.checks c left join base.people p on p.id = c.created_by;
    create view api.check_pairs as
      select c.id, c.created_by, other.id as other_id from base.checks c join base.checks other on other.team_id = c.team_id;
    create view api.check_counts as
      with counted as (select check_id, count(*) as runs from base.runs group by check_id)
      select c.id, c.team_id, counted.runs, last.part,
        (select max(name) from base.people where id = c.created_by) as "a (b) {c} \\\\ d"
      from base.checks c left join counted on counted.check_id = c.id
      left join lateral (select part from base.runs r where r.check_id = c.id order by id desc limit 1) last on true;
    create view api.everyone as
      select id as person_id, null::integer as team_id from base.people union all select person_id, team_id from base.memberships;
    create view api.twice as select id, created_by, created_by as author from base.checks;
    create view api.visit_places as select v.id, p.country, p.city from api.visits v join api.places p using (country, city);
    create view api.profile_notes as select f.person_id, f.bio, n.id from base.profiles f join api.notes n on n.reviewer = f.person_id;
    create materialized view api.team_names as select id, name from base.teams;
    create function api.creator(api.checks) returns setof api.people rows 1 stable language sql
      as 'select * from api.people where id = $1.created_by';
    create function api.everyone_of(api.teams) returns setof api.people stable language sql as 'select * from api.people';
    create function api.parent(api.teams) returns api.teams stable language sql as 'select $1';
  `);
  schema = await loadSchema(database.pool(), {
    schemas: ['api'],
    version: 1,
    declared: [{ name: 'everyone_team', from: 'everyone', to: 'api.teams', columns: [['team_id', 'id']] }],
  });
});
afterAll(() => database[Symbol.asyncDispose]());

function relation(name: string): Relation {
  const found = schema.relation('api', name);
  if (!found) throw new Error(`no relation ${name}`);
  return found;
}

function between(from: string, to: string): readonly Relationship[] {
  return schema.relationshipsFrom(relation(from)).filter((each) => each.to === relation(to));
}

const short = ({ name, cardinality, isToOne, holdsKey, columns }: Relationship) => ({
  name,
  cardinality,
  isToOne,
  holdsKey,
  columns,
});

describe('relationships of views over tables that are not exposed', () => {
  it('lead to one row from the side that holds the key, under renamed columns', () => {
    expect(
      between('checks', 'teams')
        .filter((each) => each.cardinality !== 'computed')
        .map(short),
    ).toEqual([
      { name: 'checks_team', cardinality: 'many-to-one', isToOne: true, holdsKey: true, columns: [['group_id', 'id']] },
    ]);
  });

  it('lead back to many rows', () => {
    expect(between('teams', 'checks').map(short)).toEqual([
      {
        name: 'checks_team',
        cardinality: 'one-to-many',
        isToOne: false,
        holdsKey: false,
        columns: [['id', 'group_id']],
      },
    ]);
  });

  it('are told apart by the constraint when there are several', () => {
    const names = between('checks', 'people').map((each) => each.name);
    expect(names).toEqual(['checks_creator', 'checks_updater', 'creator']);
  });

  it('are one-to-one in both directions when the key is unique', () => {
    expect(between('profiles', 'people').map(short)).toEqual([
      {
        name: 'profiles_person_id_fkey',
        cardinality: 'one-to-one',
        isToOne: true,
        holdsKey: true,
        columns: [['person_id', 'id']],
      },
    ]);
    expect(between('people', 'profiles').map(short)).toEqual([
      {
        name: 'profiles_person_id_fkey',
        cardinality: 'one-to-one',
        isToOne: true,
        holdsKey: false,
        columns: [['id', 'person_id']],
      },
    ]);
  });

  it('lead from a relation to itself in both directions', () => {
    expect(between('teams', 'teams').map((each) => [each.name, each.cardinality, each.holdsKey])).toEqual([
      ['teams_parent_id_fkey', 'many-to-one', true],
      ['teams_parent_id_fkey', 'one-to-many', false],
      ['parent', 'computed', false],
    ]);
  });

  it('follow views on views', () => {
    expect(between('live_checks', 'teams').map(short)).toEqual([
      { name: 'checks_team', cardinality: 'many-to-one', isToOne: true, holdsKey: true, columns: [['group_id', 'id']] },
    ]);
  });

  it('lead to a table of another kind: materialized views and exposed tables', () => {
    expect(between('checks', 'team_names').map((each) => each.name)).toEqual(['checks_team']);
    expect(between('notes', 'people').map((each) => each.cardinality)).toEqual(['one-to-one', 'many-to-one']);
  });

  it('start at a partitioned table once', () => {
    expect(between('runs', 'checks').map((each) => each.name)).toEqual(['runs_check_id_fkey']);
    expect(between('checks', 'runs').map((each) => each.cardinality)).toEqual(['one-to-many']);
  });

  it('come once for each name under which a view shows the key', () => {
    expect(between('twice', 'people').map((each) => each.columns)).toEqual([
      [['created_by', 'id']],
      [['author', 'id']],
    ]);
  });

  it('pair all columns of a key', () => {
    expect(between('visits', 'places').map((each) => each.columns)).toEqual([
      [
        ['country', 'country'],
        ['city', 'city'],
      ],
    ]);
  });
});

describe('many-to-many relationships', () => {
  it('pass through a junction whose primary key has both foreign keys', () => {
    const [found, ...others] = between('teams', 'people').filter((each) => each.cardinality === 'many-to-many');
    expect(others).toEqual([]);
    expect(found?.name).toBe('memberships_team_id_fkey and memberships_person_id_fkey');
    expect(found?.junction).toEqual({
      relation: relation('memberships'),
      constraints: ['memberships_team_id_fkey', 'memberships_person_id_fkey'],
      from: [['id', 'team_id']],
      to: [['person_id', 'id']],
    });
  });

  it('do not pass through a table whose primary key lacks them', () => {
    const junctions = between('teams', 'people').map((each) => each.junction?.relation.name);
    expect(junctions).not.toContain('tagged');
  });

  it('lead from a relation to itself both ways', () => {
    const names = between('people', 'people').flatMap((each) => (each.junction ? [each.junction.constraints] : []));
    expect(names).toEqual([
      ['follows_followed_fkey', 'follows_follower_fkey'],
      ['follows_follower_fkey', 'follows_followed_fkey'],
    ]);
  });
});

describe('relationships of views with joins', () => {
  it('keep the key of the table whose rows a lookup cannot repeat', () => {
    expect(relation('check_people').primaryKey).toEqual(['id']);
    expect(relation('check_people').uniqueKeys.map((key) => key.name)).toEqual(['checks_pkey']);
    expect(between('check_people', 'people').map((each) => each.name)).toEqual(['checks_creator']);
  });

  it('keep it through grouped common tables, lateral lookups and subselects', () => {
    expect(relation('check_counts').uniqueKeys.map((key) => key.columns)).toEqual([['id']]);
    expect([...relation('check_counts').columns.keys()]).toContain('a (b) {c} \\\\ d');
    expect(between('check_counts', 'teams').map((each) => each.name)).toEqual(['checks_team']);
  });

  it('name rows by the first table where its rows may repeat, without calling that key unique', () => {
    expect(relation('check_pairs').primaryKey).toEqual(['id']);
    expect(relation('check_pairs').uniqueKeys).toEqual([]);
  });

  it('are not one-to-one when the join may repeat the row', () => {
    expect(between('people', 'profile_notes').map((each) => [each.name, each.cardinality])).toContainEqual([
      'profiles_person_id_fkey',
      'one-to-many',
    ]);
  });

  it('know the columns that a join merges', () => {
    expect(relation('visit_places').primaryKey).toEqual(['id']);
  });
});

describe('relationships that no foreign key tells', () => {
  it('are declared for a union, and then lead both ways', () => {
    expect(schema.relationshipsFrom(relation('everyone')).map(short)).toEqual([
      {
        name: 'everyone_team',
        cardinality: 'many-to-one',
        isToOne: true,
        holdsKey: true,
        columns: [['team_id', 'id']],
      },
    ]);
    expect(between('teams', 'everyone').map(short)).toEqual([
      {
        name: 'everyone_team',
        cardinality: 'one-to-many',
        isToOne: false,
        holdsKey: false,
        columns: [['id', 'team_id']],
      },
    ]);
    expect(relation('everyone').primaryKey).toEqual([]);
  });

  it('are refused when a declaration names what does not exist', async () => {
    const load = (to: string, column: string) =>
      loadSchema(database.pool(), {
        schemas: ['api'],
        version: 1,
        declared: [{ name: 'wrong', from: 'everyone', to, columns: [[column, 'id']] }],
      });
    await expect(load('nowhere', 'team_id')).rejects.toThrow('relationship wrong names an unknown relation nowhere');
    await expect(load('teams', 'nothing')).rejects.toThrow(
      'relationship wrong names an unknown column nothing of everyone',
    );
  });

  it('are computed by functions that take the row', () => {
    const computed = (from: string) =>
      schema
        .relationshipsFrom(relation(from))
        .filter((each) => each.cardinality === 'computed')
        .map((each) => [each.name, each.to.name, each.isToOne, each.function?.sql]);
    expect(computed('checks')).toEqual([['creator', 'people', true, '"api"."creator"']]);
    expect(computed('teams')).toEqual([
      ['everyone_of', 'people', false, '"api"."everyone_of"'],
      ['parent', 'teams', true, '"api"."parent"'],
    ]);
  });
});
