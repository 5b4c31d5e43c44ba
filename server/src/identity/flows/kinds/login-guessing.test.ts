import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../testkit/database.ts';
import { hashPassword } from '../../passwords.ts';
import { createPerson, type IdentityServer, serveIdentity } from '../../testing/identity-server.ts';

const PASSWORD = 'correct horse battery';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let server: IdentityServer;

beforeAll(async () => {
  test = await createTestDatabase();
  server = await serveIdentity(test.database);
  await createPerson(test.database, { email: 'ann@example.com', password: PASSWORD });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});
beforeEach(() => test.database.query('truncate identity.attempts'));

const signIn = (email: string, password: string, from?: string) => server.openBrowser(from).signIn(email, password);

describe('guessing passwords', () => {
  it('is put off after five wrong ones, even with the right one, from that address only', async () => {
    for (let time = 0; time < 5; time += 1) expect((await signIn('ann@example.com', `wrong ${time}`)).status).toBe(400);
    const refused = await signIn('ann@example.com', PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { error: { id: 'too_many_requests' } } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(890);
    expect((await signIn('ann@example.com', PASSWORD, '203.0.113.2')).status).toBe(200);
  });

  it('is put off alike for an email that nobody has, so that limits tell nothing', async () => {
    for (let time = 0; time < 5; time += 1) await signIn('nobody@example.com', 'wrong');
    expect((await signIn('nobody@example.com', 'wrong')).status).toBe(429);
  });

  it('is counted together by all replicas', async () => {
    await using replica = await serveIdentity(test.database, { clock: server.clock });
    for (let time = 0; time < 5; time += 1)
      await (time % 2 === 0 ? server : replica).openBrowser().signIn('ann@example.com', 'wrong password');
    expect((await replica.openBrowser().signIn('ann@example.com', 'wrong password')).status).toBe(429);
  });

  it('is counted where the password is longer than any, though none is compared', async () => {
    const long = 'x'.repeat(1025);
    for (let time = 0; time < 5; time += 1) expect((await signIn('ann@example.com', long)).status).toBe(400);
    expect((await signIn('ann@example.com', long)).status).toBe(429);
  });

  it('is put off without counting while too many hashes wait', async () => {
    let busy = true;
    const hashing = Array.from({ length: 66 }, async () => {
      while (busy) await hashPassword('x').catch(() => new Promise((resolve) => setImmediate(resolve)));
    });
    const answer = await signIn('ann@example.com', PASSWORD);
    busy = false;
    await Promise.all(hashing);
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    expect((await test.database.query('select 1 from identity.attempts')).rows).toEqual([]);
  });

  it('leaves the stored hash at the cost of today once the right one came', async () => {
    const old = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    const id = await createPerson(test.database, { email: 'old@example.com', password: PASSWORD });
    await test.database.query('update identity.credentials set secret = $2 where person_id = $1', [id, old]);
    expect((await signIn('old@example.com', 'password')).status).toBe(200);
    const now = await test.database.query<{ secret: string }>(
      'select secret from identity.credentials where person_id = $1',
      [id],
    );
    expect(now.rows[0]?.secret).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('writes no password and no token into the log or the audit log, and every failure into the latter', async () => {
    const browser = server.openBrowser();
    await browser.signIn('ann@example.com', PASSWORD);
    await signIn(PASSWORD, 'another secret text');
    const rows = await test.database.query<{ action: string; address: string; row: string }>(
      `select action, host(address) as address, a::text as row from platform.audit_log a order by at desc limit 3`,
    );
    expect(rows.rows.some(({ action, address }) => action === 'sign_in_failed' && address === '203.0.113.7')).toBe(
      true,
    );
    const written = server.logged() + rows.rows.map(({ row }) => row).join('');
    for (const secret of [PASSWORD, 'another secret text', browser.cookie('watchroom_session') ?? 'none'])
      expect(written).not.toContain(secret);
  });
});

describe('the cookie', () => {
  it('travels over https only when the console is reached by https, or a trusted proxy says so', async () => {
    await using secure = await serveIdentity(test.database, { publicUrl: 'https://watch.example.com' });
    expect(String((await secure.openBrowser().begin('login')).headers['set-cookie'])).toMatch(/; Secure/);
    await using proxied = await serveIdentity(test.database, { trustedProxies: ['10.0.0.1'] });
    const begin = (from: string) =>
      proxied
        .openBrowser(from)
        .send('GET', '/kratos/self-service/login/browser', undefined, { 'x-forwarded-proto': 'https' });
    expect(String((await begin('10.0.0.1')).headers['set-cookie'])).toMatch(/; Secure/);
    expect(String((await begin('10.0.0.2')).headers['set-cookie'])).not.toMatch(/; Secure/);
  });
});
