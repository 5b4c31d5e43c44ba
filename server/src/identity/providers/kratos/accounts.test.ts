import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KratosServer, serveWithKratos } from '../../testing/kratos-server.ts';

const JOE = { firstName: 'Joe', lastName: 'Doe', email: 'joe@example.com', role: 'editor' };
const INVITE = '/api/auth/invite_user';
const NIL = '00000000-0000-4000-8000-000000000000';

let world: KratosServer;
let admin: Awaited<ReturnType<KratosServer['come']>>;
beforeEach(async () => {
  world = await serveWithKratos();
  admin = await world.come('admin@example.com', 'admin');
});
afterEach(() => world[Symbol.asyncDispose]());

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown, cookie = admin.cookie) =>
  world.server.send({ method, url, ...(body === undefined ? {} : { body }), headers: { cookie } });
const update = (id: string, changes: object = {}, cookie = admin.cookie) =>
  send('POST', '/api/people/update', { ...JOE, id, active: true, ...changes }, cookie);
const remove = (id: string, cookie = admin.cookie) => send('DELETE', `/api/people/${id}`, undefined, cookie);
const stored = (id: string) =>
  world.row(
    `select p.name, p.email, p.deleted_at is not null as deleted, i.state,
       array(select role from identity.person_roles r where r.person_id = p.id) as roles
     from identity.people p left join identity.identities i on i.id = p.id where p.id = $1`,
    [id],
  );
const joe = () => [...world.kratos.identities.values()].find(({ email }) => email === JOE.email);
const status = async (cookie: string) => (await world.whoAmI({ cookie })).status;

describe('an invitation', () => {
  it('makes the identity in Kratos and the person here, and answers link and code', async () => {
    const answer = await send('POST', INVITE, JOE);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        code: '482916',
        expiresAt: '2030-01-02T10:00:00.000Z',
        mailed: false,
      },
    });
    expect(answer.body['link']).toMatch(/^http:\/\/watchroom\.test\/recovery\?flow=/);
    const id = joe()?.id ?? '';
    expect(await stored(id)).toMatchObject({ name: 'Joe Doe', email: JOE.email, state: 'invited', roles: ['editor'] });
    expect(world.kratos.askedAdmin.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { schema_id: 'default', state: 'active', traits: { email: JOE.email, name: { first: 'Joe', last: 'Doe' } } },
      { identity_id: id, expires_in: '168h' },
    ]);
  });

  it('is by a link alone where Kratos gives no codes', async () => {
    world.kratos.instead.set('/admin/recovery/code', { status: 404 });
    const { status: answered, body } = await send('POST', INVITE, JOE);
    expect([answered, Object.keys(body).sort()]).toEqual([200, ['expiresAt', 'link', 'mailed']]);
  });

  it('keeps the role for the first sign-in, which makes the person active', async () => {
    await send('POST', INVITE, JOE);
    const identity = joe();
    const { cookie } = world.kratos.signIn(identity ?? admin);
    expect((await world.whoAmI({ cookie })).body.payload?.roles).toEqual(['editor']);
    expect(await stored(identity?.id ?? '')).toMatchObject({ state: 'active', roles: ['editor'] });
  });

  it('can be renewed until then', async () => {
    await send('POST', INVITE, JOE);
    const identity = joe();
    const renew = () => send('POST', `/api/v1/identity/people/${identity?.id ?? ''}/invitation`);
    expect(await renew()).toMatchObject({ status: 200, body: { code: '482916' } });
    await world.whoAmI(world.kratos.signIn(identity ?? admin));
    expect((await renew()).status).toBe(409);
  });

  it('is refused for an address that is known here or in Kratos', async () => {
    await world.come('joe@example.com');
    const refused = { status: 409, body: { message: 'User already exists', fields: { email: 'User already exists' } } };
    expect(await send('POST', INVITE, JOE)).toMatchObject(refused);
    expect(world.kratos.askedAdmin).toEqual([]);
    world.kratos.person('new@example.com');
    expect(await send('POST', INVITE, { ...JOE, email: 'new@example.com' })).toMatchObject(refused);
  });

  it('leaves nothing behind where Kratos gives no link', async () => {
    world.kratos.instead.set('/admin/recovery/code', { status: 500 });
    expect((await send('POST', INVITE, JOE)).status).toBe(503);
    expect(joe()).toBeUndefined();
    expect(await world.row(`select from identity.people where email = 'joe@example.com'`)).toBeUndefined();
  });

  it('tells why Kratos refuses the traits', async () => {
    const error = { code: 400, status: 'Bad Request', reason: 'missing properties: "phone"' };
    world.kratos.instead.set('/admin/identities', { status: 400, body: { error } });
    const refused = await send('POST', INVITE, JOE);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('missing properties: "phone"');
  });
});

describe('a change of an account', () => {
  it('goes to Kratos and to the rows here', async () => {
    const ann = await world.come('ann@example.com');
    expect(await update(ann.id, { role: 'responder' })).toMatchObject({
      status: 200,
      body: { email: JOE.email, name: { first: 'Joe', last: 'Doe' } },
    });
    expect(world.kratos.identities.get(ann.id)).toMatchObject({ email: JOE.email, first: 'Joe', state: 'active' });
    expect(await stored(ann.id)).toMatchObject({ name: 'Joe Doe', email: JOE.email, roles: ['responder'] });
    expect((await world.whoAmI({ cookie: ann.cookie })).body.payload?.roles).toEqual(['responder']);
  });

  it('closes an account at once, with its sessions, and opens it again', async () => {
    const ann = await world.come('ann@example.com');
    await update(ann.id, { active: false });
    expect(world.kratos.identities.get(ann.id)?.state).toBe('inactive');
    expect(await status(ann.cookie)).toBe(401);
    await update(ann.id);
    expect(world.kratos.identities.get(ann.id)?.state).toBe('active');
    expect(await stored(ann.id)).toMatchObject({ state: 'active' });
    expect(await status(ann.cookie)).toBe(401);
  });

  it('does not happen here where it fails in Kratos', async () => {
    const ann = await world.come('ann@example.com');
    const before = await stored(ann.id);
    for (const [refusal, expected] of [
      [409, 409],
      [400, 400],
      [404, 409],
      [500, 503],
      [403, 503],
    ] as const) {
      world.kratos.instead.set(`/admin/identities/${ann.id}`, { status: refusal });
      expect((await update(ann.id, { role: 'admin' })).status).toBe(expected);
    }
    expect(await stored(ann.id)).toEqual(before);
  });

  it('keeps the last administrator and oneself, without asking Kratos', async () => {
    expect((await update(admin.id, { role: 'viewer' })).status).toBe(409);
    expect((await update(admin.id, { role: 'admin', active: false })).status).toBe(409);
    expect((await remove(admin.id)).status).toBe(409);
    expect(world.kratos.askedAdmin).toEqual([]);
  });
});

describe('a removal', () => {
  it('deletes the identity and keeps the person, marked as deleted', async () => {
    const ann = await world.come('ann@example.com', 'editor');
    expect((await remove(ann.id)).status).toBe(204);
    expect(world.kratos.identities.has(ann.id)).toBe(false);
    expect(await stored(ann.id)).toMatchObject({ deleted: true, state: null, roles: [] });
    expect(await status(ann.cookie)).toBe(401);
  });

  it('goes through where Kratos has no such identity, and not where it fails', async () => {
    const ann = await world.come('ann@example.com');
    world.kratos.instead.set(`/admin/identities/${ann.id}`, { status: 500 });
    expect((await remove(ann.id)).status).toBe(503);
    expect(await stored(ann.id)).toMatchObject({ deleted: false });
    world.kratos.instead.clear();
    world.kratos.identities.delete(ann.id);
    expect((await remove(ann.id)).status).toBe(204);
  });
});

describe('the sessions of a person', () => {
  it('are those of Kratos, and end there and here', async () => {
    const ann = await world.come('ann@example.com');
    const listed = await send('GET', `/api/v1/identity/people/${ann.id}/sessions`);
    const [row] = listed.body as unknown as { id: string }[];
    expect(row).toMatchObject({
      methods: ['password'],
      assuranceLevel: 'aal1',
      userAgent: 'Browser/1',
      address: '203.0.113.9',
      isCurrent: false,
    });
    const revoke = (person: string) => send('DELETE', `/api/v1/identity/people/${person}/sessions/${row?.id ?? ''}`);
    expect((await revoke(admin.id)).status).toBe(404);
    expect(await status(ann.cookie)).toBe(200);
    expect((await revoke(ann.id)).status).toBe(204);
    expect(await status(ann.cookie)).toBe(401);
  });

  it('are shown to their owner, with the one that asks', async () => {
    const ann = await world.come('ann@example.com');
    const { body } = await send('GET', '/api/v1/identity/sessions', undefined, ann.cookie);
    expect(body).toMatchObject([{ isCurrent: true }]);
  });
});

describe('administering people', () => {
  it('is refused to who may not, and to nobody', async () => {
    const viewer = await world.come('viewer@example.com');
    for (const [cookie, refusal] of [
      [viewer.cookie, 403],
      ['', 401],
    ] as const) {
      expect((await send('POST', INVITE, JOE, cookie)).status).toBe(refusal);
      expect((await update(admin.id, {}, cookie)).status).toBe(refusal);
      expect((await remove(admin.id, cookie)).status).toBe(refusal);
      expect((await send('GET', `/api/v1/identity/people/${admin.id}/sessions`, undefined, cookie)).status).toBe(
        refusal,
      );
    }
    expect(world.kratos.askedAdmin).toEqual([]);
  });

  it('finds nobody under an unknown id', async () => {
    expect((await update(NIL)).status).toBe(404);
    expect((await remove(NIL)).status).toBe(404);
  });

  it('says what is missing where the admin API is not configured', async () => {
    await using without = await serveWithKratos({ withoutAdminApi: true });
    const { cookie, id } = await without.come('admin@example.com', 'admin');
    const answers = await Promise.all(
      [
        { method: 'POST', url: INVITE, body: JOE },
        { method: 'POST', url: '/api/people/update', body: { ...JOE, id, active: true } },
        { method: 'DELETE', url: `/api/people/${id}` },
        { method: 'POST', url: `/api/v1/identity/people/${id}/invitation` },
        { method: 'GET', url: '/api/v1/identity/sessions' },
      ].map((request) => without.server.send({ ...request, headers: { cookie } } as never)),
    );
    for (const { status: answered, body } of answers) {
      expect(answered).toBe(503);
      expect(body.message).toContain('Set WATCHROOM_KRATOS_ADMIN_URL');
    }
  });
});
