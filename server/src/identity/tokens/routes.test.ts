import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import { basic, createPerson } from '../testing/identity-server.ts';
import { bearer, MINE, PASSWORD, startTokenServer, type TokenServer } from './testing/token-server.ts';

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

describe('making an access token', () => {
  it.each([
    [{ name: '' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ scope: 'owner' }, 'scope'],
    [{ days: 0 }, 'days'],
    [{ days: 366 }, 'days'],
    [{ days: 1.5 }, 'days'],
    [{ days: '30' }, 'days'],
    [{ extra: 1 }, 'body'],
  ])('is refused with the field that is wrong: %j', async (input, field) => {
    const { status, body } = await tokens.create(input);
    expect(status).toBe(400);
    expect(body['fields']).toHaveProperty(field);
  });

  it('with a role above one’s own is refused', async () => {
    const { status, body } = await tokens.create({ scope: 'admin' });
    expect([status, body['fields']]).toEqual([403, { scope: 'Choose a role that is not above your own' }]);
    expect(body.message).toContain('you are editor, not admin');
    await test.database.query('delete from identity.person_roles');
    expect((await tokens.create({ scope: 'responder' })).status).toBe(403);
    expect((await tokens.create({ scope: 'viewer' })).status).toBe(201);
    expect((await tokens.create({ scope: 'read_only', name: 'other' })).status).toBe(201);
  });

  it('under a name that one has already is refused, also of two at the same moment', async () => {
    const both = await Promise.all([tokens.create({ name: 'twice' }), tokens.create({ name: ' twice ' })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect((await tokens.create({ name: 'twice' })).body['fields']).toEqual({ name: 'This name is taken' });
    const bob = await createPerson(test.database, { email: 'bob@example.com', password: PASSWORD });
    expect((await tokens.create({ name: 'twice', scope: 'viewer' }, await tokens.signIn(bob))).status).toBe(201);
  });

  it('ends at fifty, whatever comes at the same moment', async () => {
    await test.database.query(
      `insert into identity.access_tokens (person_id, name, scope, token_hash, expires_at)
       select $1, 'token ' || n, 'viewer', sha256(n::text::bytea), now() from generate_series(1, 48) n`,
      [tokens.ann],
    );
    const many = await Promise.all(['a', 'b', 'c', 'd'].map((name) => tokens.create({ name })));
    expect(many.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
    expect((await tokens.create({ name: 'e' })).body.message).toContain('Revoke one');
  });

  it('needs a session: neither a token nor a password makes one', async () => {
    const { token } = await tokens.make();
    const more = { name: 'more' };
    expect((await tokens.create(more, bearer(token))).status).toBe(403);
    expect((await tokens.create(more, basic('ann@example.com', PASSWORD))).status).toBe(403);
    expect((await tokens.create(more, {})).status).toBe(401);
    expect((await tokens.create(more, { cookie: tokens.cookie, origin: 'https://evil.example' })).status).toBe(403);
  });

  it('needs a session on the level of the account', async () => {
    await test.database.query(
      `insert into identity.credentials (person_id, type, secret) values ($1, 'totp', 'sealed')`,
      [tokens.ann],
    );
    expect((await tokens.create({})).status).toBe(401);
    expect((await tokens.create({}, await tokens.signIn(tokens.ann, 'aal2'))).status).toBe(201);
  });
});

describe('the tokens of others', () => {
  it('are neither listed nor revoked as one’s own', async () => {
    const { row } = await tokens.make();
    const bob = await createPerson(test.database, { email: 'bob@example.com', password: PASSWORD, roles: ['admin'] });
    const headers = await tokens.signIn(bob);
    expect(await tokens.listed(MINE, headers)).toEqual([]);
    expect((await tokens.remove(`${MINE}/${row.id}`, headers)).status).toBe(404);
    expect(await tokens.listed()).toHaveLength(1);
  });

  it('are at addresses that name ids, and nothing else', async () => {
    await test.database.query(`update identity.person_roles set role = 'admin'`);
    expect((await tokens.get('/api/v1/identity/people/1/tokens')).status).toBe(404);
    const url = `/api/v1/identity/people/x/tokens/${tokens.ann}`;
    expect((await tokens.remove(url)).status).toBe(404);
  });
});
