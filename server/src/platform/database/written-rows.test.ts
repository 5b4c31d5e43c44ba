import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import type { Queryable } from './database.ts';

let test: TestDatabase;
let person = '';

beforeAll(async () => {
  test = await createTestDatabase();
  const made = await test.database.query<{ id: string }>(
    `insert into identity.people (name) values ('Ada') returning id`,
  );
  person = made.rows[0]?.id ?? '';
});
afterAll(() => test[Symbol.asyncDispose]());
afterEach(async () => void (await test.database.query(`delete from agents.agents where name <> 'local'`)));

const NIL = '00000000-0000-0000-0000-000000000000';

/** As an editor of the data API. */
async function asEditor<T>(work: (transaction: Queryable) => Promise<T>): Promise<T> {
  return test.database.transaction(async (transaction) => {
    await transaction.query(`select set_config('role', 'watchroom_editor', true)`);
    return work(transaction);
  }, person);
}

describe('a row that somebody writes', () => {
  it('has the id, the times and the maker that the database knows, whatever is sent', async () => {
    const { rows } = await test.database.transaction(
      (transaction) =>
        transaction.query<{ id: string; made: boolean; created_by: string }>(
          `insert into agents.agents (name, created_by, created_at, updated_at) values ('a', null, '1999-01-01', '1999-01-01')
           returning id, created_at = now() and updated_at = now() as made, created_by`,
        ),
      person,
    );
    const [made] = rows;
    expect(made).toMatchObject({ made: true, created_by: person });
    const changed = await asEditor((transaction) =>
      transaction.query(
        `update api.agents set properties = '{"a": 1}', id = gen_random_uuid(), created_by = null, created_at = '1999-01-01',
           updated_at = '1999-01-01' where id = $1
         returning id, created_by, properties, created_at > '2020-01-01' and updated_at > created_at as kept`,
        [made?.id],
      ),
    );
    expect(changed.rows).toEqual([{ id: made?.id, created_by: person, properties: { a: 1 }, kept: true }]);
  });

  it('was made by nobody when the server itself wrote it', async () => {
    const { rows } = await test.database.query(
      `insert into agents.agents (name, created_by) values ('a', '${person}') returning created_by`,
    );
    expect(rows).toEqual([{ created_by: null }]);
  });

  it('takes no other column than the matrix names', async () => {
    for (const statement of [`update api.agents set name = 'x'`, `insert into api.agents (name) values ('x')`])
      await expect(asEditor((transaction) => transaction.query(statement))).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot be the server itself, deleted', async () => {
    const erase = asEditor((transaction) =>
      transaction.query('update api.agents set deleted_at = now() where id = $1', [NIL]),
    );
    await expect(erase).rejects.toMatchObject({ code: '23514' });
  });
});

describe('changed rows', () => {
  interface Message {
    readonly table: string;
    readonly ids: unknown;
    readonly tx: string;
  }

  /** The messages of one piece of work, in order. */
  async function announcedBy(work: () => Promise<unknown>): Promise<Message[]> {
    const client = await test.database.connect();
    const messages: Message[] = [];
    client.on('notification', ({ payload }) => messages.push(JSON.parse(payload ?? '') as Message));
    await client.query('listen watchroom_changes');
    await work();
    await test.database.query(`select pg_notify('watchroom_changes', '{"table":"end"}')`);
    await expect.poll(() => messages.at(-1)?.table).toBe('end');
    await client.end();
    return messages.slice(0, -1);
  }
  const insert = async (count: number) => {
    const { rows } = await test.database.query<{ id: string }>(
      `insert into agents.agents (name) select 'agent ' || n from generate_series(1, $1) n returning id`,
      [count],
    );
    return rows.map(({ id }) => id);
  };

  it('are announced by the database, once for each statement, also when a caller wrote them', async () => {
    let ids: string[] = [];
    const messages = await announcedBy(async () => {
      ids = await insert(2);
      await asEditor((transaction) =>
        transaction.query(`update api.agents set cleanup = true where id = $1`, [ids[0]]),
      );
      await test.database.query('delete from agents.agents where id = $1', [ids[1]]);
    });
    expect(messages).toEqual([
      { table: 'agents', ids, tx: expect.stringMatching(/^\d+$/) as string },
      { table: 'agents', ids: [ids[0]], tx: expect.stringMatching(/^\d+$/) as string },
      { table: 'agents', ids: [ids[1]], tx: expect.stringMatching(/^\d+$/) as string },
    ]);
    expect(new Set(messages.map(({ tx }) => tx)).size).toBe(3);
  });

  it('are told by their ids up to two hundred, and as many above', async () => {
    const messages = await announcedBy(async () => {
      await insert(200);
      await test.database.query(`delete from agents.agents where name <> 'local'`);
      await insert(201);
    });
    expect(messages.map(({ ids }) => (Array.isArray(ids) ? ids.length : ids))).toEqual([200, 200, 'many']);
  });

  it('that a transaction wrote and took back, and statements that found none, are not announced', async () => {
    const messages = await announcedBy(async () => {
      await test.database.query(`update agents.agents set name = 'x' where name = 'nobody'`);
      const failing = test.database.transaction(async (transaction) => {
        await transaction.query(`insert into agents.agents (name) values ('a')`);
        throw new Error('taken back');
      });
      await expect(failing).rejects.toThrow('taken back');
    });
    expect(messages).toEqual([]);
  });

  it('of canaries and checks follow each other', async () => {
    const messages = await announcedBy(async () => {
      await test.database.query(
        `with canary as (insert into health.canaries (name) values ('one') returning id)
         insert into health.checks (canary_id, type, name) select id, 'tcp', 'a' from canary`,
      );
      await test.database.query('update health.canaries set deleted_at = now()');
      await test.database.query('delete from health.canaries');
    });
    expect(messages.map(({ table }) => table).sort()).toEqual([
      'canaries',
      'canaries',
      'canaries',
      'checks',
      'checks',
      'checks',
    ]);
  });
});
