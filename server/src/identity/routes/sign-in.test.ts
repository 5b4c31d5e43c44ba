import { hostname } from 'node:os';
import { permissionsOf } from '@watchroom/contract/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import { hashPassword } from '../passwords.ts';
import { createPerson, type IdentityServer, serveIdentity } from '../testing/identity-server.ts';

const PASSWORD = 'correct horse battery';
const SESSION = '/api/v1/identity/session';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let server: IdentityServer;
let ann: string;

beforeAll(async () => {
  test = await createTestDatabase();
  server = await serveIdentity(test.database);
  ann = await createPerson(test.database, {
    email: 'ann@example.com',
    password: PASSWORD,
    roles: ['responder', 'editor'],
  });
  await createPerson(test.database, { email: 'viewer@example.com', password: PASSWORD });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});
beforeEach(() => test.database.query('truncate identity.attempts'));

const signIn = (body: unknown, headers: Record<string, string> = {}, from = '203.0.113.1') =>
  server.send({ method: 'POST', url: SESSION, body, headers, from });
const signInAnn = (headers: Record<string, string> = {}) =>
  signIn({ email: 'ann@example.com', password: PASSWORD }, headers);
const signOut = (headers: Record<string, string> = {}) => server.send({ method: 'DELETE', url: SESSION, headers });
const whoAmI = (headers: Record<string, string> = {}) =>
  server.send({ method: 'GET', url: '/api/auth/whoami', headers });
const guarded = (headers: Record<string, string> = {}) => server.send({ method: 'POST', url: '/guarded', headers });

describe('signing in', () => {
  it('answers who came in and sets a cookie that scripts cannot read and other sites cannot use', async () => {
    const answer = await signInAnn();
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.payload).toEqual({
      user: { id: ann, name: 'ann@example.com', email: 'ann@example.com', avatar: null },
      roles: ['editor', 'responder'],
      permissions: [...permissionsOf(['editor', 'responder'])].sort(),
      hostname: hostname(),
    });
    const [value, ...flags] = answer.setCookie.split('; ');
    expect(value).toMatch(/^watchroom_session=[A-Za-z0-9_-]{43}$/);
    expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']);
  });

  it('takes an email however it is written', async () => {
    expect((await signIn({ email: '  ANN@Example.COM ', password: PASSWORD })).status).toBe(200);
  });

  it('answers a wrong password, an unknown email and a deleted person alike', async () => {
    const gone = await createPerson(test.database, { email: 'gone@example.com', password: PASSWORD });
    await test.database.query('update identity.people set deleted_at = now() where id = $1', [gone]);
    const answers = await Promise.all([
      signIn({ email: 'ann@example.com', password: 'wrong password' }),
      signIn({ email: 'nobody@example.com', password: PASSWORD }),
      signIn({ email: 'gone@example.com', password: PASSWORD }),
      signIn({ email: 'ann@example.com', password: 'x'.repeat(100_000) }),
      signIn({ email: 'a\0b@example.com', password: PASSWORD }),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 401, setCookie: '' });
      expect(answer.body).toEqual(answers[0]?.body);
    }
    expect(answers[0]?.body).toMatchObject({
      code: 'wrong_credentials',
      message: 'The email or the password is wrong.',
    });
  });

  it.each([
    ['no password', { email: 'ann@example.com' }, 'password'],
    ['an empty email', { email: '', password: 'x' }, 'email'],
    ['an object as password', { email: 'ann@example.com', password: { $ne: 1 } }, 'password'],
    ['an unknown field', { email: 'ann@example.com', password: 'x', remember: true }, 'body'],
  ])('refuses %s and names the field', async (_, body, field) => {
    const answer = await signIn(body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body['fields'] ?? {})).toEqual([field]);
  });

  it('is refused to a page of another site, and to a form that such a page sends', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example'])
      expect(await signInAnn({ origin })).toMatchObject({ status: 403, setCookie: '' });
    const form = await server.app.inject({
      method: 'POST',
      url: SESSION,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `email=ann@example.com&password=${PASSWORD}`,
    });
    expect(form.statusCode).toBeGreaterThanOrEqual(400);
    expect(form.headers['set-cookie']).toBeUndefined();
  });

  it('gives a session of its own each time and ends the one that it replaces', async () => {
    const first = await signInAnn();
    const planted = await signInAnn({ cookie: `watchroom_session=${'A'.repeat(43)}` });
    expect(planted.cookie).not.toContain('AAAAAAAA');
    const second = await signInAnn({ cookie: first.cookie });
    expect((await whoAmI({ cookie: first.cookie })).status).toBe(401);
    expect((await whoAmI({ cookie: second.cookie })).status).toBe(200);
    expect((await whoAmI({ cookie: planted.cookie })).status).toBe(200);
  });

  it('is refused with a time to wait after five wrong passwords, even with the right one, from that address only', async () => {
    for (let time = 0; time < 5; time += 1)
      expect((await signIn({ email: 'ann@example.com', password: `wrong ${time}` })).status).toBe(401);
    const refused = await signInAnn();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' }, setCookie: '' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(890);
    expect((await signIn({ email: 'ann@example.com', password: PASSWORD }, {}, '203.0.113.2')).status).toBe(200);
  });

  it('is refused alike for an email that nobody has, so that limits tell nothing', async () => {
    for (let time = 0; time < 5; time += 1) await signIn({ email: 'nobody@example.com', password: 'wrong' });
    expect((await signIn({ email: 'nobody@example.com', password: 'wrong' })).status).toBe(429);
  });

  it('counts together what replicas see', async () => {
    await using replica = await serveIdentity(test.database, { clock: server.clock });
    const body = { email: 'ann@example.com', password: 'wrong password' };
    for (let time = 0; time < 5; time += 1)
      await (time % 2 === 0 ? server : replica).send({ method: 'POST', url: SESSION, body, from: '203.0.113.1' });
    expect((await replica.send({ method: 'POST', url: SESSION, body, from: '203.0.113.1' })).status).toBe(429);
  });

  it('spends no hash and no attempt on a password that is longer than any', async () => {
    for (let time = 0; time < 6; time += 1)
      expect((await signIn({ email: 'ann@example.com', password: 'x'.repeat(1025) })).status).toBe(401);
    expect((await test.database.query('select 1 from identity.attempts')).rows).toEqual([]);
  });

  it('is put off without counting as an attempt while too many hashes wait', async () => {
    let busy = true;
    const hashing = Array.from({ length: 66 }, async () => {
      while (busy) await hashPassword('x').catch(() => new Promise((resolve) => setImmediate(resolve)));
    });
    const answer = await signInAnn();
    busy = false;
    await Promise.all(hashing);
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    expect((await test.database.query('select 1 from identity.attempts')).rows).toEqual([]);
  });

  it('hashes an old password anew at the cost of today', async () => {
    const old = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    const id = await createPerson(test.database, { email: 'old@example.com', password: PASSWORD });
    await test.database.query('update identity.credentials set secret = $2 where person_id = $1', [id, old]);
    expect((await signIn({ email: 'old@example.com', password: 'password' })).status).toBe(200);
    const now = await test.database.query<{ secret: string }>(
      'select secret from identity.credentials where person_id = $1',
      [id],
    );
    expect(now.rows[0]?.secret).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn({ email: 'old@example.com', password: 'password' })).status).toBe(200);
  });

  it('never writes a password or a token into the log', async () => {
    const answer = await signInAnn();
    await signIn({ email: PASSWORD, password: 'another secret text' });
    await whoAmI({ cookie: answer.cookie });
    expect(server.logged()).toContain('a sign-in failed');
    for (const secret of [PASSWORD, 'another secret text', answer.cookie])
      expect(server.logged()).not.toContain(secret);
  });
});

describe('the cookie', () => {
  it('travels over https only when the console is reached by https', async () => {
    await using secure = await serveIdentity(test.database, { publicUrl: 'https://watch.example.com' });
    const answer = await secure.send({
      method: 'POST',
      url: SESSION,
      body: { email: 'ann@example.com', password: PASSWORD },
    });
    expect(answer.setCookie).toMatch(/; Secure/);
  });

  it('believes that of a trusted proxy and of nobody else', async () => {
    await using proxied = await serveIdentity(test.database, { trustedProxies: ['10.0.0.1'] });
    const request = {
      method: 'POST' as const,
      url: SESSION,
      body: { email: 'ann@example.com', password: PASSWORD },
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.7' },
    };
    expect((await proxied.send({ ...request, from: '10.0.0.1' })).setCookie).toMatch(/; Secure/);
    expect((await proxied.send({ ...request, from: '10.0.0.2' })).setCookie).not.toMatch(/; Secure/);
    const addresses = await test.database.query<{ address: string }>(
      `select host(address) as address from identity.sessions order by id desc limit 2`,
    );
    expect(addresses.rows.map((row) => row.address)).toEqual(['10.0.0.2', '198.51.100.7']);
  });
});

describe('signing out', () => {
  it('ends the session at once and takes the cookie away', async () => {
    const { cookie } = await signInAnn();
    const open = await guarded({ cookie });
    const sessionId = String(open.body['sessionId']);
    expect(open.body).toMatchObject({ role: 'editor', personId: ann, valid: true });
    const answer = await signOut({ cookie });
    expect(answer.status).toBe(204);
    expect(answer.setCookie).toMatch(/^watchroom_session=;.*Path=\/.*Expires=Thu, 01 Jan 1970/);
    expect((await guarded({ cookie })).status).toBe(401);
    expect(await server.identity.sessionIsValid(sessionId)).toBe(false);
  });

  it('answers alike without a session', async () => {
    expect((await signOut()).status).toBe(204);
    expect((await signOut({ cookie: 'watchroom_session=nonsense' })).status).toBe(204);
  });

  it('is refused to a page of another site', async () => {
    const { cookie } = await signInAnn();
    expect((await signOut({ cookie, origin: 'https://evil.example' })).status).toBe(403);
    expect((await whoAmI({ cookie })).status).toBe(200);
  });
});

describe('whoami', () => {
  it('is refused without a session or with one that never was', async () => {
    expect(await whoAmI()).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect((await whoAmI({ cookie: `watchroom_session=${'A'.repeat(43)}` })).status).toBe(401);
  });

  it('calls a person without a role a viewer, who may change nothing', async () => {
    const { cookie } = await signIn({ email: 'viewer@example.com', password: PASSWORD });
    expect((await whoAmI({ cookie })).body.payload?.roles).toEqual(['viewer']);
    expect(await guarded({ cookie })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('follows a change of role at the next request', async () => {
    const id = await createPerson(test.database, { email: 'riser@example.com', password: PASSWORD });
    const { cookie } = await signIn({ email: 'riser@example.com', password: PASSWORD });
    await test.database.query(`insert into identity.person_roles values ($1, 'admin')`, [id]);
    expect((await whoAmI({ cookie })).body.payload?.roles).toEqual(['admin']);
    expect((await guarded({ cookie })).status).toBe(200);
  });

  it('is refused at once to a person who was deleted', async () => {
    const id = await createPerson(test.database, { email: 'leaver@example.com', password: PASSWORD, roles: ['admin'] });
    const { cookie } = await signIn({ email: 'leaver@example.com', password: PASSWORD });
    expect((await guarded({ cookie })).status).toBe(200);
    await test.database.query('update identity.people set deleted_at = now() where id = $1', [id]);
    expect((await whoAmI({ cookie })).status).toBe(401);
    expect((await guarded({ cookie })).status).toBe(401);
  });
});
