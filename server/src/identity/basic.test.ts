import { permissionsOf } from '@watchroom/contract/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { readBasic } from './basic.ts';
import { hashPassword } from './passwords.ts';
import { basic, createPerson, type IdentityServer, serveIdentity } from './testing/identity-server.ts';

const PASSWORD = 'correct: horse';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let server: IdentityServer;
let ann: string;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  await server?.[Symbol.asyncDispose]();
  await test.database.query('delete from identity.attempts; delete from identity.people');
  server = await serveIdentity(test.database);
  ann = await createPerson(test.database, { email: 'ann@example.com', password: PASSWORD, roles: ['editor'] });
  return () => server[Symbol.asyncDispose]();
});

const call = (headers: Record<string, string>, from = '203.0.113.1') =>
  server.send({ method: 'POST', url: '/guarded', headers, from });
const attempts = async () =>
  (await test.database.query(`select 1 from identity.attempts where key like 'pair:%'`)).rows.length;
const knownSince = async () =>
  (
    await test.database.query<{ at: Date }>(`select at from identity.attempts where key like 'known:%'`)
  ).rows[0]?.at.getTime();

describe('HTTP Basic', () => {
  it('lets a caller in with email and password, without a session', async () => {
    const answer = await call(basic('Ann@example.com', PASSWORD));
    expect(answer).toMatchObject({ status: 200, setCookie: '', body: { personId: ann, role: 'editor', valid: true } });
    expect(answer.body).not.toHaveProperty('sessionId');
    expect((await test.database.query('select 1 from identity.sessions')).rows).toEqual([]);
  });

  it('refuses a wrong password and an unknown email alike, and says how to sign in', async () => {
    const wrong = await call(basic('ann@example.com', 'wrong password'));
    const unknown = await call(basic('nobody@example.com', PASSWORD));
    expect(wrong.status).toBe(401);
    expect(wrong.headers['www-authenticate']).toMatch(/^Basic .*UTF-8/);
    expect(unknown.body).toEqual(wrong.body);
  });

  it('opens no dialog in a browser that sent nothing', async () => {
    const answer = await call({});
    expect(answer.status).toBe(401);
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });

  it('reads email and password as UTF-8', async () => {
    await createPerson(test.database, { email: 'zoë@exämple.com', password: 'päßwörd 🔑', roles: ['admin'] });
    expect((await call(basic('ZOË@exämple.com', 'päßwörd 🔑'))).status).toBe(200);
    const latin = Buffer.from('zoë@exämple.com:päßwörd', 'latin1').toString('base64');
    expect((await call({ authorization: `Basic ${latin}` })).status).toBe(401);
  });

  it('refuses a session cookie that ended, and takes the credentials beside it', async () => {
    const cookie = `watchroom_session=${'A'.repeat(43)}`;
    expect((await call({ cookie })).status).toBe(401);
    expect((await call({ cookie, ...basic('ann@example.com', PASSWORD) })).status).toBe(200);
  });

  it('is refused to a page of another site, whose browser may remember the password', async () => {
    expect((await call({ ...basic('ann@example.com', PASSWORD), origin: 'https://evil.example' })).status).toBe(403);
  });

  it('is refused after five wrong passwords, with a time to wait', async () => {
    for (let time = 0; time < 5; time += 1)
      expect((await call(basic('ann@example.com', `wrong ${time}`))).status).toBe(401);
    const refused = await call(basic('ann@example.com', PASSWORD));
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect((await call(basic('ann@example.com', PASSWORD), '203.0.113.2')).status).toBe(200);
  });

  it('compares the password once a minute, however many requests come', async () => {
    await call(basic('ann@example.com', PASSWORD));
    const first = await knownSince();
    server.clock.forward(59_000);
    await call(basic('ann@example.com', PASSWORD));
    expect(await knownSince()).toBe(first);
    server.clock.forward(1_000);
    await call(basic('ann@example.com', PASSWORD));
    expect(await knownSince()).toBe(server.clock.now());
  });

  it('counts wrong passwords that arrive together as one, and lets right ones through together', async () => {
    const wrong = await Promise.all(Array.from({ length: 20 }, () => call(basic('ann@example.com', 'wrong password'))));
    expect(wrong.every((answer) => answer.status === 401)).toBe(true);
    expect(await attempts()).toBeLessThanOrEqual(5);
    const right = await Promise.all(Array.from({ length: 20 }, () => call(basic('ann@example.com', PASSWORD))));
    expect(right.every((answer) => answer.status === 200)).toBe(true);
  });

  it('ends with the password that it remembered', async () => {
    expect((await call(basic('ann@example.com', PASSWORD))).status).toBe(200);
    await test.database.query('update identity.credentials set secret = $1', [await hashPassword('a new password')]);
    expect((await call(basic('ann@example.com', PASSWORD))).status).toBe(401);
    expect((await call(basic('ann@example.com', 'a new password'))).status).toBe(200);
  });

  it('ends when the person is deleted, and follows his roles', async () => {
    expect((await call(basic('ann@example.com', PASSWORD))).status).toBe(200);
    await test.database.query(`update identity.person_roles set role = 'viewer'`);
    expect((await call(basic('ann@example.com', PASSWORD))).status).toBe(403);
    const caller = { personId: ann, role: 'viewer', permissions: permissionsOf(['viewer']) };
    expect(
      await server.identity.callerValidUntil({ ...caller, permissions: permissionsOf(['editor']) }),
    ).toBeUndefined();
    expect(await server.identity.callerValidUntil(caller)).toBe(Infinity);
    await test.database.query('update identity.people set deleted_at = now()');
    expect(await server.identity.callerValidUntil(caller)).toBeUndefined();
    expect((await call(basic('ann@example.com', PASSWORD))).status).toBe(401);
  });

  it('is refused to an account with a second factor, which is told what to use instead', async () => {
    await call(basic('ann@example.com', PASSWORD));
    await test.database.query(
      `insert into identity.credentials (person_id, type, secret) values ($1, 'totp', 'sealed')`,
      [ann],
    );
    for (let time = 0; time < 2; time += 1) {
      const refused = await call(basic('ann@example.com', PASSWORD));
      expect([refused.status, refused.body.message]).toEqual([401, expect.stringContaining('use an access token')]);
      // Whoever does not know the password does not learn of it.
      const wrong = await call(basic('ann@example.com', 'wrong password'));
      expect(wrong.body.message).not.toContain('access token');
      server.clock.forward(60_000);
    }
  });

  it.each(['inactive', 'invited'])(
    'is refused to an account that is %s, also to a password that it remembers',
    async (state) => {
      await call(basic('ann@example.com', PASSWORD));
      await test.database.query('update identity.identities set state = $1', [state]);
      const caller = { personId: ann, role: 'editor', permissions: new Set<never>() };
      expect((await call(basic('ann@example.com', PASSWORD))).status).toBe(401);
      expect(await server.identity.callerValidUntil(caller)).toBeUndefined();
    },
  );

  it('never writes a password into the log', async () => {
    const headers = basic('ann@example.com', PASSWORD);
    await call(headers);
    await call(basic('ann@example.com', 'another secret text'));
    for (const secret of [PASSWORD, 'another secret text', headers.authorization.slice(6)])
      expect(server.logged()).not.toContain(secret);
  });
});

describe('an Authorization header', () => {
  it('may have a colon in the password and any case in the scheme', () => {
    expect(readBasic(`bAsIc ${Buffer.from('ann@example.com:a:b').toString('base64')}`)).toEqual({
      email: 'ann@example.com',
      password: 'a:b',
    });
  });

  it.each([
    undefined,
    '',
    'Basic',
    'Basic !!!',
    'Bearer YTpi',
    `Basic ${btoa('no colon')}`,
    `Basic ${btoa(':no email')}`,
  ])('that is %j names nobody', (header) => {
    expect(readBasic(header)).toBeUndefined();
  });
});
