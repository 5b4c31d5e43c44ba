import { HEALTH_ONLY_AREAS, ROLES } from '@watchroom/contract/identity';
import { EXPOSED_FUNCTIONS, EXPOSED_TABLES, mayCall, mayUseTable, SERVER_SET } from '@watchroom/contract/rooms';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
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

function shouldRead(role: ProductRole, name: string): boolean {
  const table = EXPOSED_TABLES[name];
  if (table === undefined || role === 'anonymous') return false;
  if (role === 'health_only') return HEALTH_ONLY_AREAS.some((open) => open === table.area);
  return mayUseTable(role, table, 'read');
}

/** Rights to write of the product roles as the matrix says: one line for each table, role and right, with columns. */
function shouldWrite(): string[] {
  return Object.entries(EXPOSED_TABLES).flatMap(([name, table]) =>
    ROLES.filter((role) => mayUseTable(role, table, 'write')).flatMap((role) => {
      const { insert, update, delete: remove } = table.writes ?? {};
      const columns = typeof update === 'object' ? ` (${[...SERVER_SET, ...update].sort().join(', ')})` : '';
      return [
        ...(insert ? [`${role} insert api.${name}`] : []),
        ...(update ? [`${role} update${columns} api.${name}`] : []),
        ...(remove ? [`${role} delete api.${name}`] : []),
      ];
    }),
  );
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
    expect(Object.keys(EXPOSED_TABLES).sort()).toEqual(exposed.sort());
  });

  it.each(PRODUCT)('%s reads no base table', async (role) => {
    const base = relations.filter(({ schema }) => schema !== 'api');
    expect(base.length).toBeGreaterThan(20);
    const open: string[] = [];
    for (const { schema, name } of base)
      if (await lets(role, `select from ${schema}.${name} limit 0`)) open.push(`${schema}.${name}`);
    expect(open).toEqual([]);
  });

  it('is to write what the permission matrix says, and never to truncate or to refer to a table', async () => {
    const found = await test.database.query<{ line: string }>(
      `with rights as (
         select n.nspname || '.' || c.relname as name, acl.*, null::name as part
         from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) acl
         union all
         select n.nspname || '.' || c.relname, acl.*, a.attname
         from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid,
           aclexplode(a.attacl) acl
       )
       select substr(r.rolname, 11) || ' ' || lower(privilege_type)
              || coalesce(' (' || string_agg(part, ', ' order by part) || ')', '') || ' ' || name as line
       from rights join pg_roles r on r.oid = grantee
       where starts_with(r.rolname, 'watchroom_') and r.rolname <> 'watchroom_owner' and privilege_type <> 'SELECT'
         and name !~ '^(pg_|information_schema)'
       group by rolname, privilege_type, name, part is null`,
    );
    expect(found.rows.map(({ line }) => line).sort()).toEqual(shouldWrite().sort());
  });

  it('is to execute the functions of the permission matrix, and of ours otherwise the one alone that makes ids for those who insert', async () => {
    const found = await test.database.query<{ line: string }>(
      `select substr(r.rolname, 11) || ' ' || n.nspname || '.' || p.proname as line
       from pg_roles r, pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where starts_with(r.rolname, 'watchroom_') and r.rolname <> 'watchroom_owner'
         and nspname not in ('pg_catalog', 'information_schema') and has_function_privilege(r.oid, p.oid, 'execute')
       order by 1`,
    );
    const called = EXPOSED_FUNCTIONS.flatMap((one) =>
      ROLES.filter((role) => mayCall(role, one)).map((role) => `${role} api.${one.signature.split('(', 1)[0]}`),
    );
    const makers = ROLES.filter((role) =>
      Object.values(EXPOSED_TABLES).some((table) => table.writes?.insert && mayUseTable(role, table, 'write')),
    ).map((role) => `${role} platform.new_id`);
    expect(found.rows.map(({ line }) => line).sort()).toEqual([...makers, ...called].sort());
  });

  it('does not grow with a function that is made later', async () => {
    await test.database.transaction(async (transaction) => {
      await transaction.query(`create function api.later() returns integer language sql return 1`);
      const { rows } = await transaction.query(
        `select has_function_privilege('watchroom_admin', 'api.later()', 'execute') as may`,
      );
      expect(rows).toEqual([{ may: false }]);
      await transaction.query('drop function api.later()');
    });
  });

  it('shows nothing of credentials, sessions, attempts, queues, keys and settings, nor a stored spec', async () => {
    const found = await test.database.query<{ view: string; source: string }>(
      `select distinct v.relname as view, n.nspname || '.' || t.relname || case when a.attname = 'spec' then '.spec' else '' end as source
       from pg_depend d
       join pg_rewrite w on d.classid = 'pg_rewrite'::regclass and w.oid = d.objid
       join pg_class v on v.oid = w.ev_class and v.relnamespace = 'api'::regnamespace
       join pg_class t on d.refclassid = 'pg_class'::regclass and t.oid = d.refobjid and t.oid <> v.oid
       join pg_namespace n on n.oid = t.relnamespace
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid and d.refobjsubid > 0
       order by 1, 2`,
    );
    expect(found.rows.length).toBeGreaterThan(20);
    const closed = /^(platform|graphile_worker|identity|jobs)\.|\.spec$/;
    const open = ['identity.people', 'identity.teams', 'identity.team_members', 'jobs.job_history', 'jobs.latest_runs'];
    expect(
      found.rows
        .filter(({ source }) => closed.test(source) && !open.includes(source))
        .map(({ view, source }) => `${view} of ${source}`),
    ).toEqual([
      'audit_log of platform.audit_log',
      'event_queue_summary of jobs.event_queue',
      'failed_events of jobs.event_queue',
      'identities of identity.identities',
      'identities of identity.person_roles',
      'people_roles of identity.person_roles',
    ]);
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

  it('became the caller in the trip that began the transaction, whatever the id holds', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    try {
      const personId = `it's "10%" \\ $1; --`;
      const found = await test.database.readAs({ role: 'viewer', personId }, (q) =>
        q.query<{ id: string }>(`select current_setting('watchroom.caller') as id`),
      );
      expect(found.rows).toEqual([{ id: personId }]);
      expect(query.mock.calls).toHaveLength(3);
    } finally {
      query.mockRestore();
    }
  });

  it('could not write', async () => {
    const caller = { role: 'admin', personId: null };
    await expect(test.database.readAs(caller, (q) => q.query('create temporary table t ()'))).rejects.toThrow(
      'read-only transaction',
    );
  });
});
