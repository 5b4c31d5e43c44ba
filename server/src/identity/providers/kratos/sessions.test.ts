import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { permissionsOf } from '@watchroom/contract/identity';
import { createPerson } from '../../testing/identity-server.ts';
import { type KratosServer, serveWithKratos } from '../../testing/kratos-server.ts';

const ADMIN = 'Boss@example.com';

let world: KratosServer;
beforeEach(async () => {
  world = await serveWithKratos({ adminEmail: ADMIN });
});
afterEach(() => world[Symbol.asyncDispose]());

const asked = () => world.kratos.askedPublic.filter(({ url }) => url === '/sessions/whoami');
const status = async (cookie: string) => (await world.whoAmI({ cookie })).status;
const stored = (id: string) =>
  world.row(
    `select p.name, p.email, i.first_name, i.last_name, i.state, i.email_verified_at is not null as verified,
       array(select role from identity.person_roles r where r.person_id = p.id) as roles
     from identity.people p left join identity.identities i on i.id = p.id where p.id = $1`,
    [id],
  );

describe('a session of Kratos', () => {
  it('lets its owner in, who becomes a person without a role under the id of his identity', async () => {
    const ann = world.kratos.person('Ann@Example.com', { first: 'Ann', last: 'Łukasz' });
    const { cookie } = world.kratos.signIn(ann);
    const answer = await world.whoAmI({ cookie: `watchroom_session=x; ${cookie}; csrf_token_1=y` });
    expect(answer).toMatchObject({
      status: 200,
      body: { payload: { user: { id: ann.id, name: 'Ann Łukasz', email: 'ann@example.com' }, roles: ['viewer'] } },
    });
    expect(asked()).toMatchObject([{ headers: { cookie } }]);
    expect(await stored(ann.id)).toEqual({
      name: 'Ann Łukasz',
      email: 'ann@example.com',
      first_name: 'Ann',
      last_name: 'Łukasz',
      state: 'active',
      verified: true,
      roles: [],
    });
    expect(
      await world.row(
        `select caller, host(address) as address, after from platform.audit_log where action = 'sign_in'`,
      ),
    ).toMatchObject({ caller: ann.id, address: '203.0.113.1', after: { provider: 'kratos' } });
  });

  it('is asked for once in five seconds, however many requests come', async () => {
    const { cookie } = world.kratos.signIn(world.kratos.person('ann@example.com'));
    await Promise.all(Array.from({ length: 20 }, () => world.whoAmI({ cookie })));
    world.server.clock.forward(4_999);
    expect(await status(cookie)).toBe(200);
    expect(asked()).toHaveLength(1);
    world.server.clock.forward(1);
    expect(await status(cookie)).toBe(200);
    expect(asked()).toHaveLength(2);
    const signedIn = await world.row(`select count(*)::int as times from platform.audit_log where action = 'sign_in'`);
    expect(signedIn).toEqual({ times: 1 });
  });

  it('ends within five seconds after it ended in Kratos, also for what is open', async () => {
    const ann = await world.come('ann@example.com');
    const [session] = world.kratos.sessions.values();
    const caller = { personId: ann.id, role: 'viewer', permissions: permissionsOf([]), sessionId: session?.id ?? '' };
    expect(await world.server.identity.callerValidUntil(caller)).toBe(Infinity);
    world.kratos.sessions.clear();
    expect(await world.server.identity.callerValidUntil(caller)).toBeUndefined();
    world.server.clock.forward(5_000);
    expect(await status(ann.cookie)).toBe(401);
  });

  it('that nobody found before is not valid for an open stream', async () => {
    expect(await world.server.provider.sessionValidUntil(crypto.randomUUID())).toBeUndefined();
  });

  it('ends at once when its browser signs out through us', async () => {
    const ann = await world.come('ann@example.com');
    await world.server.app.inject({ url: '/kratos/self-service/logout?token=1', headers: { cookie: ann.cookie } });
    expect(await status(ann.cookie)).toBe(401);
  });

  it.each(['', 'ory_kratos_session=', 'ory_kratos_session=unknown', `ory_kratos_session=${'x'.repeat(5_000)}`])(
    'is not there with the cookie %j',
    async (cookie) => {
      expect(await status(cookie)).toBe(401);
      expect(await world.row('select count(*)::int as people from identity.people where email is not null')).toEqual({
        people: 0,
      });
    },
  );

  it('counts only with the second factor that Kratos asks for, and at once when it is given', async () => {
    const ann = world.kratos.person('ann@example.com', { hasSecondFactor: true });
    const { cookie } = world.kratos.signIn(ann);
    expect(await status(cookie)).toBe(401);
    for (const session of world.kratos.sessions.values()) session.level = 'aal2';
    expect(await status(cookie)).toBe(200);
  });

  it.each([422, 403, 401])('is nobody where Kratos answers %i', async (refusal) => {
    world.kratos.instead.set('/sessions/whoami', { status: refusal, body: {} });
    expect(await status('ory_kratos_session=some')).toBe(401);
  });

  it.each([
    { status: 500, body: {} },
    { status: 404, body: {} },
    { status: 200, body: { id: 'no id' } },
    { status: 200, body: 'text' },
  ])('cannot be judged where Kratos answers $status and $body', async (answer) => {
    world.kratos.instead.set('/sessions/whoami', answer);
    expect(await status('ory_kratos_session=some')).toBe(503);
  });

  it('of an inactive identity lets nobody in', async () => {
    const ann = await world.come('ann@example.com');
    ann.state = 'inactive';
    world.server.clock.forward(5_000);
    expect(await status(ann.cookie)).toBe(401);
  });

  it('brings a changed name and address along', async () => {
    const ann = await world.come('ann@example.com');
    const identity = world.kratos.identities.get(ann.id);
    Object.assign(identity ?? {}, { last: 'Jones', email: 'jones@example.com', isVerified: false });
    world.server.clock.forward(5_000);
    expect(await status(ann.cookie)).toBe(200);
    expect(await stored(ann.id)).toMatchObject({ name: 'Ann Jones', email: 'jones@example.com', verified: false });
  });

  it('does not open an account again that an administrator closed after Kratos had said yes', async () => {
    const ann = await world.come('ann@example.com');
    world.server.clock.forward(5_000);
    const identity = world.kratos.identities.get(ann.id);
    Object.assign(identity ?? {}, { last: 'Jones' });
    const waiting = () =>
      world.row(
        `select count(*)::int as times from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    const [underway] = await world.database.transaction(async (transaction) => {
      await transaction.query('select from identity.people where id = $1 for update', [ann.id]);
      const request = status(ann.cookie);
      await expect.poll(waiting).toEqual({ times: 1 });
      await transaction.query(`update identity.identities set state = 'inactive' where id = $1`, [ann.id]);
      Object.assign(identity ?? {}, { state: 'inactive' });
      return [request];
    });
    expect(await underway).toBe(401);
    expect(await stored(ann.id)).toMatchObject({ name: 'Ann Smith', state: 'inactive' });
  });

  it('does not bring back a person who was deleted', async () => {
    const ann = await world.come('ann@example.com');
    await world.database.query('update identity.people set deleted_at = now() where id = $1', [ann.id]);
    expect(await status(ann.cookie)).toBe(401);
    world.server.clock.forward(5_000);
    const refused = await world.whoAmI({ cookie: ann.cookie });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('deleted');
  });

  it('needs an email', async () => {
    const nameless = world.kratos.person('none', { email: undefined });
    const { cookie } = world.kratos.signIn(nameless);
    const refused = await world.whoAmI({ cookie });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('email');
  });
});

describe('an address that belongs to another person here', () => {
  it('is refused to who has not verified it, and goes to who has', async () => {
    const before = await createPerson(world.database, { email: 'ann@example.com', password: 'a long password' });
    const ann = world.kratos.person('ann@example.com', { isVerified: false });
    const { cookie } = world.kratos.signIn(ann);
    expect(await status(cookie)).toBe(403);
    expect(await stored(before)).toMatchObject({ email: 'ann@example.com', state: 'active' });
    ann.isVerified = true;
    expect(await status(cookie)).toBe(200);
    expect(await stored(before)).toMatchObject({ email: null, state: 'inactive' });
    expect(await stored(ann.id)).toMatchObject({ email: 'ann@example.com', roles: [] });
  });

  it('comes back as another one to its former owner', async () => {
    const ann = await world.come('shared@example.com');
    const former = world.kratos.identities.get(ann.id);
    Object.assign(former ?? {}, { email: 'new@example.com' });
    const bob = await world.come('shared@example.com');
    expect(await stored(ann.id)).toMatchObject({ email: null, state: 'inactive' });
    world.server.clock.forward(5_000);
    expect(await status(ann.cookie)).toBe(200);
    expect(await stored(ann.id)).toMatchObject({ email: 'new@example.com', state: 'active' });
    expect(await stored(bob.id)).toMatchObject({ email: 'shared@example.com' });
  });
});

describe('the first administrator', () => {
  it('is who has the configured address and verified it, and nobody else', async () => {
    const stranger = await world.come('stranger@example.com');
    expect(await stored(stranger.id)).toMatchObject({ roles: [] });
    const boss = world.kratos.person('boss@example.com', { isVerified: false });
    const { cookie } = world.kratos.signIn(boss);
    await world.whoAmI({ cookie });
    expect(await stored(boss.id)).toMatchObject({ roles: [] });
    boss.isVerified = true;
    world.server.clock.forward(5_000);
    expect((await world.whoAmI({ cookie })).body.payload?.roles).toEqual(['admin']);
  });

  it('is not made where there is one who may sign in', async () => {
    await world.come('other@example.com', 'admin');
    const boss = await world.come('boss@example.com');
    expect(await stored(boss.id)).toMatchObject({ roles: [] });
  });

  it('takes the place of the built-in administrator with this address', async () => {
    await createPerson(world.database, { email: 'boss@example.com', password: 'a long password', roles: ['admin'] });
    const boss = world.kratos.person('boss@example.com');
    const { cookie } = world.kratos.signIn(boss);
    await world.whoAmI({ cookie });
    expect(await stored(boss.id)).toMatchObject({ roles: ['admin'] });
  });

  it('cannot be made by a one-time link', async () => {
    const body = { token: 'x', email: 'eve@example.com', password: 'a long password' };
    expect((await world.server.send({ method: 'POST', url: '/api/v1/identity/setup', body })).status).toBe(404);
    const setup = await world.server.send({ method: 'GET', url: '/api/v1/identity/setup' });
    expect(setup.body).toMatchObject({ needed: false, auth: 'kratos' });
  });
});
