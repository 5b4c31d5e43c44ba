import type { Flow } from '@watchroom/contract/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../testkit/database.ts';
import { nodeOf, valueOf } from '../../testing/flow-browser.ts';
import { basic, createPerson, type IdentityServer, serveIdentity } from '../../testing/identity-server.ts';

const PASSWORD = 'correct horse battery';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let server: IdentityServer;
let count = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  server = await serveIdentity(test.database);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});
beforeEach(() => test.database.query('truncate identity.attempts'));

async function signedIn(roles: readonly 'editor'[] = []) {
  const email = `person${(count += 1)}@example.com`;
  const id = await createPerson(test.database, { email, password: PASSWORD, roles });
  const browser = server.openBrowser();
  await browser.signIn(email, PASSWORD);
  return { email, id, browser };
}

describe('settings', () => {
  it('are refused to who is not signed in', async () => {
    expect(await server.openBrowser().begin('settings')).toMatchObject({
      status: 401,
      body: { error: { id: 'session_inactive' } },
    });
  });

  it('are of the person who began them: another one who signs in meanwhile cannot read or change them', async () => {
    const { browser } = await signedIn();
    const other = await signedIn();
    const { body: flow } = await browser.begin('settings');
    browser.setCookie('watchroom_session', other.browser.cookie('watchroom_session') ?? '');
    for (const answer of [
      await browser.send('GET', `/kratos/self-service/settings/flows?id=${flow.id}`),
      await browser.submit(flow, { method: 'password', password: 'a new password' }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { error: { id: 'security_identity_mismatch' } } });
  });

  it('change the names, which everybody then sees', async () => {
    const { browser, email, id } = await signedIn();
    const { body: flow } = await browser.begin('settings');
    expect(valueOf(flow, 'traits.email')).toBe(email);
    const answer = await browser.submit(flow, {
      method: 'profile',
      'traits.email': email,
      'traits.name.first': 'Ada',
      'traits.name.last': 'Lovelace',
    });
    expect(answer).toMatchObject({ status: 200, body: { id: flow.id, state: 'success' } });
    const shown = answer.body as unknown as Flow;
    expect(shown.ui.messages).toEqual([{ id: 1050001, type: 'success', text: 'Your changes have been saved.' }]);
    expect(valueOf(shown, 'traits.name.first')).toBe('Ada');
    const stored = await test.database.query('select name from identity.people where id = $1', [id]);
    expect(stored.rows).toEqual([{ name: 'Ada Lovelace' }]);
  });

  it('refuse the email of another account', async () => {
    const other = await signedIn();
    const { browser } = await signedIn();
    const answer = await browser.walk('settings', {
      method: 'profile',
      'traits.email': other.email.toUpperCase(),
      'traits.name.first': 'Ada',
    });
    expect(answer.status).toBe(400);
    expect(nodeOf(answer.body as unknown as Flow, 'traits.email')?.messages[0]?.text).toBe(
      'This email belongs to another account',
    );
  });

  it('make a changed email one that is not verified', async () => {
    const { browser, id } = await signedIn();
    await test.database.query('update identity.identities set email_verified_at = now() where id = $1', [id]);
    const email = `moved${id}@example.com`;
    await browser.walk('settings', { method: 'profile', 'traits.email': email, 'traits.name.first': 'Ada' });
    expect((await browser.whoAmI()).body).toMatchObject({
      identity: { traits: { email }, verifiable_addresses: [{ value: email, verified: false }] },
    });
  });

  it('end all other sessions with a new password, and the old password at once', async () => {
    const { browser, email } = await signedIn(['editor']);
    const elsewhere = server.openBrowser();
    await elsewhere.signIn(email, PASSWORD);
    const send = () => server.send({ method: 'POST', url: '/guarded', headers: basic(email, PASSWORD) });
    expect((await send()).status).toBe(200);
    const answer = await browser.walk('settings', { method: 'password', password: 'another long password' });
    expect(answer.status).toBe(200);
    expect((await browser.whoAmI()).status).toBe(200);
    expect((await elsewhere.whoAmI()).status).toBe(401);
    expect((await send()).status).toBe(401);
    expect((await server.openBrowser().signIn(email, PASSWORD)).status).toBe(400);
    expect((await server.openBrowser().signIn(email, 'another long password')).status).toBe(200);
    const mails = await test.database.query('select kind from identity.mails where recipient = $1', [email]);
    expect(mails.rows).toHaveLength(1);
  });

  it('tell how long a password must be before one is typed', async () => {
    const { body: flow } = await (await signedIn()).browser.begin('settings');
    expect(nodeOf(flow, 'password')?.attributes).toMatchObject({ autocomplete: 'new-password', minlength: 8 });
  });

  it('ask for a fresh sign-in before they change what others could come in with, but not before they change a name', async () => {
    const { browser, email } = await signedIn();
    server.clock.forward(15 * 60_000 + 1);
    const { body: flow } = await browser.begin('settings');
    const names = { method: 'profile', 'traits.email': email, 'traits.name.first': 'Ada' };
    expect((await browser.submit(flow, names)).status).toBe(200);
    for (const values of [
      { method: 'password', password: 'another long password' },
      { ...names, 'traits.email': 'evil@example.com' },
    ])
      expect(await browser.submit(flow, values)).toMatchObject({
        status: 403,
        body: {
          error: { id: 'session_refresh_required' },
          redirect_browser_to: `/login?refresh=true&return_to=${encodeURIComponent(`/profile-settings?flow=${flow.id}`)}`,
        },
      });
    await browser.walk('login', { method: 'password', identifier: email, password: PASSWORD }, 'refresh=true');
    expect((await browser.submit(flow, { method: 'password', password: 'another long password' })).status).toBe(200);
  });

  it('leave a trail of who changed what, from where, and no secret in it', async () => {
    const { browser, email, id } = await signedIn();
    await browser.walk('settings', { method: 'profile', 'traits.email': email, 'traits.name.first': 'Grace' });
    await browser.walk('settings', { method: 'password', password: 'another long password' });
    const trail = await test.database.query<{ table_name: string; after: unknown; address: string; row: string }>(
      `select table_name, after, host(address) as address, a::text as row from platform.audit_log a where caller = $1 order by at`,
      [id],
    );
    expect(trail.rows).toContainEqual(
      expect.objectContaining({
        table_name: 'identity.identities',
        address: '203.0.113.7',
        after: expect.objectContaining({ first_name: 'Grace' }) as unknown,
      }),
    );
    expect(trail.rows.map(({ table_name }) => table_name)).toContain('identity.credentials');
    expect(trail.rows.map(({ row }) => row).join()).not.toMatch(/another long password|argon2/);
  });
});

describe('whoami and signing out', () => {
  it('answer 401 without a session', async () => {
    const browser = server.openBrowser();
    expect(await browser.whoAmI()).toMatchObject({ status: 401, body: { error: { id: 'session_inactive' } } });
    expect((await browser.send('GET', '/kratos/self-service/logout/browser')).status).toBe(401);
    expect((await browser.send('GET', '/kratos/self-service/logout?token=x')).status).toBe(204);
  });

  it('end the session with its own token only', async () => {
    const { browser } = await signedIn();
    for (const token of ['', 'x', 'A'.repeat(43)])
      expect((await browser.send('GET', `/kratos/self-service/logout?token=${token}`)).status).toBe(403);
    expect((await browser.whoAmI()).status).toBe(200);
    const { body } = await browser.send('GET', '/kratos/self-service/logout/browser');
    const { logout_token: token } = body as { logout_token: string };
    expect(
      await browser.send('GET', `/kratos/self-service/logout?token=${token}&return_to=//evil.example`),
    ).toMatchObject({
      status: 400,
      body: { error: { id: 'self_service_flow_return_to_forbidden', reason: 'The return_to address is not allowed.' } },
    });
    const session = browser.cookie('watchroom_session') ?? '';
    expect((await browser.send('GET', `/kratos/self-service/logout?token=${token}`)).status).toBe(204);
    expect(browser.cookie('watchroom_session')).toBeUndefined();
    browser.setCookie('watchroom_session', session);
    expect((await browser.whoAmI()).status).toBe(401);
  });

  it('are of another browser when that has the session', async () => {
    const one = await signedIn();
    const other = await signedIn();
    const { body } = await one.browser.send('GET', '/kratos/self-service/logout/browser');
    const token = String(body['logout_token']);
    expect((await other.browser.send('GET', `/kratos/self-service/logout?token=${token}`)).status).toBe(403);
  });

  it('lead a browser that opens the address on', async () => {
    const { browser } = await signedIn();
    const { body } = await browser.send('GET', '/kratos/self-service/logout/browser');
    const answer = await browser.send(
      'GET',
      `/.ory/self-service/logout?token=${String(body['logout_token'])}`,
      undefined,
      {
        accept: 'text/html',
      },
    );
    expect(answer).toMatchObject({ status: 303, headers: { location: '/login' } });
  });

  it('tell what an error number means, and nothing of others', async () => {
    const browser = server.openBrowser();
    const errors = '/kratos/self-service/errors?id=';
    expect((await browser.send('GET', `${errors}security_csrf_violation`)).body).toMatchObject({
      id: 'security_csrf_violation',
      error: { code: 403 },
    });
    for (const id of ['toString', 'nonsense', '']) expect((await browser.send('GET', errors + id)).status).toBe(404);
  });
});
