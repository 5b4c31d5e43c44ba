import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedIn, startUsersServer, statusesOf, type UsersServer } from './testing/users-server.ts';

let server: UsersServer;
let admin: SignedIn;
let joe: SignedIn;
let removed: Awaited<ReturnType<UsersServer['send']>>;

/** Tables of the room that name a person, from the catalogs: what nobody thought of is looked at too. */
async function rowsOf(personId: string): Promise<string[]> {
  const { rows } = await server.database.query<{ table: string; column: string }>(
    `select c.conrelid::regclass::text as table, a.attname as column
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'identity.people'::regclass order by 1, 2`,
  );
  const found: string[] = [];
  for (const { table, column } of rows) {
    const held = await server.database.query(`select from ${table} where ${column} = $1`, [personId]);
    if ((held.rowCount ?? 0) > 0) found.push(`${table}.${column}`);
  }
  return found;
}

beforeAll(async () => {
  server = await startUsersServer();
  admin = await server.person('admin', 'admin');
  joe = await server.person('joe', 'editor', 'responder');
  const { database } = server;
  for (const statement of [
    `insert into identity.backup_codes (person_id, code_hash) values ($1, 'x')`,
    `insert into identity.passkeys (person_id, name, credential_id, public_key, verifies_user) values ($1, 'key', 'x', 'x', true)`,
    `insert into identity.provider_accounts (person_id, provider, subject) values ($1, 'github', 'x')`,
    `insert into identity.access_tokens (person_id, name, scope, token_hash, expires_at) values ($1, 'x', 'read_only', 'x', now() + interval '1 day')`,
    `insert into identity.codes (purpose, person_id, email, code_hash, token_hash, attempts_left, expires_at) values ('recovery', $1, 'joe@example.com', 'x', 'x', 1, now())`,
    `insert into identity.invitations (person_id, token_hash, expires_at, used_at) values ($1, 'x', now(), now())`,
    `insert into identity.flows (kind, browser_hash, person_id, request_url, state, issued_at, expires_at) values ('settings', 'x', $1, 'x', 'show_form', now(), now())`,
    `with t as (insert into identity.teams (name) values ('ops') returning id) insert into identity.team_members (team_id, person_id) select id, $1 from t`,
  ])
    await database.query(statement, [joe.id]);
  await database.transaction(
    (transaction) => transaction.query(`insert into identity.teams (name) values ('made by joe')`),
    { personId: joe.id, ip: null },
  );
  await database.query(
    `update identity.people set team_id = (select id from identity.teams where name = 'ops') where id = $1`,
    [joe.id],
  );
  expect((await rowsOf(joe.id)).length).toBeGreaterThan(10);
  removed = await server.send(admin, 'DELETE', `/api/people/${joe.id}`);
});
afterAll(() => server[Symbol.asyncDispose]());

describe('a user who is deleted', () => {
  it('is answered by nothing but the status', () => {
    expect(removed).toEqual({ status: 204, body: undefined });
  });

  it('stays a name in history, and nothing of him but that stays', async () => {
    expect(await rowsOf(joe.id)).toEqual(['identity.teams.created_by']);
    expect(
      await server.row(
        `select p.name, p.team_id, p.deleted_at is not null as gone from identity.people p join identity.teams t on t.created_by = p.id`,
      ),
    ).toEqual({ name: 'joe Test', team_id: null, gone: true });
  });

  it('keeps his trail, which tells what was taken and by whom', async () => {
    const { rows } = await server.database.query<{ table: string }>(
      `select distinct table_name as table from platform.audit_log
       where action = 'delete' and caller = $1 and address = '127.0.0.1' and (row_id = $2 or before ->> 'person_id' = $2) order by 1`,
      [admin.id, joe.id],
    );
    expect(rows.map(({ table }) => table)).toEqual(
      expect.arrayContaining(
        ['access_tokens', 'credentials', 'identities', 'passkeys', 'person_roles'].map((one) => `identity.${one}`),
      ),
    );
  });

  it('is let in no more', async () => {
    expect((await server.send(joe, 'GET', '/api/v1/identity/sessions')).status).toBe(401);
  });

  it('is not there to be changed or deleted again', async () => {
    const { id, email } = joe;
    expect((await server.send(admin, 'DELETE', `/api/people/${id}`)).status).toBe(404);
    const traits = { firstName: 'a', lastName: 'b', email, role: 'viewer', active: true };
    expect((await server.send(admin, 'POST', '/api/people/update', { id, ...traits })).status).toBe(404);
    expect((await server.send(admin, 'POST', `/api/v1/identity/people/${id}/invitation`)).status).toBe(404);
  });

  it('leaves his email to the next one, who is another person', async () => {
    const invited = await server.send(admin, 'POST', '/api/auth/invite_user', {
      firstName: 'Joe',
      lastName: 'Again',
      email: joe.email,
      role: 'viewer',
    });
    expect(invited.status).toBe(200);
    expect(
      await server.row('select id <> $1 as another from identity.people where email = $2 and deleted_at is null', [
        joe.id,
        joe.email,
      ]),
    ).toEqual({ another: true });
  });
});

describe('deleting', () => {
  it('of oneself is refused', async () => {
    await server.person('second', 'admin');
    expect(await server.send(admin, 'DELETE', `/api/people/${admin.id}`)).toMatchObject({
      status: 409,
      body: { message: 'You cannot delete your own account. Ask another administrator.' },
    });
  });

  it('of somebody who is not there, or has no account, is not found', async () => {
    const system = String((await server.row(`select id from identity.people where type = 'system'`))?.['id']);
    for (const id of [crypto.randomUUID(), system, 'x'])
      expect((await server.send(admin, 'DELETE', `/api/people/${id}`)).status).toBe(404);
  });

  it('of one user by many at the same instant is done once', async () => {
    const { id } = await server.person('once');
    const answers = await Promise.all([1, 2, 3].map(() => server.send(admin, 'DELETE', `/api/people/${id}`)));
    expect(statusesOf(answers)).toEqual([204, 404, 404]);
  });
});
