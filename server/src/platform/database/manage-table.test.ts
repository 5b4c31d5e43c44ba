import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.query(`
    create table platform.made_up (
      id uuid primary key default platform.new_id(), name text, secret text, seen integer, source text, created_by uuid,
      created_at timestamptz, updated_at timestamptz)`);
  await test.database.query(
    `select platform.manage_table('platform.made_up', hidden => '{secret}', quiet => '{seen}')`,
  );
});
afterAll(() => test[Symbol.asyncDispose]());

async function triggersOf(table: string): Promise<string[]> {
  const found = await test.database.query<{ definition: string }>(
    `select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = $1::regclass and not tgisinternal order by tgname`,
    [table],
  );
  return found.rows.map(({ definition }) => definition);
}

describe('a managed table', () => {
  it('has the triggers of every other one', async () => {
    const ofTeams = await triggersOf('identity.teams');
    expect(ofTeams).toHaveLength(8);
    const expected = ofTeams.map((definition) =>
      definition
        .replaceAll('identity.teams', 'platform.made_up')
        .replaceAll("'teams'", "'made_up'")
        .replaceAll('shown_spec', 'seen')
        .replaceAll("'spec'", "'secret'"),
    );
    expect(await triggersOf('platform.made_up')).toEqual(expected);
  });

  it('keeps its fields and its trail', async () => {
    const { database } = test;
    const made = await database.query<{ id: string; updated_at: Date }>(
      `insert into platform.made_up (name, secret, created_at) values ('one', 'hush', '1999-01-01')
       returning id, updated_at, created_at > '2020-01-01' as is_now`,
    );
    expect(made.rows).toMatchObject([{ is_now: true }]);
    await database.query(`update platform.made_up set seen = 2`);
    const seen = await database.query('select updated_at from platform.made_up');
    expect(seen.rows).toEqual([{ updated_at: made.rows[0]?.updated_at }]);
    await database.query(`update platform.made_up set secret = 'changed'`);
    const trail = await database.query(
      `select action, after ->> 'secret' as secret from platform.audit_log where row_id = $1 order by at`,
      [made.rows[0]?.id],
    );
    expect(trail.rows).toEqual([
      { action: 'insert', secret: '(hidden)' },
      { action: 'update', secret: '(hidden)' },
    ]);
  });

  it('may be managed again, which changes nothing', async () => {
    const before = await triggersOf('platform.made_up');
    await test.database.query(
      `select platform.manage_table('platform.made_up', hidden => '{secret}', quiet => '{seen}')`,
    );
    expect(await triggersOf('platform.made_up')).toEqual(before);
  });

  it('without a source keeps the ids of its rows to the server, and may hide which rows changed', async () => {
    await test.database.query('create table platform.bare (id uuid primary key)');
    await test.database.query(`select platform.manage_table('platform.bare', tells_ids => false)`);
    const definitions = (await triggersOf('platform.bare')).join('\n');
    expect(definitions).toContain(`platform.announce_many('bare')`);
    expect(definitions).not.toMatch(/own_id|set_source/);
  });
});
