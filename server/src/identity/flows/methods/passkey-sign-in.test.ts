import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testkit/database.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { nodeOf } from '../../testing/flow-browser.ts';
import { type IdentityServer, serveIdentity } from '../../testing/identity-server.ts';
import {
  MADE_ELSEWHERE,
  ORIGIN,
  optionsIn,
  passkeySignIn,
  registerKey,
  secondStepWithKey,
  withKey,
} from '../../testing/passkey-people.ts';
import {
  failedSecondFactors,
  type SecondFactorPeople,
  secondFactorPeople,
} from '../../testing/second-factor-people.ts';

let made: TestDatabase;
let server: IdentityServer;
let people: SecondFactorPeople;

beforeAll(async () => {
  made = await createTestDatabase();
  server = await serveIdentity(made.database, { publicUrl: ORIGIN });
  people = secondFactorPeople(server);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await made[Symbol.asyncDispose]();
});

describe('signing in with a passkey alone', () => {
  it('asks for no name, and is worth two factors at once', async () => {
    const person = await withKey(people);
    const browser = server.openBrowser('192.0.2.10');
    const { body: flow } = await browser.begin('login');
    expect(JSON.parse(optionsIn(flow, 'passkey_login_trigger'))).toMatchObject({
      userVerification: 'required',
      allowCredentials: [],
    });
    expect((await passkeySignIn(browser, person.key)).status).toBe(200);
    expect((await browser.whoAmI()).body).toMatchObject({
      authenticator_assurance_level: 'aal2',
      authentication_methods: [{ method: 'passkey' }],
      identity: { id: person.id },
    });
  });

  it.each([...MADE_ELSEWHERE, ['without a check of its owner', { skipsUserVerification: true }] as const])(
    'refuses a signature that was made %s',
    async (_how, how) => {
      const { key } = await withKey(people);
      const browser = server.openBrowser('192.0.2.11');
      expect((await passkeySignIn(browser, key, how)).status).toBe(400);
      expect((await browser.whoAmI()).status).toBe(401);
    },
  );

  it('refuses a key that names another owner, or none', async () => {
    const [{ key }, other] = [await withKey(people), await people.signedIn()];
    for (const userHandle of [Buffer.from(other.id.replaceAll('-', ''), 'hex').toString('base64url'), ''])
      expect((await passkeySignIn(server.openBrowser('192.0.2.12'), key, { userHandle })).status).toBe(400);
  });

  it('refuses a key that did not check its owner when it was made, until it did so as a second step', async () => {
    const person = await people.signedIn();
    const key = createAuthenticator(ORIGIN);
    await registerKey(person, key, { skipsUserVerification: true });
    expect((await passkeySignIn(server.openBrowser('192.0.2.13'), key)).status).toBe(400);
    expect((await secondStepWithKey(await people.halfSignedIn(person), key)).status).toBe(200);
    expect((await passkeySignIn(server.openBrowser('192.0.2.13'), key)).status).toBe(200);
  });

  it('refuses and writes down a counter that does not grow', async () => {
    const { id, key } = await withKey(people);
    expect((await passkeySignIn(server.openBrowser('192.0.2.14'), key, { counter: 1 })).status).toBe(400);
    expect(await failedSecondFactors(server, id)).toEqual([{ method: 'passkey', reason: 'counter did not grow' }]);
  });

  it('does not open an account that is not active', async () => {
    const { id, key } = await withKey(people);
    await made.database.query(`update identity.identities set state = 'inactive' where id = $1`, [id]);
    const browser = server.openBrowser('192.0.2.15');
    expect((await passkeySignIn(browser, key)).status).toBe(400);
    expect((await browser.whoAmI()).status).toBe(401);
  });

  it('confirms who is signed in already, and nobody else', async () => {
    const [person, other] = [await withKey(people), await withKey(people)];
    const wrong = await passkeySignIn(person.browser, other.key, {}, 'refresh=true');
    expect(wrong.body).toMatchObject({ error: { id: 'security_identity_mismatch' } });
    expect((await passkeySignIn(person.browser, person.key, {}, 'refresh=true')).status).toBe(200);
  });

  it('asks who is signed in for his own keys, which need not say whose they are', async () => {
    const { browser, key } = await withKey(people);
    const { body: flow } = await browser.begin('login', 'refresh=true');
    expect(JSON.parse(optionsIn(flow, 'passkey_login_trigger'))).toMatchObject({
      allowCredentials: [{ id: key.credentialId.toString('base64url') }],
    });
    expect((await passkeySignIn(browser, key, { userHandle: '' }, 'refresh=true')).status).toBe(200);
  });

  it('is not taken as the second step of somebody else’s sign-in', async () => {
    const [person, other] = [await withKey(people), await withKey(people)];
    const browser = await people.halfSignedIn(person);
    const { body: flow } = await browser.begin('login', 'aal=aal2');
    expect(nodeOf(flow, 'passkey_login_trigger')).toBeUndefined();
    const answer = other.key.get(optionsIn(flow, 'webauthn_login_trigger'));
    expect((await browser.submit(flow, { method: 'passkey', passkey_login: answer })).status).toBe(400);
  });
});

describe('where browsers have no passkeys', () => {
  it('offers none, on a bare address or without https', async () => {
    for (const publicUrl of ['http://watch.example.com', 'https://192.0.2.1', 'https://[2001:db8::1]']) {
      await using plain = await serveIdentity(made.database, { publicUrl });
      const { body: flow } = await plain.openBrowser().begin('login');
      expect(nodeOf(flow, 'passkey_login_trigger')).toBeUndefined();
    }
    await using local = await serveIdentity(made.database, { publicUrl: 'http://localhost:8080' });
    const { body: flow } = await local.openBrowser().begin('login');
    expect(nodeOf(flow, 'passkey_login_trigger')).toBeDefined();
  });
});
