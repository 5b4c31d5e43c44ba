import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';

interface Entry {
  readonly action: string;
  readonly caller: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

describe('the audit trail', () => {
  let test: TestDatabase;
  let person: string;
  beforeAll(async () => {
    test = await createTestDatabase();
    const made = await test.database.query<{ id: string }>(
      `insert into identity.people (name, email) values ('Ada', 'ada@example.com') returning id`,
    );
    person = made.rows[0]?.id ?? '';
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const trail = async (table: string, id: string) => {
    const found = await test.database.query<Entry>(
      'select action, caller, before, after from platform.audit_log where table_name = $1 and row_id = $2 order by at',
      [table, id],
    );
    return found.rows;
  };
  const change = (statement: string, values: unknown[]) =>
    test.database.transaction((transaction) => transaction.query(statement, values), person);

  it('tells who changed which column from what to what', async () => {
    await change('update identity.people set title = $2 where id = $1', [person, 'Admiral']);
    expect((await trail('identity.people', person)).at(-1)).toEqual({
      action: 'update',
      caller: person,
      before: { id: person, name: 'Ada', title: null },
      after: { id: person, name: 'Ada', title: 'Admiral' },
    });
  });

  it('says nothing of a column that is not looked at, nor of an update that changes nothing', async () => {
    const before = await trail('identity.people', person);
    await change('update identity.people set last_login = now() where id = $1', [person]);
    await change('update identity.people set name = name where id = $1', [person]);
    expect(await trail('identity.people', person)).toEqual(before);
  });

  it('tells that a secret changed and never what it is', async () => {
    const spec = (password: string) => JSON.stringify({ http: [{ url: 'http://a', password: { value: password } }] });
    const made = await test.database.query<{ id: string }>(
      `insert into health.canaries (name, namespace, spec) values ('a', 'default', $1) returning id`,
      [spec('first-secret')],
    );
    const id = made.rows[0]?.id ?? '';
    await change('update health.canaries set spec = $2 where id = $1', [id, spec('second-secret')]);
    const entries = await trail('health.canaries', id);
    expect(entries.map((entry) => entry.action)).toEqual(['insert', 'update']);
    expect(entries.at(-1)).toMatchObject({ before: { spec: '(hidden)' }, after: { spec: '(hidden)' } });
    expect(JSON.stringify(entries)).not.toContain('-secret');
  });
});
