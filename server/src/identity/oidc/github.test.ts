import { type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import type { Flow } from '@watchroom/contract/identity';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import { serveHttp } from '../../../../libraries/outbound/tests/servers.ts';
import { serveIdentity } from '../testing/identity-server.ts';
import { githubServer } from './github.ts';

const HOME = 'http://watchroom.test';

interface Fake {
  user: Readonly<Record<string, unknown>>;
  emails: unknown;
  /** Of the last request for a token. */
  sent: URLSearchParams | undefined;
}

/**
 * A fake: it answers in the form of GitHub's documentation, at the addresses of a GitHub Enterprise Server, to one code. It
 * is no GitHub, and shows nothing about GitHub's pages.
 */
function fakeGithub(fake: Fake): RequestListener {
  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const { pathname } = new URL(request.url ?? '/', 'http://github');
    if (pathname === '/login/oauth/access_token') {
      fake.sent = new URLSearchParams(await bodyOf(request));
      if (request.headers.accept !== 'application/json') return [200, 'access_token=form'];
      // GitHub answers wrong codes with 200.
      if (fake.sent.get('code') !== 'the-code')
        return [200, { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' }];
      return [200, { access_token: 'gho_token', scope: 'user:email', token_type: 'bearer' }];
    }
    if (!/^bearer gho_token$/i.test(request.headers.authorization ?? '') || !request.headers['user-agent'])
      return [401, { message: 'Requires authentication', status: '401' }];
    if (pathname === '/api/v3/user') return [200, fake.user];
    if (pathname === '/api/v3/user/emails') return [200, fake.emails];
    return [404, { message: 'Not Found' }];
  };
  return (request, response) =>
    void answer(request).then(([status, content]) => {
      response.writeHead(status, STATUS_CODES[status], { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(content));
    });
}

const OCTOCAT = {
  login: 'octocat',
  id: 583231,
  node_id: 'MDQ6VXNlcjE=',
  type: 'User',
  name: 'Mona Lisa Octocat',
  email: null,
};
const EMAILS = [
  { email: 'octocat@users.noreply.github.com', primary: false, verified: true, visibility: null },
  { email: 'Mona@example.com', primary: true, verified: true, visibility: 'private' },
];

async function signIn(given: Partial<Pick<Fake, 'user' | 'emails'>> = {}, code = 'the-code') {
  const stack = new AsyncDisposableStack();
  const fake: Fake = { user: OCTOCAT, emails: EMAILS, sent: undefined, ...given };
  const github = stack.use(await serveHttp(fakeGithub(fake)));
  const { database } = stack.use(await createTestDatabase());
  const provider = {
    id: 'github',
    label: 'GitHub',
    dialect: 'github',
    issuer: github.url,
    clientId: 'Iv1.client',
    clientSecret: 'the secret',
    scopes: ['user:email'],
  } as const;
  const server = stack.use(
    await serveIdentity(database, { publicUrl: HOME, accounts: { registration: 'open', oidcProviders: [provider] } }),
  );
  const browser = server.openBrowser();
  const { body: flow } = await browser.begin('login');
  const out = await browser.submit(flow, { method: 'oidc', provider: 'github' });
  const address = new URL(String(out.body['redirect_browser_to']));
  const state = address.searchParams.get('state') ?? '';
  const back = `/kratos/self-service/methods/oidc/callback/github?${new URLSearchParams({ code, state })}`;
  const answer = await browser.send('GET', back);
  const messages = (answer.body as unknown as Flow).ui?.messages?.map(({ text }) => text);
  return { fake, database, browser, address, answer, messages, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe('GitHub', () => {
  it('is spoken to at its own addresses', () => {
    expect(githubServer('https://github.com')).toMatchObject({
      authorization_endpoint: 'https://github.com/login/oauth/authorize',
      token_endpoint: 'https://github.com/login/oauth/access_token',
    });
  });

  it('signs in by the number of the account, with the primary address and PKCE', async () => {
    await using done = await signIn();
    expect(done.address.pathname).toBe('/login/oauth/authorize');
    expect(Object.fromEntries(done.address.searchParams)).toMatchObject({
      client_id: 'Iv1.client',
      scope: 'user:email',
      code_challenge_method: 'S256',
    });
    expect(done.fake.sent?.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
    expect(done.answer.status).toBe(200);
    expect((await done.browser.whoAmI()).body).toMatchObject({
      identity: { traits: { email: 'mona@example.com', name: { first: 'Mona', last: 'Lisa Octocat' } } },
    });
    const { rows } = await done.database.query('select subject from identity.provider_accounts');
    expect(rows).toEqual([{ subject: '583231' }]);
  });

  it('makes no account by an address that is not verified, or not the primary one', async () => {
    for (const emails of [[{ ...EMAILS[1], verified: false }], [EMAILS[0]], []]) {
      await using done = await signIn({ emails });
      expect(done.messages).toEqual([expect.stringContaining('GitHub did not confirm an email of yours')]);
    }
  });

  it('is not trusted with a wrong code, and not understood in another form', async () => {
    await using wrong = await signIn({}, 'a-wrong-code');
    expect(wrong.answer.status).toBe(400);
    expect(wrong.messages).toEqual([expect.stringMatching(/^(The answer from GitHub|GitHub does not accept)/)]);
    await using renamed = await signIn({ user: { ...OCTOCAT, id: '583231' } });
    expect(renamed.messages).toEqual([expect.stringContaining('GitHub cannot be reached now')]);
  });
});
