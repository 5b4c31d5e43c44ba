import { EXPOSED_TABLES, SERVER_SET } from '@watchroom/contract/rooms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { specOf } from './testing/canary-writer.ts';
import { type Asked, type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';
import { VIEW } from './testing/saved-view-writer.ts';

/** A row that may be made, and a change of it; by table with ids. */
const ROWS: Readonly<Record<string, readonly [made: object, change: object]>> = {
  canaries: [{ name: 'own', spec: specOf('a') }, { labels: { a: 'b' } }],
  teams: [{ name: 'own', icon: 'users' }, { icon: 'flag' }],
  saved_views: [VIEW, { icon: 'flag' }],
};
const TABLES = Object.keys(ROWS);
const CHOSEN = '11111111-1111-4111-8111-111111111111';
const MERGE = 'return=representation,resolution=merge-duplicates';

let server: DataApiServer;
beforeAll(async () => {
  server = await startDataApiServer();
});
afterAll(() => server[Symbol.asyncDispose]());

async function write(method: string, url: string, body: object, prefer = 'return=representation') {
  const answer = await server.ask('editor', method, url, { body, headers: { prefer } } satisfies Asked);
  const [row] = Array.isArray(answer.body) ? (answer.body as Record<string, unknown>[]) : [];
  return { status: answer.status, row, body: answer.body };
}
async function clear(): Promise<void> {
  for (const table of ['health.canaries', 'identity.teams', 'views.saved_views'])
    await server.database.query(`delete from ${table}`);
}

const rowsOf = async (table: string) =>
  (await server.ask('editor', 'GET', `${table}?order=created_at`)).body as Record<string, unknown>[];

describe('an id that a client sends', () => {
  it('is replaced by one trigger in every table whose rows have one and are made by clients', async () => {
    const { rows } = await server.database.query<{ name: string; triggers: string[] }>(
      `select c.table_name as name, array(
         select t.tgname::text from pg_trigger t join pg_class k on k.oid = t.tgrelid join pg_namespace n on n.oid = k.relnamespace
         where k.relname = c.table_name and n.nspname <> 'api' and t.tgfoid = 'platform.set_own_id'::regproc and t.tgenabled = 'O'
       ) as triggers
       from information_schema.columns c where c.table_schema = 'api' and c.column_name = 'id'`,
    );
    const insertable = rows.filter(({ name }) => EXPOSED_TABLES[name]?.writes?.insert);
    expect(insertable.map(({ name }) => name)).toEqual(expect.arrayContaining(TABLES));
    for (const { name, triggers } of insertable) expect([name, triggers]).toEqual([name, ['own_id']]);
  });

  it.each(TABLES)('does not become that of a new row in %s, by whatever write', async (table) => {
    const [made = {}] = ROWS[table] ?? [];
    for (const [method, query, prefer] of [
      ['POST', '', 'return=representation'],
      ['POST', '', MERGE],
      ['POST', '?on_conflict=id', MERGE],
      ['POST', '?on_conflict=id', 'return=representation,resolution=ignore-duplicates'],
      ['PUT', `?id=eq.${CHOSEN}`, 'return=representation'],
    ] as const) {
      await clear();
      const { status, row } = await write(method, table + query, { ...made, id: CHOSEN }, prefer);
      expect([method, query, status, row]).toMatchObject([method, query, 201, made === VIEW ? {} : { name: 'own' }]);
      expect(row?.['id']).not.toBe(CHOSEN);
      expect((await rowsOf(table)).map(({ id }) => id)).toEqual([row?.['id']]);
    }
    const several = [
      { ...made, name: 'one', id: CHOSEN },
      { ...made, name: 'two', id: null },
    ];
    expect((await write('POST', table, several)).status).toBe(201);
    expect((await rowsOf(table)).map(({ id }) => id)).not.toContain(CHOSEN);
  });

  it.each(TABLES)(
    'that names a row of %s updates it by an upsert or PUT, and is a conflict otherwise',
    async (table) => {
      await clear();
      const [made = {}, change = {}] = ROWS[table] ?? [];
      const { row: first } = await write('POST', table, made);
      const id = String(first?.['id']);
      for (const [method, query, prefer] of [
        ['POST', '', MERGE],
        ['POST', '?on_conflict=id', MERGE],
        ['PUT', `?id=eq.${id}`, 'return=representation'],
      ] as const) {
        const { status, row } = await write(method, table + query, { ...first, ...change }, prefer);
        expect([method, query, status, row]).toMatchObject([method, query, 200, { ...change, id }]);
      }
      expect(await write('POST', table, { ...made, name: 'other', id })).toMatchObject({ status: 409 });
      expect((await rowsOf(table)).map((row) => row['id'])).toEqual([id]);
    },
  );

  it.each(TABLES)('changes none of %s, like all that the database sets', async (table) => {
    await clear();
    const [made = {}] = ROWS[table] ?? [];
    const { row: first } = await write('POST', table, made);
    const forged = {
      id: CHOSEN,
      created_at: '1999-01-01',
      created_by: server.people.get('admin'),
      updated_at: '1999-01-01',
    };
    expect(Object.keys(forged).toSorted()).toEqual(SERVER_SET.toSorted());
    const { row } = await write('PATCH', `${table}?id=eq.${String(first?.['id'])}`, forged);
    expect(row).toMatchObject({
      id: first?.['id'],
      created_at: first?.['created_at'],
      created_by: server.people.get('editor'),
    });
  });
});
