import { permissionsOf } from '@watchroom/contract/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basic } from '../../testing/identity-server.ts';
import { type KratosServer, serveWithKratos } from '../../testing/kratos-server.ts';

const PASSWORD = 'a long password';

let world: KratosServer;
beforeEach(async () => {
  world = await serveWithKratos();
});
afterEach(() => world[Symbol.asyncDispose]());

const call = (email: string, password = PASSWORD, from?: string) => world.whoAmI(basic(email, password), from);
const logins = () => world.kratos.askedPublic.filter(({ method }) => method === 'POST').length;

describe('HTTP Basic with accounts in Kratos', () => {
  it('lets a person in by his password there, and leaves no session behind', async () => {
    const ann = world.kratos.person('ann@example.com');
    expect(await call(' Ann@Example.com')).toMatchObject({ status: 200, body: { payload: { user: { id: ann.id } } } });
    expect(world.kratos.sessions.size).toBe(0);
    expect(await world.row(`select after from platform.audit_log where action = 'sign_in'`)).toEqual({
      after: { methods: ['basic'], level: 'aal1' },
    });
  });

  it('compares the password once a minute, however many requests come', async () => {
    world.kratos.person('ann@example.com');
    await Promise.all(Array.from({ length: 10 }, () => call('ann@example.com')));
    world.server.clock.forward(59_999);
    expect((await call('ann@example.com')).status).toBe(200);
    expect(logins()).toBe(1);
    world.server.clock.forward(1);
    expect((await call('ann@example.com')).status).toBe(200);
    expect(logins()).toBe(2);
  });

  it('ends what was opened after a minute, since Kratos tells nobody of a changed password', async () => {
    const ann = world.kratos.person('ann@example.com');
    const claim = { email: 'ann@example.com', password: PASSWORD, ip: '203.0.113.1' };
    const { clock, identity, provider } = world.server;
    const proved = await provider.verifyBasic(claim);
    const caller = { personId: ann.id, role: 'viewer', permissions: permissionsOf([]), ...proved?.proof };
    expect(await identity.callerValidUntil(caller)).toBe(clock.now() + 60_000);
    clock.forward(60_000);
    expect(await identity.callerValidUntil(caller)).toBeUndefined();
  });

  it('is refused to a person who is closed or deleted here, also while the password is remembered', async () => {
    const ann = world.kratos.person('ann@example.com');
    await call('ann@example.com');
    await world.database.query(`update identity.identities set state = 'inactive' where id = $1`, [ann.id]);
    expect((await call('ann@example.com')).status).toBe(401);
    expect(logins()).toBe(1);
  });

  it('refuses a wrong password and an unknown email alike', async () => {
    world.kratos.person('ann@example.com');
    const wrong = await call('ann@example.com', 'wrong password');
    const unknown = await call('nobody@example.com');
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(unknown.body).toEqual(wrong.body);
  });

  it('is refused after five wrong passwords without asking Kratos again', async () => {
    world.kratos.person('ann@example.com');
    for (let time = 0; time < 5; time += 1) await call('ann@example.com', `wrong ${time}`);
    const asked = world.kratos.askedPublic.length;
    expect((await call('ann@example.com')).status).toBe(429);
    expect(world.kratos.askedPublic).toHaveLength(asked);
    expect((await call('ann@example.com', PASSWORD, '203.0.113.2')).status).toBe(200);
  });

  it('counts nothing while Kratos does not answer', async () => {
    world.kratos.person('ann@example.com');
    world.kratos.instead.set('/self-service/login/api', { status: 502 });
    for (let time = 0; time < 6; time += 1) expect((await call('ann@example.com')).status).toBe(503);
    world.kratos.instead.clear();
    expect((await call('ann@example.com')).status).toBe(200);
  });

  it('is refused where Kratos asks for a second factor, which is told to who knows the password', async () => {
    world.kratos.person('ann@example.com', { hasSecondFactor: true });
    await world.come('ann2@example.com');
    const refused = await call('ann@example.com');
    expect([refused.status, refused.body.message]).toEqual([401, expect.stringContaining('use an access token')]);
    expect((await call('ann@example.com', 'wrong password')).body.message).not.toContain('access token');
    expect(world.kratos.sessions.size).toBe(1);
  });

  it('is refused to an identity that is inactive', async () => {
    world.kratos.person('ann@example.com', { state: 'inactive' });
    expect((await call('ann@example.com')).status).toBe(401);
  });

  it('lets in although the session that it used cannot be ended', async () => {
    world.kratos.person('ann@example.com');
    world.kratos.instead.set('/self-service/logout/api', { status: 500 });
    expect((await call('ann@example.com')).status).toBe(200);
  });

  it('never writes a password or a session token into the log', async () => {
    world.kratos.person('ann@example.com');
    world.kratos.instead.set('/self-service/logout/api', { status: 500 });
    await call('ann@example.com');
    for (const secret of [PASSWORD, ...world.kratos.sessions.keys()])
      expect(world.server.logged()).not.toContain(secret);
  });
});
