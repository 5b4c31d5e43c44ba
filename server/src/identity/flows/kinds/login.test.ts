import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../testkit/database.ts';
import { type FlowAnswer, nodeOf } from '../../testing/flow-browser.ts';
import { createPerson, type IdentityServer, serveIdentity } from '../../testing/identity-server.ts';

const PASSWORD = 'correct horse battery';

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
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});
beforeEach(() => test.database.query('truncate identity.attempts'));

const signIn = (email: string, password: string, from?: string) => server.openBrowser(from).signIn(email, password);
/** What a person reads, without what differs between two flows. */
const told = ({ status, body }: FlowAnswer) => {
  const { ui } = body as { ui?: { messages?: { id: number; text: string }[] } };
  return { status, messages: ui?.messages };
};

describe('a login flow', () => {
  it('shows email and password, and nothing of who might have an account', async () => {
    const { status, body, headers } = await server.openBrowser().begin('login');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({ type: 'browser', requested_aal: 'aal1', refresh: false, state: 'choose_method' });
    expect(nodeOf(body, 'identifier')).toMatchObject({ group: 'default', attributes: { value: '' } });
    expect(nodeOf(body, 'password')).toMatchObject({ group: 'password', attributes: { type: 'password' } });
    expect(nodeOf(body, 'csrf_token')).toBeDefined();
  });

  it('leads a browser that opens its address to the page', async () => {
    const { status, headers } = await server.openBrowser().send('GET', '/.ory/self-service/login/browser', undefined, {
      accept: 'text/html,application/xhtml+xml',
    });
    expect(status).toBe(303);
    expect(headers['location']).toMatch(/^\/login\?flow=[0-9a-f-]{36}$/);
  });

  it('answers at each address that clients use', async () => {
    for (const prefix of ['/kratos', '/api/.ory', '/.ory', '/api/kratos', '//kratos'])
      expect(await server.openBrowser().send('GET', `${prefix}/self-service/login/browser`)).toMatchObject({
        status: 200,
      });
  });

  it('is read again by its browser and by no other', async () => {
    const browser = server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const address = `/kratos/self-service/login/flows?id=${flow.id}`;
    expect((await browser.send('GET', address)).body).toMatchObject({ id: flow.id });
    const other = server.openBrowser();
    expect(await other.send('GET', address)).toMatchObject({
      status: 403,
      body: { error: { id: 'security_csrf_violation' } },
    });
    await other.begin('login');
    expect(await other.send('GET', address)).toMatchObject({
      status: 403,
      body: { error: { id: 'security_csrf_violation' } },
    });
  });

  it.each(['', 'nonsense', '00000000-0000-4000-8000-000000000000', "' or true --"])(
    'is over where the id is "%s"',
    async (id) => {
      const browser = server.openBrowser();
      await browser.begin('login');
      expect(await browser.send('GET', `/kratos/self-service/login/flows?id=${encodeURIComponent(id)}`)).toMatchObject({
        status: 410,
        body: { error: { id: 'self_service_flow_expired' } },
      });
    },
  );

  it('is over after an hour', async () => {
    const browser = server.openBrowser();
    const { body: flow } = await browser.begin('login');
    server.clock.forward(3_600_001);
    expect(await browser.submit(flow, { method: 'password' })).toMatchObject({
      status: 410,
      body: {
        error: { id: 'self_service_flow_expired', reason: 'Your interaction expired, please fill out the form again.' },
      },
    });
  });

  it('is not a flow of another kind', async () => {
    const browser = server.openBrowser();
    const { body: flow } = await browser.begin('recovery');
    expect((await browser.send('GET', `/kratos/self-service/login/flows?id=${flow.id}`)).status).toBe(410);
  });
});

describe('signing in', () => {
  it('gives a session that scripts cannot read and other sites cannot use', async () => {
    const answer = await signIn('ann@example.com', PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      session: {
        active: true,
        authenticator_assurance_level: 'aal1',
        authentication_methods: [{ method: 'password', aal: 'aal1' }],
        identity: { id: ann, traits: { email: 'ann@example.com' }, state: 'active' },
      },
    });
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    const [value, ...flags] = cookies.find((one) => one.startsWith('watchroom_session='))?.split('; ') ?? [];
    expect(value).toMatch(/^watchroom_session=[A-Za-z0-9_-]{43}$/);
    expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']);
  });

  it('takes an email however it is written', async () => {
    expect((await signIn('  ANN@Example.COM ', PASSWORD)).status).toBe(200);
  });

  it('answers a wrong password, an unknown email, a deleted person and what nobody can have alike', async () => {
    const gone = await createPerson(test.database, { email: 'gone@example.com', password: PASSWORD });
    await test.database.query('update identity.people set deleted_at = now() where id = $1', [gone]);
    const answers = await Promise.all([
      signIn('ann@example.com', 'wrong password'),
      signIn('nobody@example.com', PASSWORD),
      signIn('gone@example.com', PASSWORD),
      signIn('ann@example.com', 'x'.repeat(60_000)),
      signIn('a\0b@example.com', PASSWORD),
    ]);
    for (const answer of answers) {
      expect(told(answer)).toEqual({
        status: 400,
        messages: [{ id: 4000006, type: 'error', text: 'The email or the password is wrong.' }],
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('refuses a megabyte unread', async () => {
    const browser = server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const values = { method: 'password', identifier: 'ann@example.com', password: 'x'.repeat(1_000_000) };
    expect((await browser.submit(flow, values)).status).toBe(413);
  });

  it.each([
    ['no password', { identifier: 'ann@example.com' }, ['password']],
    ['an empty email', { identifier: ' ', password: 'x' }, ['identifier']],
    ['objects for texts', { identifier: { $ne: 1 }, password: { $ne: 1 } }, ['identifier', 'password']],
  ])('names the fields where there is %s', async (_, values, fields) => {
    const answer = await server.openBrowser().walk('login', { method: 'password', ...values });
    expect(answer.status).toBe(400);
    const { nodes } = (
      answer.body as { ui: { nodes: { attributes: { name: string }; messages: { text: string }[] }[] } }
    ).ui;
    const wrong = nodes.filter(({ messages }) => messages.length > 0);
    expect(wrong.map(({ attributes }) => attributes.name)).toEqual(fields);
    expect(wrong[0]?.messages[0]?.text).toBe('This field is required');
  });

  it('says so where no way to sign in was chosen, or one that there is not', async () => {
    for (const values of [{}, { method: 'nonsense' }, { method: 'profile' }, { method: ['password'] }])
      expect((await server.openBrowser().walk('login', values)).status).toBe(400);
  });

  it('is refused without the token of the form, with another one, and to a page of another site', async () => {
    const browser = server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const values = { method: 'password', identifier: 'ann@example.com', password: PASSWORD };
    const address = `/kratos/self-service/login?flow=${flow.id}`;
    for (const csrf_token of [undefined, '', 'x', 1, null, 'A'.repeat(43)])
      expect(await browser.send('POST', address, { ...values, csrf_token })).toMatchObject({
        status: 403,
        body: { error: { id: 'security_csrf_violation' } },
      });
    const own = nodeOf(flow, 'csrf_token')?.attributes;
    const csrf_token = own?.node_type === 'input' ? own.value : '';
    for (const origin of ['https://evil.example', 'null'])
      expect((await browser.send('POST', address, { ...values, csrf_token }, { origin })).status).toBe(403);
    const form = await browser.send('POST', address, 'x', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(form.status).toBeGreaterThanOrEqual(400);
    expect(browser.cookie('watchroom_session')).toBeUndefined();
  });

  it('takes a flow once, also of two that send it at the same instant', async () => {
    const browser = server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const values = { method: 'password', identifier: 'ann@example.com', password: PASSWORD };
    const answers = await Promise.all([browser.submit(flow, values), browser.submit(flow, values)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect((await browser.submit(flow, values)).status).toBe(410);
  });

  it('gives a session of its own each time, never the one that was planted', async () => {
    const browser = server.openBrowser();
    browser.setCookie('watchroom_session', 'A'.repeat(43));
    await browser.signIn('ann@example.com', PASSWORD);
    expect(browser.cookie('watchroom_session')).not.toBe('A'.repeat(43));
    expect((await browser.whoAmI()).status).toBe(200);
  });

  it('is not offered to who is signed in, unless he is asked to confirm that it is he', async () => {
    const browser = server.openBrowser();
    await browser.signIn('ann@example.com', PASSWORD);
    expect(await browser.begin('login')).toMatchObject({
      status: 400,
      body: { error: { id: 'session_already_available' } },
    });
    const before = browser.cookie('watchroom_session');
    const { body: flow } = await browser.begin('login', 'refresh=true');
    expect(flow.refresh).toBe(true);
    server.clock.forward(60_000);
    expect(
      (await browser.submit(flow, { method: 'password', identifier: 'ann@example.com', password: PASSWORD })).status,
    ).toBe(200);
    expect(browser.cookie('watchroom_session')).not.toBe(before);
    const old = server.openBrowser();
    old.setCookie('watchroom_session', before ?? '');
    expect((await old.whoAmI()).status).toBe(401);
  });

  it('does not confirm one person with the password of another', async () => {
    await createPerson(test.database, { email: 'other@example.com', password: PASSWORD });
    const browser = server.openBrowser();
    await browser.signIn('ann@example.com', PASSWORD);
    const { body: flow } = await browser.begin('login', 'refresh=true');
    expect(
      await browser.submit(flow, { method: 'password', identifier: 'other@example.com', password: PASSWORD }),
    ).toMatchObject({ status: 400, body: { error: { id: 'security_identity_mismatch' } } });
    await browser.signIn('other@example.com', PASSWORD);
  });

  it('asks nobody for a second factor who is not signed in or has none', async () => {
    const browser = server.openBrowser();
    expect(await browser.begin('login', 'aal=aal2')).toMatchObject({
      status: 401,
      body: { error: { id: 'session_inactive' } },
    });
    await browser.signIn('ann@example.com', PASSWORD);
    expect(await browser.begin('login', 'aal=aal2')).toMatchObject({
      body: { error: { id: 'session_already_available' } },
    });
  });

  it('tells only who knows the password that an account is not active', async () => {
    const id = await createPerson(test.database, { email: 'off@example.com', password: PASSWORD });
    for (const [state, message] of [
      ['inactive', 4000036],
      ['invited', 4000036],
    ] as const) {
      await test.database.query('update identity.identities set state = $2 where id = $1', [id, state]);
      expect(told(await signIn('off@example.com', 'wrong')).messages?.[0]?.id).toBe(4000006);
      const answer = await signIn('off@example.com', PASSWORD);
      expect(told(answer)).toMatchObject({ status: 400, messages: [{ id: message }] });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});
