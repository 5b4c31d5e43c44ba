import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../src/schema/load.ts';
import type { Schema } from '../../src/schema/model.ts';
import { createDatabase, type OwnDatabase } from '../database.ts';

let database: OwnDatabase;
let schema: Schema;

beforeAll(async () => {
  database = await createDatabase([]);
  await database.query(`
    create schema api;
    create table api.nodes (id int primary key, parent_id int references api.nodes, name text);
    create view api.own as select id, name from api.nodes;
    create or replace view api.own as select id, name from api.own;
    create view api.one as select id, name from api.nodes;
    create view api.other as select one.id, one.name from api.one join api.nodes on nodes.id = one.id;
    create or replace view api.one as select id, name from api.other;
    create view api.behind as select o.id, n.name from api.nodes n left join api.own o on o.id = n.id;
    create recursive view api.descent (id, root) as
      select id, id from api.nodes where parent_id is null
      union all select n.id, d.root from api.nodes n join descent d on d.id = n.parent_id;
    create view api.nested as
      with recursive walk as (
        select id, parent_id from api.nodes
        union (with inside as (select w.id from walk w) select n.id, n.parent_id from api.nodes n join inside i on i.id = n.parent_id)
      ) select id, parent_id from walk;
  `);
  const pool = database.pool();
  schema = await loadSchema(pool, { schemas: ['api'], version: 1 });
});
afterAll(() => database[Symbol.asyncDispose]());

const columnsOf = (name: string) => [...(schema.relation('api', name)?.columns.keys() ?? [])];

describe('views that read from themselves', () => {
  it.each([
    ['own', ['id', 'name']],
    ['one', ['id', 'name']],
    ['other', ['id', 'name']],
    ['behind', ['id', 'name']],
    ['descent', ['id', 'root']],
    ['nested', ['id', 'parent_id']],
  ])('are loaded with their columns: %s', (name, columns) => {
    expect(columnsOf(name)).toEqual(columns);
  });

  it('tell no key and no relationship, and leave those of the others alone', () => {
    for (const name of ['own', 'one']) {
      const view = schema.relation('api', name);
      expect(view && [view.primaryKey, schema.relationshipsFrom(view)]).toEqual([[], []]);
    }
    const nodes = schema.relation('api', 'nodes');
    expect(nodes?.primaryKey).toEqual(['id']);
    expect(nodes && schema.relationshipsFrom(nodes).map(({ name, to }) => [name, to.name])).toContainEqual([
      'nodes_parent_id_fkey',
      'nodes',
    ]);
  });
});
