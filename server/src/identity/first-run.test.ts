import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { prepareFirstRun } from './first-run.ts';
import { createPerson, type IdentityServer, serveIdentity } from './testing/identity-server.ts';
import { registerWithoutSignIn } from './without-sign-in.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let server: IdentityServer;

beforeEach(async () => {
  test = await createTestDatabase();
  server = await serveIdentity(test.database);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});

const LINK = { adminEmail: undefined, adminPassword: undefined };
const CONFIGURED = { adminEmail: 'Admin@Example.com', adminPassword: 'from the environment' };
const prepare = (config: typeof LINK | typeof CONFIGURED = LINK) =>
  prepareFirstRun(test.database, config, server.app.log);
const prepareToken = async () => (await prepare())?.replace('/setup#', '') ?? '';

async function administrators(): Promise<string[]> {
  const found = await test.database.query<{ email: string }>(
    `select p.email from identity.people p join identity.person_roles r on r.person_id = p.id and r.role = 'admin'`,
  );
  return found.rows.map((row) => row.email);
}

const session = (email: string, password: string) => server.openBrowser().signIn(email, password);
const setUp = (body: Readonly<Record<string, unknown>>, headers = {}) =>
  server.send({ method: 'POST', url: '/api/v1/identity/setup', body, headers });
const needed = async () => (await server.send({ method: 'GET', url: '/api/v1/identity/setup' })).body;

describe('a configured administrator', () => {
  it('is made at the first start and can sign in; no link is offered', async () => {
    expect(await prepare(CONFIGURED)).toBeUndefined();
    expect(await administrators()).toEqual(['admin@example.com']);
    const answer = await session('admin@example.com', 'from the environment');
    expect(answer.body).toMatchObject({ session: { identity: { traits: { name: { first: 'admin', last: '' } } } } });
    expect(await needed()).toMatchObject({ needed: false, auth: 'password', permissions: [] });
    expect(server.logged()).not.toContain('from the environment');
  });

  it('is not changed by a later start with another password', async () => {
    await prepare(CONFIGURED);
    await prepare({ ...CONFIGURED, adminPassword: 'another password' });
    expect((await session('admin@example.com', 'another password')).status).toBe(400);
    expect((await session('admin@example.com', 'from the environment')).status).toBe(200);
  });

  it('is made once by replicas that start together', async () => {
    await Promise.all([prepare(CONFIGURED), prepare(CONFIGURED), prepare(CONFIGURED)]);
    expect(await administrators()).toHaveLength(1);
  });

  it('takes the place of a link that an earlier start printed', async () => {
    const token = await prepareToken();
    await prepare(CONFIGURED);
    expect((await setUp({ token, email: 'late@example.com', password: 'correct horse' })).status).toBe(409);
    expect(await administrators()).toEqual(['admin@example.com']);
  });

  it('with a password that nobody could sign in with stops the start', async () => {
    for (const adminPassword of ['🔑🔑🔑🔑', 'x'.repeat(1025)])
      await expect(prepare({ ...CONFIGURED, adminPassword })).rejects.toThrow(/WATCHROOM_ADMIN_PASSWORD.*use at/);
    expect(await administrators()).toEqual([]);
  });

  it('does not raise a person who has that email without being an administrator', async () => {
    await createPerson(test.database, { email: 'admin@example.com', password: 'correct horse', roles: ['viewer'] });
    expect(await prepare(CONFIGURED)).toMatch(/^\/setup#/);
    expect(await administrators()).toEqual([]);
    expect((await session('admin@example.com', 'from the environment')).status).toBe(400);
  });
});

describe('the one-time link', () => {
  it('makes the administrator, signs him in, and is used up', async () => {
    const path = await prepare();
    expect(path).toMatch(/^\/setup#[A-Za-z0-9_-]{43}$/);
    expect(await needed()).toMatchObject({ needed: true, auth: 'password', permissions: [] });
    const token = path?.replace('/setup#', '') ?? '';
    const made = await setUp({ token, email: ' Ann@Example.com ', password: 'correct horse', name: 'Ann' });
    expect(made).toMatchObject({
      status: 200,
      body: { payload: { roles: ['admin'], user: { name: 'Ann', email: 'ann@example.com' } } },
    });
    const who = await server.send({ method: 'GET', url: '/api/auth/whoami', headers: { cookie: made.cookie } });
    expect(who.body.payload?.user.name).toBe('Ann');
    expect(made.setCookie).toMatch(/HttpOnly/);
    expect((await setUp({ token, email: 'bob@example.com', password: 'correct horse' })).body.code).toBe('conflict');
    expect(await needed()).toMatchObject({ needed: false, auth: 'password', permissions: [] });
    expect(await prepare()).toBeUndefined();
    expect(server.logged()).not.toContain('correct horse');
  });

  it('of an earlier start is replaced by that of the latest', async () => {
    const [old, latest] = [await prepareToken(), await prepareToken()];
    expect((await setUp({ token: old, email: 'ann@example.com', password: 'correct horse' })).body.code).toBe(
      'not_found',
    );
    expect((await setUp({ token: latest, email: 'ann@example.com', password: 'correct horse' })).status).toBe(200);
  });

  it('is in no log, whatever is done with it and however much is logged', async () => {
    const link = new URL((await prepare()) ?? '', 'http://watchroom.test');
    const token = link.hash.slice(1);
    expect(token).toHaveLength(43);
    // What a browser sends of the link.
    await server.send({ method: 'GET', url: link.pathname + link.search });
    await server.send({ method: 'GET', url: `/setup?token=${token}` });
    await server.send({ method: 'GET', url: `/login?return_to=${encodeURIComponent(`/setup?token=${token}`)}` });
    await setUp({ token: `${token}x`, email: 'ann@example.com', password: 'correct horse' });
    await setUp({ token, email: 'ann', password: 'correct horse' });
    await setUp({ token, email: 'ann@example.com', password: 'correct horse' });
    await setUp({ token, email: 'ann@example.com', password: 'correct horse' });
    expect(server.logged()).toContain('/setup[redacted]');
    expect(server.logged()).not.toContain(token);
  });

  it('is stored as a hash', async () => {
    const token = await prepareToken();
    const stored = await test.database.query('select row_to_json(f)::text as row from identity.first_run f');
    expect(JSON.stringify(stored.rows)).not.toContain(token);
  });

  it('makes one administrator of many who use it at one moment', async () => {
    const token = await prepareToken();
    const replica = await serveIdentity(test.database);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        (number % 2 === 0 ? server : replica).send({
          method: 'POST',
          url: '/api/v1/identity/setup',
          body: { token, email: `person${number}@example.com`, password: 'correct horse' },
        }),
      ),
    );
    await replica[Symbol.asyncDispose]();
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === 'conflict')).toHaveLength(7);
    expect(await administrators()).toHaveLength(1);
    const sessions = await test.database.query('select 1 from identity.sessions');
    expect(sessions.rows).toHaveLength(1);
  });

  it('is not made anew by a replica that starts while the administrator is being made', async () => {
    await prepare();
    let starting: Promise<string | undefined> | undefined;
    await test.database.transaction(async (transaction) => {
      await transaction.query('delete from identity.first_run');
      starting = prepare();
      await expect.poll(waiting).toBe(1);
      await transaction.query(`with p as (insert into identity.people (name) values ('Ann') returning id)
        insert into identity.person_roles (person_id, role) select id, 'admin' from p`);
    });
    expect(await starting).toBeUndefined();
    expect((await test.database.query('select 1 from identity.first_run')).rows).toEqual([]);
  });

  /** How many connections to this database wait for a lock. */
  async function waiting(): Promise<number> {
    const found = await test.database.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return found.rows.length;
  }

  it('is offered again when the only administrator was deleted, and his email is free', async () => {
    await prepare(CONFIGURED);
    await test.database.query(`update identity.people set deleted_at = now() where email = 'admin@example.com'`);
    const token = await prepareToken();
    expect((await setUp({ token, email: 'admin@example.com', password: 'correct horse' })).status).toBe(200);
  });

  it('outlives an email that is taken', async () => {
    await createPerson(test.database, { email: 'ann@example.com', password: 'correct horse' });
    const token = await prepareToken();
    expect((await setUp({ token, email: 'ANN@example.com', password: 'correct horse' })).body.code).toBe('conflict');
    expect((await setUp({ token, email: 'bob@example.com', password: 'correct horse' })).status).toBe(200);
  });

  it.each([
    ['a short password', { password: '1234567' }, 'password'],
    ['a long password', { password: 'x'.repeat(1025) }, 'password'],
    ['no email', { email: 'nobody' }, 'email'],
    ['a NUL in the email', { email: 'a\0@example.com' }, 'email'],
    ['a control character in the name', { name: 'Ann\u0007' }, 'name'],
    ['an unknown field', { role: 'admin' }, 'body'],
  ])('refuses %s and names the field', async (_, wrong, field) => {
    const token = await prepareToken();
    const answer = await setUp({ token, email: 'ann@example.com', password: 'correct horse', ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(Object.keys(answer.body['fields'] ?? {})).toEqual([field]);
    expect(await administrators()).toEqual([]);
  });

  it('refuses a token that was never made, and requests from another site', async () => {
    const token = await prepareToken();
    const body = { email: 'ann@example.com', password: 'correct horse' };
    expect((await setUp({ ...body, token: 'A'.repeat(43) })).status).toBe(404);
    expect((await setUp({ ...body, token }, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await administrators()).toEqual([]);
  });
});

describe('the deployment without sign-in', () => {
  it('says that nobody signs in and serves no other route of this room', async () => {
    const app = await createHttpServer({ logLevel: 'silent', trustedProxies: [], publicUrl: undefined });
    registerWithoutSignIn(app, undefined);
    expect((await app.inject('/api/v1/identity/setup')).json()).toEqual({
      needed: false,
      auth: 'none',
      permissions: ['signed-in', 'action:check.run', 'canaries:read'],
      registration: 'closed',
      signInFromAddress: 'never',
    });
    expect((await app.inject('/api/auth/whoami')).statusCode).toBe(404);
    expect((await app.inject('/kratos/self-service/login/browser')).statusCode).toBe(404);
    await app.close();
  });
});
