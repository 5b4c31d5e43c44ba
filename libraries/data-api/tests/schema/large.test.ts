import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../src/schema/load.ts';
import { createDatabase, type OwnDatabase } from '../database.ts';

let database: OwnDatabase;

beforeAll(async () => {
  database = await createDatabase([]);
  const tables = Array.from({ length: 200 }, (_, index) => index);
  const create = tables.map(
    (index) => `create table base.t${index} (id integer primary key, one integer, two integer, name text);
      create view api.t${index} as select * from base.t${index};
      create view api.live_t${index} as select id, one as first, two, name from api.t${index} where name <> '';`,
  );
  const keys = tables.map(
    (
      index,
    ) => `alter table base.t${index} add constraint one_${index} foreign key (one) references base.t${(index + 1) % 200},
      add constraint two_${index} foreign key (two) references base.t${index % 10};`,
  );
  await database.query(`create schema api; create schema base; ${create.join('')} ${keys.join('')}`);
});
afterAll(() => database[Symbol.asyncDispose]());

describe('a schema of 200 tables, 400 views and 400 foreign keys', () => {
  it('loads, and gives every relationship of every relation within a bounded memory', async () => {
    const before = process.memoryUsage().heapUsed;
    const schema = await loadSchema(database.pool(), { schemas: ['api'], version: 1 });
    const relations = schema.relationsOf('api');
    expect(relations.length).toBe(400);
    const count = relations.reduce((sum, relation) => sum + schema.relationshipsFrom(relation).length, 0);
    // Each foreign key leads from two views to two views, and back.
    expect(count).toBe(400 * 4 * 2);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024);
  });
});
