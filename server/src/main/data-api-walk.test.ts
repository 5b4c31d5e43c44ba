import { HEALTH_ONLY_AREAS } from '@watchroom/contract/identity';
import { EXPOSED_FUNCTIONS, EXPOSED_TABLES, mayUseTable, ROOMS, SERVER_SET } from '@watchroom/contract/rooms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Asked,
  type CallerName,
  CALLERS,
  type DataApiServer,
  roleOf,
  startDataApiServer,
} from './testing/data-api-server.ts';

const NIL = '00000000-0000-0000-0000-000000000000';
/** Each with a statement that makes one row in it, so that a refused write has something to spare. */
const SEEDS = [
  `insert into health.canaries (name, namespace, source, spec, shown_spec) values ('kept', 'default', 'UI', '{}', '{}')`,
  `insert into health.checks (canary_id, type, name, labels) select id, 'tcp', 'kept', '{"team": "a"}' from health.canaries`,
  `insert into health.check_statuses (check_id, time, status, duration) select id, now(), true, 5 from health.checks`,
  `insert into jobs.job_history (name, status) values ('kept', 'SUCCESS')`,
  `insert into jobs.event_queue (name, error) values ('kept', 'it broke')`,
  `insert into features.properties (name, value) values ('kept', 'true')`,
  `insert into identity.teams (name) values ('kept')`,
  `insert into identity.team_members (team_id, person_id) select t.id, p.id from identity.teams t, identity.people p`,
  `insert into views.saved_views (name, page, is_shared) values ('kept', '/health', true)`,
];

let server: DataApiServer;
beforeAll(async () => {
  server = await startDataApiServer();
  for (const seed of SEEDS) await server.database.query(seed);
});
afterAll(() => server[Symbol.asyncDispose]());

/** From the catalogs, and not from the matrix: what nobody thought of is walked too. */
async function relations(): Promise<string[]> {
  const found = await server.database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'api'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f') order by 1`,
  );
  return found.rows.map(({ name }) => name);
}

async function functions(): Promise<string[]> {
  const found = await server.database.query<{ signature: string }>(
    `select proname || '(' || pg_get_function_identity_arguments(oid) || ')' as signature
     from pg_proc where pronamespace = 'api'::regnamespace order by 1`,
  );
  return found.rows.map(({ signature }) => signature);
}

async function columnsOf(relation: string): Promise<string[]> {
  const found = await server.database.query<{ name: string }>(
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum',
    [`api.${relation}`],
  );
  return found.rows.map(({ name }) => name);
}

/** What the matrix says; of what it does not name nobody may do anything. */
function allowed(caller: CallerName, name: string, access: 'read' | 'insert' | 'update' | 'delete'): boolean {
  const table = EXPOSED_TABLES[name];
  if (table === undefined || caller === 'nobody') return false;
  if (caller === 'health_only') return access === 'read' && HEALTH_ONLY_AREAS.some((area) => area === table.area);
  if (access === 'read') return mayUseTable(roleOf(caller), table, 'read');
  return table.writes?.[access] !== undefined && mayUseTable(roleOf(caller), table, 'write');
}

/** Whether the matrix lets the caller write this column by an update. */
function mayUpdate(caller: CallerName, name: string, column: string): boolean {
  const columns = EXPOSED_TABLES[name]?.writes?.update;
  const isNamed = columns === true || [...SERVER_SET, ...(columns ?? [])].includes(column);
  return isNamed && allowed(caller, name, 'update');
}

const refusalOf = (caller: CallerName) => (caller === 'nobody' ? '401 unauthenticated' : '403 42501');

/** Status with the code of an error; a page of rows counts as all of them, since an estimate may expect more. */
async function outcome(caller: CallerName, method: string, url: string, asked?: Asked): Promise<string> {
  const { status, body } = await server.ask(caller, method, url, asked);
  const code = typeof body === 'object' && body !== null && 'code' in body ? ` ${String(body.code)}` : '';
  return `${status === 206 ? 200 : status}${code}`;
}

/** Everything that is stored anywhere but for what a look at it leaves behind, as one text per table. */
async function contents(): Promise<Record<string, string>> {
  const found = await server.database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) order by 1`,
    [['platform', ...ROOMS]],
  );
  const texts: Record<string, string> = {};
  for (const { name } of found.rows) {
    const seen = `(to_jsonb(t) - 'last_seen_at' - 'expires_at')::text`;
    const { rows } = await server.database.query<{ text: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(${seen}, ',' order by ${seen})), '') as text from ${name} t`,
    );
    texts[name] = rows[0]?.text ?? '';
  }
  return texts;
}

describe('the exposed schema', () => {
  it('has exactly the tables, views and functions of the matrix', async () => {
    expect(await relations()).toEqual(Object.keys(EXPOSED_TABLES).toSorted());
    expect(await functions()).toEqual(EXPOSED_FUNCTIONS.map(({ signature }) => signature).toSorted());
  });

  it('has the columns that the matrix lets somebody write', async () => {
    for (const [name, { writes: { update } = {} }] of Object.entries(EXPOSED_TABLES)) {
      const writable = update === undefined || update === true ? [] : [...SERVER_SET, ...update];
      expect(await columnsOf(name)).toEqual(expect.arrayContaining(writable));
    }
  });

  it('holds no row of a table that is empty in this walk, so that a read proves something', async () => {
    for (const name of [
      'canaries', 'canaries_with_status', 'checks', 'check_statuses', 'people', 'job_histories', 'failed_events', 'agents',
      'teams_with_status', 'team_members', 'saved_views',
    ]) // biome-ignore format: a list
      expect([name, (await server.ask('admin', 'GET', name)).text.length > 2]).toEqual([name, true]);
  });
});

/** What was asked, and what came where something else was expected. */
type Surprise = readonly [asked: string, found: string, expected: string];

/** Asks for things one after another and keeps what surprises. */
function walk(caller: CallerName) {
  const surprises: Surprise[] = [];
  let steps = 0;
  return {
    async step(expected: string, method: string, url: string, asked?: Asked) {
      steps++;
      const found = await outcome(caller, method, url, asked);
      if (found !== expected) surprises.push([`${method} ${url} ${JSON.stringify(asked ?? '')}`, found, expected]);
    },
    end() {
      expect(surprises).toEqual([]);
      return steps;
    },
  };
}

describe.each(CALLERS)('%s', (caller) => {
  const refused = refusalOf(caller);

  it('reads and counts what the matrix says, by every way of reading', async () => {
    const { step, end } = walk(caller);
    for (const name of await relations()) {
      const expected = allowed(caller, name, 'read') ? '200' : refused;
      await step(expected, 'GET', name);
      // Without a body there is no code.
      await step(expected.slice(0, 3), 'HEAD', name);
      for (const count of ['exact', 'planned', 'estimated'])
        await step(expected, 'GET', `${name}?offset=0`, { headers: { prefer: `count=${count}` } });
      await step(expected, 'GET', name, { headers: { accept: 'text/csv' } });
    }
    expect(end()).toBe(6 * (await relations()).length);
  });

  it('reads every column of a view, and none beside them', async () => {
    for (const name of (await relations()).filter((one) => allowed(caller, one, 'read'))) {
      const { text } = await server.ask(caller, 'GET', `${name}?limit=1`, { headers: { accept: 'text/csv' } });
      expect([name, text.split('\n', 1)[0]?.split(',')]).toEqual([name, await columnsOf(name)]);
    }
  });

  it('is refused what the matrix does not let him write, and nothing changes by it', async () => {
    const before = await contents();
    const { step, end } = walk(caller);
    for (const name of await relations()) {
      const columns = await columnsOf(name);
      const [key = ''] = columns;
      const body = { [key]: NIL };
      if (!allowed(caller, name, 'insert')) {
        await step(refused, 'POST', name, { body: {} });
        await step(refused, 'POST', name, { body: [body] });
        await step(refused, 'POST', name, { body, headers: { prefer: 'resolution=merge-duplicates' } });
        await step(refused, 'POST', name, { body: `${key}\n${NIL}\n`, headers: { 'content-type': 'text/csv' } });
        await step(refused, 'PUT', `${name}?${key}=eq.${NIL}`, { body });
      }
      const every = `${name}?${key}=not.is.null`;
      const closed = columns.filter((one) => !mayUpdate(caller, name, one));
      // The grants of each column are compared with the matrix in access.test.ts; of a table that is closed one shows the rest.
      for (const column of closed.length < columns.length ? closed : closed.slice(0, 1))
        await step(refused, 'PATCH', every, { body: { [column]: null } });
      if (!allowed(caller, name, 'delete')) await step(refused, 'DELETE', every);
    }
    expect(end()).toBeGreaterThan(50);
    expect(await contents()).toEqual(before);
  });

  it('may begin the writes that the matrix lets him make', async () => {
    const { step, end } = walk(caller);
    for (const name of await relations()) {
      const columns = await columnsOf(name);
      const none = `${name}?${columns[0]}=is.null`;
      for (const column of columns.filter((one) => mayUpdate(caller, name, one)))
        await step('204', 'PATCH', none, { body: { [column]: null } });
      if (allowed(caller, name, 'insert')) await step('201', 'POST', name, { body: [] });
      if (allowed(caller, name, 'delete')) await step('204', 'DELETE', none);
    }
    // Everybody who is signed in keeps saved views.
    const isWriter = caller !== 'nobody' && caller !== 'health_only';
    expect(end() > 0).toBe(isWriter);
  });

  it('calls no function, by GET or POST, that the matrix does not name', async () => {
    const missing = caller === 'nobody' ? '401 unauthenticated' : '404 PGRST202';
    const ours = await server.database.query<{ name: string }>(
      `select distinct proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname not in ('pg_catalog', 'information_schema')
       union select unnest('{set_config,current_setting,pg_sleep,version,query_to_xml,pg_read_file,lo_import,pg_notify,pg_terminate_backend,currval,to_regclass}'::text[])`,
    );
    const named = EXPOSED_FUNCTIONS.map(({ signature }) => signature.split('(')[0]);
    const { step, end } = walk(caller);
    for (const { name } of ours.rows.filter((one) => !named.includes(one.name))) {
      await step(missing, 'GET', `rpc/${name}`);
      await step(missing, 'POST', `rpc/${name}`, { body: {} });
      await step(missing, 'POST', `rpc/pg_catalog.${name}`, { body: {} });
    }
    expect(end()).toBeGreaterThan(50);
  });
});

describe('the description of the API', () => {
  it.each(CALLERS.filter((caller) => caller !== 'nobody'))('tells %s of what he may use', async (caller) => {
    const methods = (name: string) => [
      'get',
      ...(allowed(caller, name, 'insert') ? ['post'] : []),
      ...(allowed(caller, name, 'update') ? ['patch'] : []),
      ...(allowed(caller, name, 'delete') ? ['delete'] : []),
    ];
    const readable = Object.keys(EXPOSED_TABLES).filter((name) => allowed(caller, name, 'read'));
    const { body } = await server.ask(caller, 'GET', '');
    const { paths } = body as { paths: Record<string, object> };
    const told = Object.entries(paths).map(([path, item]) => [path, Object.keys(item).toSorted()] as const);
    expect(Object.fromEntries(told.filter(([path]) => path !== '/' && !path.startsWith('/rpc/')))).toEqual(
      Object.fromEntries(readable.map((name) => [`/${name}`, methods(name).toSorted()])),
    );
  });

  it('tells nobody anything, not even what there is', async () => {
    const { step, end } = walk('nobody');
    for (const name of ['', ...(await relations()), 'nothing', 'rpc/nothing', 'nothing/more'])
      for (const method of ['OPTIONS', 'GET', 'POST', 'PATCH', 'PUT', 'DELETE'])
        await step('401 unauthenticated', method, name);
    end();
  });
});

describe('a view that the matrix does not name', () => {
  it('fails the walk, and is refused to everybody until then', async () => {
    await server.database.query('create view api.forgotten as select id, secret from identity.credentials');
    try {
      expect(await relations()).not.toEqual(Object.keys(EXPOSED_TABLES).toSorted());
      for (const caller of CALLERS)
        await expect
          .poll(() => outcome(caller, 'GET', 'forgotten?select=secret'))
          .toBe(caller === 'nobody' ? '401 unauthenticated' : '403 42501');
    } finally {
      await server.database.query('drop view api.forgotten');
    }
  });
});
