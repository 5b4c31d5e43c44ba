import { HEALTH_ONLY_AREAS, mayRead, ROLES, TABLE_AREAS } from '@watchroom/contract/identity';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';

const PRODUCT = [...ROLES, 'anonymous', 'health_only'] as const;
type ProductRole = (typeof PRODUCT)[number];

let test: TestDatabase;
let authenticator: pg.Client;
let relations: { schema: string; name: string }[];

beforeAll(async () => {
  test = await createTestDatabase();
  authenticator = new pg.Client(test.settings.authenticator);
  await authenticator.connect();
  const found = await test.database.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where relkind in ('r', 'p', 'v', 'm', 'f') and nspname !~ '^(pg_|information_schema)' order by 1, 2`,
  );
  relations = found.rows;
});

afterAll(async () => {
  await authenticator.end();
  await test[Symbol.asyncDispose]();
});

/** Whether the database lets this role run a statement; anything else than a missing right is a failure of the test. */
async function lets(role: ProductRole, statement: string): Promise<boolean> {
  await authenticator.query(`begin; set local role watchroom_${role}`);
  try {
    await authenticator.query(statement);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return false;
    throw error;
  } finally {
    await authenticator.query('rollback');
  }
}

function shouldRead(role: ProductRole, table: string): boolean {
  const area = TABLE_AREAS[table];
  if (area === undefined || role === 'anonymous') return false;
  if (role === 'health_only') return HEALTH_ONLY_AREAS.some((open) => open === area);
  return mayRead(role, area);
}

describe('what a role may do in the database', () => {
  it.each(PRODUCT)('%s reads in the schema api what the permission matrix says and nothing else', async (role) => {
    const tables = relations.filter(({ schema }) => schema === 'api').map(({ name }) => name);
    const expected = Object.fromEntries(tables.map((table) => [table, shouldRead(role, table)]));
    const actual: Record<string, boolean> = {};
    for (const table of tables) actual[table] = await lets(role, `select from api.${table} limit 0`);
    expect(actual).toEqual(expected);
  });

  it('is said for every exposed table and for none that is not there', () => {
    const exposed = relations.filter(({ schema }) => schema === 'api').map(({ name }) => name);
    expect(Object.keys(TABLE_AREAS).sort()).toEqual(exposed.sort());
  });

  it.each(PRODUCT)('%s reads no base table', async (role) => {
    const base = relations.filter(({ schema }) => schema !== 'api');
    expect(base.length).toBeGreaterThan(20);
    const open: string[] = [];
    for (const { schema, name } of base)
      if (await lets(role, `select from ${schema}.${name} limit 0`)) open.push(`${schema}.${name}`);
    expect(open).toEqual([]);
  });

  it('is never to write, to truncate or to refer to a table, in any schema', async () => {
    const found = await test.database.query(
      `select r.rolname, c.oid::regclass::text as name, right_
       from pg_roles r, pg_class c join pg_namespace n on n.oid = c.relnamespace,
         unnest('{insert,update,references}'::text[]) right_
       where starts_with(r.rolname, 'watchroom_') and r.rolname <> 'watchroom_owner'
         and c.relkind in ('r', 'p', 'v', 'm') and nspname !~ '^(pg_|information_schema)'
         and (has_any_column_privilege(r.oid, c.oid, right_) or has_table_privilege(r.oid, c.oid, 'delete, truncate, trigger'))`,
    );
    expect(found.rows).toEqual([]);
  });

  it('is never to make anything in a schema', async () => {
    const found = await test.database.query(
      `select rolname, nspname from pg_roles r, pg_namespace n
       where starts_with(r.rolname, 'watchroom_') and r.rolname <> 'watchroom_owner' and nspname !~ '^pg_'
         and (has_schema_privilege(r.oid, n.oid, 'create')
              or nspname not in ('api', 'public', 'information_schema') and has_schema_privilege(r.oid, n.oid, 'usage'))`,
    );
    expect(found.rows).toEqual([]);
  });

  it.each(['watchroom_owner', 'none', inject('cluster').superuser, 'pg_read_all_data'])(
    'does not grow by setting the role to %s',
    async (role) => {
      await authenticator.query('begin; set local role watchroom_admin');
      await authenticator.query(`set role ${role}`).catch(() => undefined);
      await authenticator.query('rollback; begin');
      await authenticator.query(`set role ${role}`).catch(() => undefined);
      await authenticator.query('rollback');
      const allowed = await authenticator.query(`begin; set role ${role}; select from identity.credentials`).then(
        () => true,
        () => false,
      );
      await authenticator.query('rollback; reset role');
      expect(allowed).toBe(false);
    },
  );

  it('is nothing for the authenticator itself, which inherits no role', async () => {
    await expect(authenticator.query('select from api.agents')).rejects.toThrow('permission denied');
    const { rows } = await authenticator.query(
      'select rolsuper, rolcreaterole, rolcreatedb, rolinherit from pg_roles where rolname = current_user',
    );
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolinherit: false }]);
  });
});

describe('a connection that read on behalf of a caller', () => {
  it('has neither his role nor his id afterwards, also when the read failed', async () => {
    const caller = { role: 'viewer', personId: '10000000-0000-7000-8000-000000000001' };
    const seen = await test.database.readAs(caller, async (q) => {
      const found = await q.query<{ role: string; id: string; pid: number }>(
        `select current_user::text as role, platform_caller.id, pg_backend_pid() as pid
         from (select current_setting('watchroom.caller') as id) platform_caller`,
      );
      return found.rows[0];
    });
    expect(seen).toMatchObject({ role: 'watchroom_viewer', id: caller.personId });
    await expect(test.database.readAs(caller, (q) => q.query('select 1 / 0'))).rejects.toThrow('division');
    const anonymous = await test.database.readAs({ role: 'anonymous', personId: null }, async (q) => {
      const found = await q.query(
        `select current_user::text as role, current_setting('watchroom.caller') as id, pg_backend_pid() as pid`,
      );
      return found.rows[0];
    });
    expect(anonymous).toEqual({ role: 'watchroom_anonymous', id: '', pid: seen?.pid });
  });

  it('could not write', async () => {
    const caller = { role: 'admin', personId: null };
    await expect(test.database.readAs(caller, (q) => q.query('create temporary table t ()'))).rejects.toThrow(
      'read-only transaction',
    );
  });
});
