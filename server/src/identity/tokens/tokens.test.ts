import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import { deleteExpired } from '../delete-expired.ts';
import { basic, createPerson } from '../testing/identity-server.ts';
import { bearer, MINE, PASSWORD, startTokenServer, type TokenServer } from './testing/token-server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let tokens: TokenServer;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  tokens = await startTokenServer(test.database);
  return () => tokens[Symbol.asyncDispose]();
});

const attempts = async () =>
  (await test.database.query(`select 1 from identity.attempts where key like 'address:%'`)).rows.length;

describe('an access token', () => {
  it('is shown once, and stored as a hash', async () => {
    const { token, row } = await tokens.make();
    expect(token).toMatch(/^wr_[A-Za-z0-9_-]{43}$/);
    expect(row).toMatchObject({ name: 'script', scope: 'editor', lastUsedAt: null, lastUsedAddress: null });
    expect(Date.parse(row.expiresAt) - Date.parse(row.createdAt)).toBe(30 * DAY);
    expect(await tokens.listed()).toEqual([row]);
    const stored = await test.database.query<{ token_hash: Buffer }>('select * from identity.access_tokens');
    expect(stored.rows[0]?.token_hash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(stored.rows)).not.toContain(token.slice(3));
  });

  it('lets a script in as bearer, and as the password beside the email or "token"', async () => {
    const { token } = await tokens.make();
    for (const headers of [
      bearer(token),
      { authorization: `bEaReR  ${token} ` },
      basic('token', token),
      basic('Ann@Example.com', token),
    ]) {
      const answer = await tokens.write(headers);
      expect(answer).toMatchObject({ status: 200, body: { personId: tokens.ann, role: 'editor', valid: true } });
      expect(answer.body).not.toHaveProperty('sessionId');
    }
    expect(await attempts()).toBe(0);
  });

  it('beside the email of somebody else lets nobody in', async () => {
    const { token } = await tokens.make();
    await createPerson(test.database, { email: 'bob@example.com', password: PASSWORD, roles: ['admin'] });
    expect((await tokens.write(basic('bob@example.com', token))).status).toBe(401);
    expect((await tokens.write(basic('nobody@example.com', token))).status).toBe(401);
  });

  it('that reads reads as a viewer and changes nothing', async () => {
    const { token } = await tokens.make('read_only');
    expect((await tokens.get('/api/auth/whoami', bearer(token))).status).toBe(200);
    const refused = await tokens.write(bearer(token));
    expect(refused.status).toBe(403);
    expect((await tokens.remove(`${MINE}/${tokens.ann}`, bearer(token))).status).toBe(403);
    // An editor reads who there is, a viewer does not.
    const people = `/api/v1/identity/people/${tokens.ann}/tokens`;
    expect((await tokens.get(people)).status).toBe(200);
    expect((await tokens.get(people, bearer(token))).status).toBe(403);
  });

  it('with a role does what that role may, and never more than its person may now', async () => {
    const editor = await tokens.make('editor');
    const viewer = await tokens.make('viewer', { name: 'low' });
    expect((await tokens.write(bearer(viewer.token))).status).toBe(403);
    expect((await tokens.write(bearer(editor.token))).status).toBe(200);
    await test.database.query(`update identity.person_roles set role = 'viewer'`);
    expect((await tokens.write(bearer(editor.token))).status).toBe(403);
    await test.database.query(`update identity.person_roles set role = 'admin'`);
    expect((await tokens.write(bearer(editor.token))).body).toMatchObject({ role: 'editor' });
    await test.database.query('delete from identity.person_roles');
    expect((await tokens.write(bearer(editor.token))).status).toBe(403);
  });

  it('tells when and from where it was used, written once a minute', async () => {
    const { token } = await tokens.make();
    const usedAt = async () => (await tokens.listed())[0]?.lastUsedAt ?? '';
    await tokens.write(bearer(token), '198.51.100.7');
    await expect.poll(usedAt).toBe(new Date(tokens.server.clock.now()).toISOString());
    const first = await usedAt();
    expect((await tokens.listed())[0]?.lastUsedAddress).toBe('198.51.100.7');
    tokens.server.clock.forward(59_000);
    await tokens.write(bearer(token), '198.51.100.8');
    expect(await usedAt()).toBe(first);
    tokens.server.clock.forward(1_000);
    await tokens.write(bearer(token), '198.51.100.9');
    await expect.poll(usedAt).toBe(new Date(tokens.server.clock.now()).toISOString());
    expect((await tokens.listed())[0]?.lastUsedAddress).toBe('198.51.100.9');
  });

  it('is taken from an address that no column could hold', async () => {
    const { token } = await tokens.make();
    expect((await tokens.write(bearer(token), 'fe80::1%eth0')).status).toBe(200);
    await expect.poll(async () => (await tokens.listed())[0]?.lastUsedAddress).toBe('fe80::1');
  });

  it('never stands in the log', async () => {
    const { token } = await tokens.make();
    await tokens.write(bearer(token));
    await tokens.write(basic('token', token));
    expect(tokens.server.logged()).not.toContain(token.slice(3));
    expect(tokens.server.logged()).not.toContain(basic('token', token).authorization.slice(6));
  });
});

describe('an access token that ended', () => {
  const refusedAtOnce = async (token: string) => {
    const answer = await tokens.write(bearer(token));
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('Basic');
    expect((await tokens.write(basic('ann@example.com', token))).status).toBe(401);
    return answer.body.message;
  };

  it('is refused from the moment of its expiry, and says so', async () => {
    const { token } = await tokens.make('editor', { days: 1 });
    tokens.server.clock.forward(DAY - 1);
    expect((await tokens.write(bearer(token))).status).toBe(200);
    tokens.server.clock.forward(1);
    expect(await refusedAtOnce(token)).toContain('expired');
    expect(await attempts()).toBe(0);
  });

  it('is refused when it was revoked, by its owner or an administrator', async () => {
    const mine = await tokens.make();
    const own = await tokens.remove(`${MINE}/${mine.row.id}`);
    expect(own.status).toBe(204);
    await refusedAtOnce(mine.token);
    const other = await tokens.make();
    const root = await createPerson(test.database, { email: 'root@example.com', password: PASSWORD, roles: ['admin'] });
    const headers = await tokens.signIn(root);
    expect(await tokens.listed(`/api/v1/identity/people/${tokens.ann}/tokens`, headers)).toMatchObject([
      { id: other.row.id },
    ]);
    const url = `/api/v1/identity/people/${tokens.ann}/tokens/${other.row.id}`;
    expect((await tokens.remove(url)).status).toBe(403);
    expect((await tokens.remove(url, headers)).status).toBe(204);
    expect((await tokens.remove(url, headers)).status).toBe(404);
    await refusedAtOnce(other.token);
  });

  it.each([
    ['deactivated', `update identity.identities set state = 'inactive'`],
    ['deleted', 'update identity.people set deleted_at = now()'],
  ])('is refused when its person was %s', async (_how, statement) => {
    const { token } = await tokens.make();
    expect((await tokens.write(bearer(token))).status).toBe(200);
    await test.database.query(statement);
    expect(await refusedAtOnce(token)).toContain('no longer active');
  });

  it('stands in the audit log once an hour, however often a script comes with it', async () => {
    const { token, row } = await tokens.make('editor', { days: 1 });
    const told = async () =>
      (
        await test.database.query(
          `select caller, row_id, host(address) as address from platform.audit_log
           where action = 'token_refused' and after ->> 'token' = $1`,
          [row.id],
        )
      ).rows;
    tokens.server.clock.forward(DAY);
    for (let time = 0; time < 3; time += 1) await tokens.write(bearer(token));
    expect(await told()).toEqual([{ caller: null, row_id: tokens.ann, address: '203.0.113.1' }]);
    tokens.server.clock.forward(60 * MINUTE);
    await tokens.write(bearer(token));
    expect(await told()).toHaveLength(2);
  });

  it('is deleted a month after its expiry', async () => {
    const kept = await tokens.make('editor', { name: 'kept' });
    const old = await tokens.make('editor', { name: 'old' });
    await test.database.query(
      `update identity.access_tokens set expires_at = now() - case when id = $1 then interval '29 days' else interval '31 days' end`,
      [kept.row.id],
    );
    await deleteExpired(test.database);
    const names = (await tokens.listed()).map(({ name }) => name);
    expect(names).toEqual(['kept']);
    expect(names).not.toContain(old.row.name);
  });
});

describe('what is no access token', () => {
  it.each([
    '',
    'x',
    `wr_${'A'.repeat(43)}`,
    `wr_${'A'.repeat(42)}`,
    `wr_${'A'.repeat(44)}`,
    `WR_${'A'.repeat(43)}`,
    "wr_' or true --",
    'two words',
    'A'.repeat(10_000),
  ])('is refused as bearer and as password: %#', async (text) => {
    expect((await tokens.write({ authorization: `Bearer ${text}` })).status).toBe(401);
    expect((await tokens.write(basic('token', text))).status).toBe(401);
  });

  it('counts against the address and ends in a time to wait, while a right one goes on', async () => {
    const { token } = await tokens.make();
    for (let time = 0; time < 5; time += 1) expect((await tokens.write(bearer(`wrong${time}`))).status).toBe(401);
    const refused = await tokens.write(bearer(`wr_${'A'.repeat(43)}`));
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(await attempts()).toBe(5);
    expect((await tokens.write(bearer(token))).status).toBe(200);
    expect((await tokens.write(bearer('wrong'), '203.0.113.2')).status).toBe(401);
  });

  it('does not keep the owner of the email from signing in with his password', async () => {
    for (let time = 0; time < 8; time += 1)
      await tokens.write(basic('ann@example.com', `wr_${String(time).repeat(43)}`));
    expect((await tokens.write(basic('ann@example.com', PASSWORD))).status).toBe(200);
  });
});
