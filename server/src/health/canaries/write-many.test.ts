import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import type { Database } from '../../platform/database/database.ts';
import { canaryWrites, refusal, type Write } from '../testing/canary-writes.ts';
import { numberOf } from '../testing/seed.ts';

let test: TestDatabase;
let database: Database;
let write: Write;
beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  const made = await database.query<{ id: string }>(`insert into identity.people (name) values ('Ada') returning id`);
  write = canaryWrites(database, made.rows[0]?.id ?? '');
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(() => database.query('delete from health.canaries'));

const page = { name: 'page', url: 'http://a.example/', username: { value: 'ann' }, password: { value: 'hunter2' } };
const specOf = (...http: readonly object[]) => ({ schedule: '@every 1h', http });

async function passwords(id = ''): Promise<unknown> {
  const found = await database.query<{ p: unknown[] }>(
    `select jsonb_path_query_array(spec, '$.http[*].password.value') as p from health.canaries where id = $1`,
    [id],
  );
  return found.rows[0]?.p;
}

describe('many canaries that are written at once', () => {
  it('cost the same statements as one, and one that is wrong refuses all of them', async () => {
    const many = `insert into api.canaries (name, spec)
      select 'canary ' || n, case when n = $2 then '{}' else $1::jsonb end from generate_series(1, $3::integer) n returning *`;
    const statements = async (count: number, wrong: number) => {
      let sent = 0;
      const work = write(many, [specOf(page, { ...page, name: 'other' }), wrong, count], 'editor', () => (sent += 1));
      return { sent: await work.then(() => sent), work };
    };
    const one = await statements(1, 0);
    await database.query('delete from health.canaries');
    const several = await statements(150, 0);
    expect(several.sent).toBe(one.sent);
    const shown = await several.work;
    expect(shown).toHaveLength(150);
    expect(new Set(shown.map(({ spec }) => JSON.stringify(spec.http)))).toHaveLength(1);
    expect(await numberOf(database, 'select count(*) as n from health.check_states where due_at is not null')).toBe(
      300,
    );
    expect(await passwords(shown[149]?.id)).toEqual(['hunter2', 'hunter2']);
    const perCanary = await database.query(
      `select count(*)::integer as n from health.checks where deleted_at is null group by canary_id`,
    );
    expect(perCanary.rows).toEqual(Array.from({ length: 150 }, () => ({ n: 2 })));

    await database.query('delete from health.canaries');
    const bad = await refusal(statements(150, 120));
    expect(bad.message).toMatch(/^row 120: /);
    expect(bad.fields).toHaveProperty(['[119].spec']);
    expect(await numberOf(database, 'select count(*) as n from health.canaries')).toBe(0);
  });

  it('have each their own checks changed by one update', async () => {
    const [first, second] = await write(
      `insert into api.canaries (name, spec) values ('one', $1), ('two', $2) returning *`,
      [specOf(page), specOf({ ...page, name: 'kept' })],
    );
    await write(
      `update api.canaries set spec = case when name = 'one' then $1::jsonb else spec end where id = any($2) returning *`,
      [specOf({ ...page, name: 'new' }), [first?.id, second?.id]],
    );
    const shown = await database.query('select name from api.checks where deleted_at is null order by name');
    expect(shown.rows).toEqual([{ name: 'kept' }, { name: 'new' }]);
    expect(await numberOf(database, `select count(*) as n from health.checks where name = 'page'`)).toBe(1);
  });
});
