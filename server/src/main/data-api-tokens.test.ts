import { createHash, randomBytes } from 'node:crypto';
import { type Role, ROLES, type TokenScope } from '@watchroom/contract/identity';
import { EXPOSED_TABLES, mayUseTable } from '@watchroom/contract/rooms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallerName, type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';

let server: DataApiServer;
beforeAll(async () => {
  server = await startDataApiServer();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Headers with a token of this caller. */
async function tokenOf(caller: CallerName, scope: TokenScope): Promise<{ authorization: string }> {
  const token = `wr_${randomBytes(32).toString('base64url')}`;
  await server.database.query(
    `insert into identity.access_tokens (person_id, name, scope, token_hash, expires_at)
     values ($1, gen_random_uuid(), $2, $3, now() + interval '1 hour')`,
    [server.people.get(caller), scope, createHash('sha256').update(token).digest()],
  );
  return { authorization: `Bearer ${token}` };
}
const statusOf = async (method: string, url: string, headers: Record<string, string>, body?: object) =>
  (await server.ask('nobody', method, url, { headers, ...(body === undefined ? {} : { body }) })).status;

describe('a token at the data API', () => {
  it.each([...ROLES, 'read_only'] as const)(
    'of an administrator for %s reads and writes what that is',
    async (scope) => {
      const headers = await tokenOf('admin', scope);
      const role: Role = scope === 'read_only' ? 'viewer' : scope;
      const surprises: unknown[] = [];
      const step = async (expected: boolean, method: string, name: string, body?: object) => {
        const status = await statusOf(method, name, headers, body);
        if (status < 300 !== expected || status >= 500) surprises.push([method, name, status]);
      };
      for (const [name, table] of Object.entries(EXPOSED_TABLES)) {
        const mayWrite = scope !== 'read_only' && mayUseTable(role, table, 'write');
        const key = Object.keys(table.writes ?? {});
        await step(mayUseTable(role, table, 'read'), 'GET', `${name}?limit=1`);
        await step(mayUseTable(role, table, 'read'), 'HEAD', `${name}?limit=1`);
        await step(mayWrite && key.includes('insert'), 'POST', name, []);
      }
      expect(surprises).toEqual([]);
    },
  );

  it('that only reads is refused before anything is looked at, by every other method', async () => {
    const headers = await tokenOf('admin', 'read_only');
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])
      for (const name of ['', 'properties', 'saved_views', 'nothing', 'rpc/nothing', 'a/b'])
        expect([method, name, await statusOf(method, name, headers, method === 'OPTIONS' ? undefined : {})]).toEqual([
          method,
          name,
          403,
        ]);
  });
});

describe('an open change stream', () => {
  const atOnce = { timeout: 10_000 };

  it('ends with the token that opened it, and no other does', async () => {
    const first = await server.listen('nobody', await tokenOf('editor', 'editor'));
    const second = await server.listen('nobody', await tokenOf('editor', 'viewer'));
    await server.database.query(`delete from identity.access_tokens where scope = 'editor' and person_id = $1`, [
      server.people.get('editor'),
    ]);
    await expect.poll(() => first.isOver(), atOnce).toBe(true);
    expect(second.isOver()).toBe(false);
    second.close();
  });

  it.each(['session', 'token'])('opened by a %s ends when the roles of its person change', async (by) => {
    const stream = await (by === 'session'
      ? server.listen('responder')
      : server.listen('nobody', await tokenOf('responder', 'responder')));
    const other = await server.listen('commander');
    const become = (role: Role) =>
      server.database.query('update identity.person_roles set role = $2 where person_id = $1', [
        server.people.get('responder'),
        role,
      ]);
    await become('viewer');
    await expect.poll(() => stream.isOver(), atOnce).toBe(true);
    await become('responder');
    expect(other.isOver()).toBe(false);
    other.close();
  });
});

describe('the audit log at the data API', () => {
  const flag = (name: string, headers: Record<string, string>) =>
    statusOf('POST', 'properties', headers, { name, value: 'true' });

  it('tells an administrator who wrote what, from where, with the person embedded', async () => {
    expect(await flag('audited', await tokenOf('editor', 'editor'))).toBe(201);
    const { body } = await server.ask(
      'admin',
      'GET',
      'audit_log?select=caller(id,name),address,table_name,row_id,action,before,after&row_id=eq.audited&order=at.desc',
    );
    expect(body).toMatchObject([
      {
        caller: { id: server.people.get('editor'), name: 'editor' },
        address: '127.0.0.1',
        table_name: 'features.properties',
        action: 'insert',
        before: null,
        after: { name: 'audited', value: 'true' },
      },
    ]);
  });

  it('keeps the address of a write that has more behind it than its row', async () => {
    const { status } = await server.ask('editor', 'POST', 'teams', { body: { name: 'audited', spec: {} } });
    expect(status).toBe(201);
    const { body } = await server.ask('admin', 'GET', 'audit_log?table_name=eq.identity.teams&select=address');
    expect(body).toEqual([{ address: '127.0.0.1' }]);
  });

  it('is read by administrators alone, also as what is embedded in people', async () => {
    for (const caller of [...ROLES, 'roleless', 'health_only'] as const) {
      const allowed = caller === 'admin' ? 200 : 403;
      for (const url of [
        'audit_log?limit=1',
        'people?select=id,audit_log(id)&limit=1',
        'audit_log?select=id&caller=is.null',
      ])
        expect([caller, url, (await server.ask(caller, 'GET', url)).status]).toEqual([caller, url, allowed]);
    }
  });

  it('is filtered by action, table, person and time', async () => {
    const admin = server.people.get('admin') ?? '';
    for (const filter of [
      'action=in.(insert,update)',
      'table_name=like.identity.*',
      `caller=eq.${admin}`,
      'at=gte.2020-01-01T00:00:00Z&order=at.desc&limit=100&offset=0',
      'select=*,caller(id,name,avatar)&caller.name=eq.admin',
    ])
      expect([filter, (await server.ask('admin', 'GET', `audit_log?${filter}`)).status]).toEqual([filter, 200]);
  });

  it('is changed by nobody', async () => {
    for (const caller of ROLES)
      for (const [method, url] of [
        ['POST', 'audit_log'],
        ['PATCH', 'audit_log?id=not.is.null'],
        ['DELETE', 'audit_log?id=not.is.null'],
      ] as const)
        expect([
          caller,
          method,
          (await server.ask(caller, method, url, { body: { action: 'forged' } })).status,
        ]).toEqual([caller, method, 403]);
  });
});
