import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testkit/database.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { type IdentityServer, serveIdentity } from '../../testing/identity-server.ts';
import {
  MADE_ELSEWHERE,
  ORIGIN,
  optionsIn,
  registerKey,
  secondStepWithKey,
  withKey,
} from '../../testing/passkey-people.ts';
import {
  failedSecondFactors,
  flowIn,
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

describe('the second step with a key', () => {
  it('asks for one’s own keys, and lets in with one of them', async () => {
    const person = await withKey(people);
    const browser = await people.halfSignedIn(person);
    const { body: flow } = await browser.begin('login', 'aal=aal2');
    expect(JSON.parse(optionsIn(flow, 'webauthn_login_trigger'))).toMatchObject({
      rpId: 'watch.example.com',
      userVerification: 'preferred',
      allowCredentials: [{ id: person.key.credentialId.toString('base64url') }],
    });
    expect((await secondStepWithKey(browser, person.key, { skipsUserVerification: true })).status).toBe(200);
    expect((await browser.whoAmI()).body).toMatchObject({
      authenticator_assurance_level: 'aal2',
      authentication_methods: [{ method: 'password' }, { method: 'webauthn' }],
    });
  });

  it.each(MADE_ELSEWHERE)('refuses a signature that was made %s', async (_how, how) => {
    const person = await withKey(people);
    const browser = await people.halfSignedIn(person);
    expect((await secondStepWithKey(browser, person.key, how)).status).toBe(400);
    expect((await browser.send('GET', '/api/auth/whoami')).status).toBe(401);
    expect(await failedSecondFactors(server, person.id)).toEqual([
      { method: 'webauthn', reason: 'not signed for this sign-in' },
    ]);
  });

  it('refuses a signature of another key, under the name of the right one', async () => {
    const person = await withKey(people);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(
      (await secondStepWithKey(await people.halfSignedIn(person), person.key, { signsWith: privateKey })).status,
    ).toBe(400);
  });

  it('refuses the key of another person', async () => {
    const [person, other] = [await withKey(people), await withKey(people)];
    expect((await secondStepWithKey(await people.halfSignedIn(person), other.key)).status).toBe(400);
    expect(await failedSecondFactors(server, person.id)).toEqual([
      { method: 'webauthn', reason: 'no key of this person' },
    ]);
  });

  it('refuses and writes down a counter that does not grow', async () => {
    const person = await withKey(people);
    expect((await secondStepWithKey(await people.halfSignedIn(person), person.key, { counter: 9 })).status).toBe(200);
    for (const counter of [9, 3, 0])
      expect((await secondStepWithKey(await people.halfSignedIn(person), person.key, { counter })).status).toBe(400);
    expect(await failedSecondFactors(server, person.id)).toEqual(
      Array(3).fill({ method: 'webauthn', reason: 'counter did not grow' }),
    );
    expect((await secondStepWithKey(await people.halfSignedIn(person), person.key, { counter: 10 })).status).toBe(200);
  });

  it('lets in with a key that does not count, again and again', async () => {
    const person = await people.signedIn();
    const key = createAuthenticator(ORIGIN, { hasCounter: false });
    await registerKey(person, key);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await secondStepWithKey(await people.halfSignedIn(person), key)).status).toBe(200);
  });

  it('takes a challenge once: a failed answer cannot be mended and sent again, nor a right one in another flow', async () => {
    const person = await withKey(people);
    const browser = await people.halfSignedIn(person);
    const { body: flow } = await browser.begin('login', 'aal=aal2');
    const right = person.key.get(optionsIn(flow, 'webauthn_login_trigger'));
    expect((await browser.submit(flow, { webauthn_login: '{}' })).status).toBe(400);
    const again = await browser.submit(flow, { webauthn_login: right });
    expect(again.status).toBe(400);
    const { body: other } = await browser.begin('login', 'aal=aal2');
    expect((await browser.submit(other, { webauthn_login: right })).status).toBe(400);
    const fresh = person.key.get(optionsIn(flowIn(again), 'webauthn_login_trigger'));
    expect((await browser.submit(flow, { webauthn_login: fresh })).status).toBe(200);
  });

  it('lets in one of two who send the same signature at the same instant', async () => {
    const person = await withKey(people);
    const browser = await people.halfSignedIn(person);
    const { body: flow } = await browser.begin('login', 'aal=aal2');
    const sent = { webauthn_login: person.key.get(optionsIn(flow, 'webauthn_login_trigger')) };
    const answers = await Promise.all([browser.submit(flow, sent), browser.submit(flow, sent)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('stops who tries on and on', async () => {
    const person = await withKey(people);
    const browser = await people.halfSignedIn(person);
    const stranger = createAuthenticator(ORIGIN);
    for (let turn = 0; turn < 5; turn += 1) expect((await secondStepWithKey(browser, stranger)).status).toBe(400);
    expect((await secondStepWithKey(browser, person.key)).status).toBe(429);
  });
});
