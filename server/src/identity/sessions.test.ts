import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { deleteExpired } from './delete-expired.ts';
import { createSession, endSession, endSessionsOf, findSession, sessionValidUntil } from './sessions.ts';
import { createPerson, type HandClock, handClock } from './testing/identity-server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PROOF = { level: 'aal1', methods: [] } as const;
const FROM = { userAgent: 'Browser/1', address: '203.0.113.1' };

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let personId: string;
let clock: HandClock;

beforeAll(async () => {
  test = await createTestDatabase();
  personId = await createPerson(test.database, {
    email: 'ann@example.com',
    password: 'correct horse',
    roles: ['editor'],
  });
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(() => {
  clock = handClock();
});

const begin = () => createSession(test.database, clock, personId, FROM, PROOF);
const find = (token: string) => findSession(test.database, clock, token);
async function stored(id: string) {
  const found = await test.database.query<{ last_seen_at: Date; expires_at: Date; token_hash: Buffer }>(
    'select * from identity.sessions where id = $1',
    [id],
  );
  return found.rows[0];
}

/** Runs `work` and answers the messages on the change channel that it brought. */
async function announcedBy(work: () => Promise<unknown>): Promise<unknown[]> {
  const client = await test.database.connect();
  const messages: unknown[] = [];
  client.on('notification', ({ payload }) => messages.push(JSON.parse(payload ?? '{}')));
  await client.query('listen watchroom_changes');
  await work();
  await expect.poll(() => messages.length).toBeGreaterThan(0);
  await client.end();
  return messages;
}

describe('a session', () => {
  it('is found by its token, with the person and his roles as they are now', async () => {
    const token = await begin();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await find(token))?.account).toMatchObject({ personId, email: 'ann@example.com', roles: ['editor'] });
    await test.database.query(`insert into identity.person_roles values ($1, 'responder')`, [personId]);
    expect((await find(token))?.account.roles).toHaveLength(2);
    await test.database.query(`delete from identity.person_roles where role = 'responder'`);
  });

  it('is stored as the hash of its token', async () => {
    const token = await begin();
    const row = await stored((await find(token))?.id ?? '');
    expect(row?.token_hash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it.each(['', 'x', 'A'.repeat(43), "' or true --", '\0'.repeat(43)])('is not found by %j', async (token) => {
    expect(await find(token)).toBeUndefined();
  });

  it('ends after seven days without use, and each use begins them anew', async () => {
    const token = await begin();
    clock.forward(7 * DAY - 1);
    expect(await find(token)).toBeDefined();
    clock.forward(7 * DAY - 1);
    expect(await find(token)).toBeDefined();
    clock.forward(7 * DAY);
    expect(await find(token)).toBeUndefined();
  });

  it('ends thirty days after it began, however much it is used', async () => {
    const token = await begin();
    for (let day = 0; day < 29; day += 1) {
      clock.forward(DAY);
      expect(await find(token)).toBeDefined();
    }
    clock.forward(DAY - 1);
    expect(await find(token)).toBeDefined();
    clock.forward(1);
    expect(await find(token)).toBeUndefined();
  });

  it('is written at most once a minute', async () => {
    const token = await begin();
    const id = (await find(token))?.id ?? '';
    const before = await stored(id);
    clock.forward(MINUTE - 1);
    await find(token);
    expect(await stored(id)).toEqual(before);
    clock.forward(1);
    await find(token);
    expect((await stored(id))?.last_seen_at.getTime()).toBe(clock.now());
  });

  it('that ends is announced to open streams with the commit, and leaves others alone', async () => {
    const [one, other] = await Promise.all([begin(), begin()]);
    const id = (await find(one))?.id ?? '';
    expect(await sessionValidUntil(test.database, clock, id)).toBe((await stored(id))?.expires_at.getTime());
    const messages = await announcedBy(() => test.database.transaction((transaction) => endSession(transaction, id)));
    expect(messages).toMatchObject([{ table: 'sessions', ids: [id] }]);
    expect(await sessionValidUntil(test.database, clock, id)).toBeUndefined();
    expect(await find(one)).toBeUndefined();
    expect(await find(other)).toBeDefined();
  });

  it('ends together with all others of its person, and with none of somebody else', async () => {
    const somebody = await createPerson(test.database, { email: 'bob@example.com', password: 'correct horse' });
    const kept = await createSession(test.database, clock, somebody, { userAgent: null, address: null }, PROOF);
    const tokens = await Promise.all([begin(), begin()]);
    await announcedBy(() => test.database.transaction((transaction) => endSessionsOf(transaction, personId)));
    for (const token of tokens) expect(await find(token)).toBeUndefined();
    expect(await find(kept)).toBeDefined();
  });

  it('of a person who was deleted opens nothing', async () => {
    const gone = await createPerson(test.database, { email: 'carl@example.com', password: 'correct horse' });
    const token = await createSession(test.database, clock, gone, FROM, PROOF);
    const id = (await find(token))?.id ?? '';
    await test.database.query('update identity.people set deleted_at = now() where id = $1', [gone]);
    expect(await find(token)).toBeUndefined();
    expect(await sessionValidUntil(test.database, clock, id)).toBeUndefined();
  });
});

describe('deleting what has expired', () => {
  it('removes expired sessions, tells open streams, and keeps the live ones', async () => {
    const [live, expired] = await Promise.all([begin(), begin()]);
    const id = (await find(expired))?.id ?? '';
    await test.database.query('update identity.sessions set expires_at = now() where id = $1', [id]);
    const messages = await announcedBy(() => deleteExpired(test.database));
    expect(messages).toMatchObject([{ table: 'sessions', ids: [id] }]);
    expect(await stored(id)).toBeUndefined();
    expect(await find(live)).toBeDefined();
  });
});
