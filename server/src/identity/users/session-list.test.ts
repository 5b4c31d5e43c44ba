import type { SessionRow } from '@watchroom/contract/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedIn, startUsersServer, type UsersServer } from './testing/users-server.ts';

const MINE = '/api/v1/identity/sessions';

let server: UsersServer;
let admin: SignedIn;
let joe: SignedIn;
beforeAll(async () => {
  server = await startUsersServer();
  admin = await server.person('admin', 'admin');
  joe = await server.person('joe');
});
afterAll(() => server[Symbol.asyncDispose]());

const ofJoe = () => `/api/v1/identity/people/${joe.id}/sessions`;
async function list(who: SignedIn, url = MINE): Promise<readonly SessionRow[]> {
  const { status, body } = await server.send(who, 'GET', url);
  expect(status).toBe(200);
  return body as SessionRow[];
}

describe('the list of sessions', () => {
  it('tells where each was begun and how, marks the one that asks, and holds no secret', async () => {
    const [session, ...others] = await list(joe);
    expect(others).toEqual([]);
    const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(session).toEqual({
      id: expect.any(String) as unknown,
      createdAt: time,
      lastSeenAt: time,
      expiresAt: time,
      assuranceLevel: 'aal1',
      methods: ['password'],
      userAgent: 'Browser/1',
      address: '203.0.113.1',
      isCurrent: true,
    });
  });

  it('holds the live ones of one person alone, the one used last first', async () => {
    const [first] = await list(joe);
    const second = await server.signIn(joe);
    const over = await server.signIn(joe);
    await server.database.query(`update identity.sessions set expires_at = now() - interval '1 second' where id = $1`, [
      over,
    ]);
    await server.database.query(
      `update identity.sessions set last_seen_at = now() + interval '1 minute' where id = $1`,
      [second],
    );
    expect((await list(joe)).map(({ id }) => id)).toEqual([second, first?.id]);
    expect((await list(admin, ofJoe())).map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [second, false],
      [first?.id, false],
    ]);
    expect(await list(admin)).toHaveLength(1);
    expect(await list(admin, `/api/v1/identity/people/${crypto.randomUUID()}/sessions`)).toEqual([]);
  });
});

describe('ending a session', () => {
  it('is for its owner, and for an administrator, and stands in the trail', async () => {
    const one = await server.signIn(joe);
    const two = await server.signIn(joe);
    expect(await server.send(joe, 'DELETE', `${MINE}/${one}`)).toEqual({ status: 204, body: undefined });
    expect((await server.send(admin, 'DELETE', `${ofJoe()}/${two}`)).status).toBe(204);
    const ids = (await list(joe)).map(({ id }) => id);
    expect(ids).not.toContain(one);
    expect(ids).not.toContain(two);
    const { rows } = await server.database.query(
      `select caller, after, host(address) as address from platform.audit_log where action = 'sign_out' and row_id = $1 order by at, id`,
      [joe.id],
    );
    expect(rows).toEqual([
      { caller: joe.id, after: { session: one }, address: '127.0.0.1' },
      { caller: admin.id, after: { session: two }, address: '127.0.0.1' },
    ]);
  });

  it('of somebody else, or that is over, is not found and ends nothing', async () => {
    const [theirs] = await list(admin);
    for (const url of [`${MINE}/${theirs?.id}`, `${MINE}/${crypto.randomUUID()}`, `${MINE}/x`])
      expect((await server.send(joe, 'DELETE', url)).status).toBe(404);
    expect((await server.send(admin, 'DELETE', `${ofJoe()}/${theirs?.id}`)).status).toBe(404);
    expect((await server.send(admin, 'DELETE', `/api/v1/identity/people/x/sessions/${theirs?.id}`)).status).toBe(404);
    expect(await list(admin)).toHaveLength(1);
  });

  it('may be the one that asks, which is let in no more', async () => {
    const ann = await server.person('ann');
    const [own] = await list(ann);
    expect((await server.send(ann, 'DELETE', `${MINE}/${own?.id}`)).status).toBe(204);
    expect((await server.send(ann, 'GET', MINE)).status).toBe(401);
  });
});
