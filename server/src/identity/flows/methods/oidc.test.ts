import type { Flow } from '@watchroom/contract/identity';
import { describe, expect, it } from 'vitest';
import { createPerson } from '../../testing/identity-server.ts';
import { visitProvider } from '../../testing/oidc-provider.ts';
import { backFrom, comeBack, emailOf, messagesAt, setOut, startOidcWorld, travel } from '../../testing/oidc-world.ts';

const ANN = { email: 'ann@example.com', email_verified: true, given_name: 'Ann', family_name: 'Lee' };

describe('sign-in by a provider', () => {
  it('makes an account for who comes first, and lets in who comes again', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const first = here.server.openBrowser();
    expect(await travel(first, 'ann')).toBe('/');
    expect((await first.whoAmI()).body).toMatchObject({
      authenticator_assurance_level: 'aal1',
      authentication_methods: [{ method: 'oidc', aal: 'aal1' }],
      identity: { state: 'active', traits: { email: ANN.email, name: { first: 'Ann', last: 'Lee' } } },
    });
    const second = here.server.openBrowser();
    expect(await travel(second, 'ann', { query: 'return_to=/health' })).toBe('/health');
    expect(await emailOf(second)).toBe(ANN.email);
    const { rows } = await here.database.query(
      'select provider, subject, email, last_used_at is not null as used from identity.provider_accounts',
    );
    expect(rows).toEqual([{ provider: 'corp', subject: 'ann', email: ANN.email, used: true }]);
  });

  it('knows people by the subject: who changes the address at the provider keeps the account', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    await travel(here.server.openBrowser(), 'ann');
    here.provider.accounts.set('ann', { email: 'other@example.com', email_verified: false });
    const browser = here.server.openBrowser();
    await travel(browser, 'ann');
    expect(await emailOf(browser)).toBe(ANN.email);
  });

  it('asks the provider with PKCE, state and nonce, and keeps the secrets of it sealed', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const browser = here.server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const sent = new URL(await setOut(browser, flow)).searchParams;
    expect(Object.fromEntries(sent)).toMatchObject({
      response_type: 'code',
      client_id: 'watchroom',
      redirect_uri: backFrom('corp'),
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['code_challenge', 'nonce', 'state']) expect(sent.get(name)).toMatch(/[\w-]{43}$/);
    const { rows } = await here.database.query<{ internal: unknown }>('select internal from identity.flows');
    const kept = JSON.stringify(rows[0]?.internal);
    expect(kept).toContain(sent.get('state'));
    expect(kept).not.toContain(sent.get('nonce'));
    expect(kept).not.toContain('verifier');
  });

  it('registers by the button of the registration, and signs in there who has an account', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const first = here.server.openBrowser();
    await travel(first, 'ann', { kind: 'registration' });
    expect(await emailOf(first)).toBe(ANN.email);
    const second = here.server.openBrowser();
    await travel(second, 'ann', { kind: 'registration' });
    expect(await emailOf(second)).toBe(ANN.email);
  });

  it('makes no account where registration needs an invitation or is closed', async () => {
    for (const registration of ['invitation', 'closed'] as const) {
      await using here = await startOidcWorld({ registration, accounts: { ann: ANN } });
      const browser = here.server.openBrowser();
      const page = await travel(browser, 'ann');
      expect(await messagesAt(browser, page)).toEqual([expect.stringMatching(/invitation|closed/)]);
      expect(await emailOf(browser)).toBe(401);
      expect((await here.database.query('select from identity.identities')).rowCount).toBe(0);
    }
  });

  it('takes an invitation for the address that the provider vouches for, and for no other', async () => {
    await using here = await startOidcWorld({
      registration: 'invitation',
      accounts: { ann: ANN, bob: { ...ANN, email: 'bob@example.com' } },
    });
    await createPerson(here.database, { email: 'root@example.com', password: 'a long enough one', roles: ['admin'] });
    const admin = here.server.openBrowser();
    await admin.signIn('root@example.com', 'a long enough one');
    const invited = await admin.send('POST', '/api/auth/invite_user', {
      firstName: 'Ann',
      lastName: 'Lee',
      email: ANN.email,
      role: 'editor',
    });
    const early = here.server.openBrowser();
    const refused = await messagesAt(early, await travel(early, 'ann'));
    expect(refused).toEqual([expect.stringContaining(`You are invited as ${ANN.email}. Open the link`)]);
    const query = `invitation=${String(invited.body['link']).split('invitation=')[1]}`;
    const browser = here.server.openBrowser();
    const page = await travel(browser, 'bob', { kind: 'registration', query });
    expect(await messagesAt(browser, page)).toEqual([`This invitation is for ${ANN.email}. Use that address.`]);
    expect(await travel(browser, 'ann', { kind: 'registration', query })).toBe('/');
    expect(await emailOf(browser)).toBe(ANN.email);
  });

  it('names an account by what the provider tells, on one line', async () => {
    await using here = await startOidcWorld({
      accounts: {
        whole: { email: 'a@example.com', email_verified: true, name: 'Grace  Brewster\nHopper' },
        nameless: { email: 'b@example.com', email_verified: true, given_name: ' ' },
      },
    });
    await travel(here.server.openBrowser(), 'whole');
    await travel(here.server.openBrowser(), 'nameless');
    const { rows } = await here.database.query(
      'select first_name as first, last_name as last from identity.identities order by lower(first_name)',
    );
    expect(rows).toEqual([
      { first: 'b', last: '' },
      { first: 'Grace', last: 'Brewster Hopper' },
    ]);
  });
});

describe('an address at a provider', () => {
  it.each([
    ['verified', true, /An account with ann@example.com already exists. Sign in first, then link Corp/],
    ['not verified', false, /Corp did not confirm an email of yours.*sign in first and link Corp/],
    ['said to be verified in another form', 'true', /Corp did not confirm an email of yours/],
  ])('never links with the account that has it, when it is %s', async (_, email_verified, sentence) => {
    await using here = await startOidcWorld({
      accounts: { thief: { ...ANN, email: 'ANN@example.com', email_verified } },
    });
    await createPerson(here.database, { email: ANN.email, password: 'a long enough one' });
    for (const kind of ['login', 'registration'] as const) {
      const browser = here.server.openBrowser();
      const page = await travel(browser, 'thief', { kind });
      expect(await messagesAt(browser, page)).toEqual([expect.stringMatching(sentence)]);
      expect(await emailOf(browser)).toBe(401);
    }
    expect((await here.database.query('select from identity.provider_accounts')).rowCount).toBe(0);
  });

  it('makes an account only when the provider vouches for it', async () => {
    await using here = await startOidcWorld({
      accounts: { new: { ...ANN, email_verified: undefined }, mute: { name: 'Mute' } },
    });
    for (const subject of ['new', 'mute']) {
      const browser = here.server.openBrowser();
      const page = await travel(browser, subject);
      expect(await messagesAt(browser, page)).toEqual([expect.stringContaining('Corp did not confirm an email')]);
    }
    expect((await here.database.query('select from identity.identities')).rowCount).toBe(0);
  });
});

describe('a provider that fails', () => {
  it('says so in the flow, while the other ways work', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    await createPerson(here.database, { email: 'bob@example.com', password: 'a long enough one' });
    here.provider.isDown = true;
    const browser = here.server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const down = await browser.submit(flow, { method: 'oidc', provider: 'corp' });
    expect(down.status).toBe(400);
    expect((down.body as unknown as Flow).ui.messages?.map(({ text }) => text)).toEqual([
      'Corp cannot be reached now. Try again later, or use another way.',
    ]);
    const signedIn = await browser.submit(flow, {
      method: 'password',
      identifier: 'bob@example.com',
      password: 'a long enough one',
    });
    expect(signedIn.status).toBe(200);
    here.provider.isDown = false;
    expect(await travel(here.server.openBrowser(), 'ann')).toBe('/');
  });

  it('between the two ways is told too, and the discovery document is asked for once', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const browser = here.server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const address = await visitProvider(await setOut(browser, flow), 'ann');
    here.provider.isDown = true;
    expect(await messagesAt(browser, await comeBack(browser, address))).toEqual([
      'Corp cannot be reached now. Try again later, or use another way.',
    ]);
    here.provider.isDown = false;
    await travel(browser, 'ann');
    expect(here.provider.asked.filter((path) => path.includes('well-known'))).toHaveLength(1);
  });

  it('is refused by name when it is not offered', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const { body } = await here.server.openBrowser().walk('login', { method: 'oidc', provider: 'evil' });
    expect((body as unknown as Flow).ui.messages?.map(({ text }) => text)).toEqual([
      'This way to sign in is not offered. Choose another one.',
    ]);
  });

  it('writes neither tokens nor the secret of the client into the log', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    here.provider.tamper = { claims: { aud: 'another-client' } };
    const browser = here.server.openBrowser();
    await travel(browser, 'ann');
    const log = here.server.logged();
    expect(log).toContain('a provider signed nobody in');
    expect(log).not.toContain(here.provider.configuration.clientSecret);
    expect(log).not.toMatch(/eyJ[\w-]+\.eyJ/);
  });
});
