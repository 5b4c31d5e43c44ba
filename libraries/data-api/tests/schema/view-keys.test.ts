import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../src/schema/load.ts';
import type { Schema } from '../../src/schema/model.ts';
import { createDatabase, type OwnDatabase } from '../database.ts';

/** Views by what they are, and whether the rows of `a` can be shown to stand in them once. */
const VIEWS: readonly (readonly [name: string, query: string, isOnce: boolean])[] = [
  ['plain', 'select * from base.a', true],
  ['lookup', 'select a.id, b.name from base.a left join base.b on b.id = a.b_id', true],
  ['inner_lookup', 'select a.id, b.name from base.b join base.a on a.b_id = b.id', true],
  ['comma_lookup', 'select a.id, b.name from base.a, base.b where a.b_id = b.id', true],
  ['text_lookup', 'select a.id, b.id as b from base.a join base.b on b.code = a.code', true],
  [
    'two_lookups',
    'select a.id from base.a left join base.b x on x.id = a.b_id left join base.b y on y.id = x.other',
    true,
  ],
  [
    'nested_lookup',
    'select a.id from base.a left join (base.b x join base.b y on y.id = x.other) on x.id = a.b_id',
    true,
  ],
  ['constant_lookup', 'select a.id from base.a left join base.b on b.id = 1', true],
  [
    'counted',
    'select a.id, n from base.a left join (select b_id, count(*) n from base.a group by b_id) c on c.b_id = a.b_id',
    true,
  ],
  ['first', 'select a.id from base.a cross join lateral (select 1 from base.b limit 1) c', true],
  [
    'aggregate',
    'select a.id, c.n from base.a cross join lateral (select count(*) n from base.b where b.id > a.id) c',
    true,
  ],
  ['grouped', 'select a.id, count(*) from base.a join base.b on b.id = a.b_id group by a.id', true],
  ['distinct_rows', 'select distinct id, b_id from base.a', true],
  ['wrapped', 'with w as (select * from base.a where b_id > 2) select id from (select * from w) v', true],
  ['over_view', 'select p.id, q.name from api.plain p join api.lookup q on q.id = p.id', true],
  ['with_row_number', 'select id, row_number() over (order by b_id) from base.a', true],
  ['many', 'select a.id, b.id as b from base.a join base.b on b.other = a.b_id', false],
  ['crossed', 'select a.id from base.a, base.b', false],
  ['either', 'select a.id from base.a join base.b on b.id = a.b_id or b.id = 1', false],
  ['not_equal', 'select a.id from base.a join base.b on b.id <> a.b_id', false],
  ['own_column', 'select a.id from base.a join base.b on b.id = b.other', false],
  ['partial_key', 'select a.id from base.a join base.b on b.part = a.b_id', false],
  ['cast', 'select a.id from base.a join base.b on b.id::text = a.code', false],
  ['half_key', 'select a.id from base.a join base.c on c.one = a.b_id', false],
  ['inherited', 'select a.id from base.a join base.p on p.id = a.b_id', false],
  [
    'ties',
    'select a.id from base.a cross join (select 1 from base.b order by part fetch first 1 row with ties) c',
    false,
  ],
  ['two_rows', 'select a.id from base.a cross join (select 1 from base.b limit 2) c', false],
  ['expanded', 'select id, generate_series(1, 2) from base.a', false],
  ['function_rows', 'select a.id, g from base.a, generate_series(1, 2) g', false],
  ['cube', 'select id, b_id, count(*) from base.a group by cube (id, b_id)', false],
  ['united', 'select id from base.a union all select id from base.b', false],
  ['full_join', 'select a.id from base.a full join base.b on b.id = a.b_id', false],
  ['other_side', 'select a.id from base.b left join base.a on a.b_id = b.id', false],
  ['computed_id', 'select id + 0 as id from base.a', false],
  ['subselect_id', 'select (select a.id from base.a limit 1) as id from base.b', false],
];

let database: OwnDatabase;
let schema: Schema;

beforeAll(async () => {
  database = await createDatabase([]);
  await database.query(`
    create schema api;
    create schema base;
    create table base.b (id integer primary key, other integer, part integer, name text, code varchar(10) unique);
    create unique index b_part on base.b (part) where id < 3;
    create table base.c (one integer, two integer, primary key (one, two));
    create table base.a (id integer primary key, b_id integer references base.b, code varchar(10));
    create table base.p (id integer primary key);
    create table base.p_child () inherits (base.p);
    insert into base.p_child values (1), (1);
    insert into base.b select n, (n + 1) % 5 + 1, case when n < 3 then n else 1 end, 'b' || n, n from generate_series(1, 10) n;
    insert into base.c select one, two from generate_series(1, 3) one, generate_series(1, 3) two;
    insert into base.a select n, nullif(n % 10, 0), n % 4 from generate_series(1, 30) n;
    ${VIEWS.map(([name, query]) => `create view api.${name} as ${query};`).join('')}
  `);
  schema = await loadSchema(database.pool(), { schemas: ['api'], version: 1 });
});
afterAll(() => database[Symbol.asyncDispose]());

describe('unique keys of views', () => {
  it.each(VIEWS)('hold where they are told: %s', async (name, _, isOnce) => {
    const keys = schema.relation('api', name)?.uniqueKeys ?? [];
    const repeated = await database.query(`select id from api.${name} group by id having count(*) > 1 or id is null`);
    const isById = keys.some((key) => key.columns.join() === 'id');
    expect(isById).toBe(isOnce);
    expect(isById ? repeated.rows : []).toEqual([]);
  });
});
