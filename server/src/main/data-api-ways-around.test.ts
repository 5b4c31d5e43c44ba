import { HEALTH_ONLY_AREAS, mayRead } from '@watchroom/contract/identity';
import { EXPOSED_TABLES, HEARD_TABLES } from '@watchroom/contract/rooms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallerName, CALLERS, type DataApiServer, roleOf, startDataApiServer } from './testing/data-api-server.ts';

const SIGNED_IN = CALLERS.filter((caller) => caller !== 'nobody');

let server: DataApiServer;
/** Every table and view of the database that is no exposed one, with its schema. */
let hidden: readonly { readonly schema: string; readonly name: string }[];
let schemas: readonly string[];

beforeAll(async () => {
  server = await startDataApiServer();
  await server.ask('editor', 'POST', 'canaries', {
    body: { name: 'kept', spec: { http: [{ url: 'http://a.example/' }] } },
  });
  const found = await server.database.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'v', 'm', 'p') and n.nspname not in ('api', 'pg_catalog', 'information_schema', 'pg_toast')
       and c.relname <> all($1) and not c.relispartition
     union all values ('pg_catalog', 'pg_authid'), ('pg_catalog', 'pg_roles'), ('pg_catalog', 'pg_class'),
       ('pg_catalog', 'pg_stat_activity'), ('pg_catalog', 'pg_settings'), ('information_schema', 'tables')`,
    [Object.keys(EXPOSED_TABLES)],
  );
  hidden = found.rows;
  const all = await server.database.query<{ name: string }>(`select nspname as name from pg_namespace`);
  schemas = all.rows.map(({ name }) => name);
});
afterAll(() => server[Symbol.asyncDispose]());

async function outcome(caller: CallerName, url: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await server.ask(caller, 'GET', url, { headers });
  const code = typeof body === 'object' && body !== null && 'code' in body ? ` ${String(body.code)}` : '';
  return `${status}${code}`;
}

/** Whether the caller may read the table, as the matrix has it. */
function mayHear(caller: CallerName, table: string): boolean {
  const area = EXPOSED_TABLES[table]?.area ?? HEARD_TABLES[table];
  if (area === undefined || caller === 'nobody') return false;
  return caller === 'health_only' ? HEALTH_ONLY_AREAS.some((open) => open === area) : mayRead(roleOf(caller), area);
}

describe('a table that is not exposed', () => {
  it('is among those that are looked for here', () => {
    const names = hidden.map(({ schema, name }) => `${schema}.${name}`);
    for (const name of [
      'identity.credentials', 'identity.sessions', 'identity.attempts', 'identity.first_run', 'identity.person_roles',
      'platform.settings', 'identity.access_tokens', 'jobs.event_queue', 'jobs.processes', 'health.check_states',
      'graphile_worker._private_jobs',
    ]) // biome-ignore format: a list
      expect(names).toContain(name);
  });

  it.each(SIGNED_IN)('is not found by its name, however it is written, by %s', async (caller) => {
    for (const { schema, name } of hidden)
      for (const url of [name, `${schema}.${name}`, `"${schema}"."${name}"`, `${schema}%2F${name}`, `rpc/${name}`]) {
        const answer = await outcome(caller, url);
        expect([url, answer]).toEqual([url, url.startsWith('rpc/') ? '404 PGRST202' : '404 PGRST205']);
      }
  });

  it.each(SIGNED_IN)('is not embedded in anything for %s, by its name or by its constraint', async (caller) => {
    const constraints = await server.database.query<{ name: string }>(
      `select conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
       where c.contype = 'f' and t.relname = any($1) and not t.relispartition`,
      [hidden.map(({ name }) => name)],
    );
    const targets = [...hidden.map(({ name }) => name), ...constraints.rows.map(({ name }) => name)];
    for (const from of ['canaries', 'checks'])
      for (const target of targets)
        expect([from, target, await outcome(caller, `${from}?select=*,${target}(*)`)]).toEqual([
          from,
          target,
          '400 PGRST200',
        ]);
    for (const { name } of hidden)
      for (const query of [`select=*,${name}!inner()`, `${name}.id=not.is.null`, `select=*,...${name}(*)`])
        expect([query, await outcome(caller, `canaries?${query}`)]).toEqual([query, '400 PGRST200']);
  });

  it('is in no schema that a request may ask for', async () => {
    expect(schemas).toEqual(expect.arrayContaining(['identity', 'graphile_worker', 'pg_catalog', 'public']));
    for (const schema of [...schemas, 'api, identity', '"identity"', 'API', '*'].filter((name) => name !== 'api')) {
      for (const name of ['sessions', 'pg_authid', 'canaries'])
        expect([schema, await outcome('admin', name, { 'accept-profile': schema })]).toEqual([schema, '406 PGRST106']);
      const written = await server.ask('admin', 'POST', 'sessions', {
        body: {},
        headers: { 'content-profile': schema },
      });
      expect([schema, written.status, written.text.includes('identity.')]).toEqual([schema, 406, false]);
    }
  });

  it('is in no hint of an error', async () => {
    const tables = [
      'session',
      'sessionz',
      'credential',
      'credentialz',
      'event_queu',
      'access_token',
      'check_state',
      'attempt',
    ];
    const urls = tables.flatMap((name) => [name, `people?select=${name}(*)`, `canaries?select=${name}`, `rpc/${name}`]);
    for (const url of urls)
      for (const caller of ['admin', 'health_only'] as const) {
        const { text } = await server.ask(caller, 'GET', url);
        const said = JSON.parse(text) as { hint: string | null };
        expect([url, said.hint ?? '']).toEqual([
          url,
          expect.not.stringMatching(/sessions|credentials|event_queue'|access_tokens|check_states|attempts/),
        ]);
      }
  });
});

describe('a column that stands in no view', () => {
  it.each([
    ['canaries', 'shown_spec'],
    ['checks', 'shown_spec'],
    ['teams', 'shown_spec'],
    ['job_history', 'process_id'],
    ['failed_events', 'reacted'],
    ['canaries', 'ctid'],
    ['canaries', 'tableoid'],
    ['canaries', 'xmin'],
  ])('%s.%s is neither read nor filtered by, ordered by, counted or returned', async (table, column) => {
    const unknown = `column ${table}.${column} does not exist`;
    for (const query of [
      `select=${column}`,
      `select=x:${column}`,
      `select=${column}::text`,
      `${column}=is.null`,
      `${column}=not.is.null&select=id`,
      `or=(${column}.is.null,id.is.null)`,
      `not.and=(${column}.is.null)`,
    ]) {
      // biome-ignore format: a list
      const { status, body } = await server.ask('admin', 'GET', `${table}?${query}`, {
        headers: { prefer: 'count=exact' },
      });
      expect([query, status, body]).toMatchObject([query, 400, { code: '42703', message: unknown }]);
    }
    const plain = await server.ask('admin', 'GET', `${table}?select=id`);
    const ordered = await server.ask('admin', 'GET', `${table}?select=id&order=${column}.desc`);
    expect(ordered.body).toEqual(plain.body);
    const whole = await server.ask('admin', 'GET', `${table}?select=*`);
    expect(whole.text).not.toContain(`"${column}"`);
  });

  it('is none of an embed either', async () => {
    expect(await outcome('admin', 'checks?select=*,canaries(shown_spec)')).toBe('400 42703');
    expect(await outcome('admin', 'checks?select=*,canaries(*)&canaries.shown_spec=is.null')).toBe('400 42703');
    const { text } = await server.ask('admin', 'GET', 'checks?select=*,canaries(*)');
    expect(text).toContain('"name":"kept"');
    expect(text).not.toContain('shown_spec');
  });

  it('is taken by no write', async () => {
    for (const column of ['shown_spec', 'ctid'])
      expect(
        (await server.ask('admin', 'PATCH', 'canaries?name=eq.kept', { body: { [column]: {} } })).body,
      ).toMatchObject({ code: 'PGRST204' });
  });
});

describe('a table that the caller may not read', () => {
  it('is not read through one that he may read, whichever way it is embedded', async () => {
    for (const query of [
      'select=*,people(*)', 'select=name,created_by(name)', 'select=name,people()', 'select=name,people!inner()', 'people.name=eq.editor',
      'select=name,people(n:name)&people.name=like.e*', 'select=name,...people(name)', 'select=name,people!inner()&order=people(name)',
      'select=name,canaries_created_by_fkey(name)', 'select=name,agents(name)', 'select=name,agent_id(name)',
    ]) // biome-ignore format: a list
      expect([query, await outcome('health_only', `canaries?${query}`)]).toEqual([query, '403 42501']);
    expect(await outcome('health_only', 'canaries?select=name,checks(name)')).toBe('200');
    expect(await outcome('health_only', 'canaries?select=name,checks(name,agents(name))')).toBe('403 42501');
  });

  it('is not counted', async () => {
    for (const table of ['people', 'job_history', 'failed_events'])
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await server.ask('health_only', method, table, {
          headers: { prefer: 'count=exact' },
        });
        expect([status, headers['content-range']]).toEqual([403, undefined]);
      }
  });
});

describe('a request that would be somebody else', () => {
  it.each([
    ['a header', 'canaries?select=name', { role: 'watchroom_admin', 'x-role': 'watchroom_owner' }],
    ['a preference', 'canaries?select=name', { prefer: `timezone='; reset role; --` }],
    ['a value', `canaries?name=eq.';reset role;--`, {}],
    ['a key of JSON', `canaries?select=name,spec->>"a';reset role;--"`, {}],
    ['an alias', `canaries?select="a';reset role;--":name`, {}],
    ['a setting', 'canaries?select=name&role=eq.watchroom_admin', {}],
    ['a cast', 'canaries?select=name::"text);reset role;--"', {}],
    ['a name', `canaries"%3Breset role`, {}],
    ['an order', 'canaries?order=name;reset role', {}],
    ['a limit', 'canaries?limit=1;reset role', {}],
  ])('by %s stays who he is', async (_, url, headers) => {
    await server.ask('viewer', 'GET', url, { headers });
    // Connections are shared: on any of them the next request is still refused what its caller may not do.
    const next = await Promise.all(
      Array.from({ length: 12 }, () =>
        server.ask('viewer', 'PATCH', 'canaries?name=eq.kept', { body: { labels: {} } }),
      ),
    );
    expect(new Set(next.map(({ status }) => status))).toEqual(new Set([403]));
    const read = await server.ask('health_only', 'GET', 'people');
    expect(read.status).toBe(403);
  });

  it.each([
    'regclass',
    'regrole',
    'regproc',
    'regnamespace',
    'regtype',
    'oid',
    'xid',
    'aclitem',
    'pg_catalog.regclass',
  ])('learns no name of the catalogs by a cast to %s', async (type) => {
    const { status, text } = await server.ask('viewer', 'GET', `canaries?select=x:name::${type}`);
    expect(status).toBe(400);
    expect(text).not.toMatch(/relation "|role "|schema "/);
  });

  it('cannot ask how the database does it', async () => {
    for (const accept of ['application/vnd.pgrst.plan', 'application/vnd.pgrst.plan+json; options=verbose'])
      expect(await outcome('admin', 'canaries', { accept })).toBe('406 PGRST107');
  });
});

describe('the change stream', () => {
  it('is for those who are signed in', async () => {
    expect((await server.ask('nobody', 'GET', '/api/v1/changes')).status).toBe(401);
  });

  it.each(SIGNED_IN)('tells %s of the tables that he may read and of no other', async (caller) => {
    const stream = await server.listen(caller);
    const { database } = server;
    const tell = (table: string) =>
      database.query(`select pg_notify('watchroom_changes', $1)`, [JSON.stringify({ table, ids: 'many', tx: '1' })]);
    const secret = [...hidden.map(({ name }) => name), 'constructor', '__proto__', 'toString', 'api.people', ''];
    for (const table of [...secret, ...Object.keys(EXPOSED_TABLES).filter((name) => name !== 'checks'), 'checks'])
      await tell(table);
    const expected = Object.keys({ ...EXPOSED_TABLES, ...HEARD_TABLES }).filter((table) => mayHear(caller, table));
    try {
      // Messages keep their order: with the last one, all others were heard or kept back.
      await expect.poll(() => stream.tables()).toContain('checks');
      expect(stream.tables().toSorted()).toEqual(expected.toSorted());
    } finally {
      stream.close();
    }
  });
});
