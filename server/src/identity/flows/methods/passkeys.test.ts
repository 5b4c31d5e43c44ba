import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testkit/database.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { nodeOf } from '../../testing/flow-browser.ts';
import { type IdentityServer, serveIdentity } from '../../testing/identity-server.ts';
import {
  MADE_ELSEWHERE,
  ORIGIN,
  optionsIn,
  registerKey,
  secondStepWithKey,
  withKey,
} from '../../testing/passkey-people.ts';
import { flowIn, type SecondFactorPeople, secondFactorPeople } from '../../testing/second-factor-people.ts';

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

const stored = async (personId: string) =>
  (
    await made.database.query<{
      id: string;
      name: string;
      counter: string;
      transports: string[];
      verifies_user: boolean;
    }>(
      'select id, name, counter, transports, verifies_user from identity.passkeys where person_id = $1 order by created_at',
      [personId],
    )
  ).rows;

describe('registering a key', () => {
  it('offers what a browser needs, without another question about who made the key', async () => {
    const { id, email, browser } = await people.signedIn();
    const { body: flow } = await browser.begin('settings');
    const options = optionsIn(flow, 'webauthn_register_trigger');
    expect(nodeOf(flow, 'webauthn_register_trigger')?.attributes).toMatchObject({
      type: 'button',
      onclickTrigger: 'oryWebAuthnRegistration',
      onclick: `window.oryWebAuthnRegistration(${options})`,
    });
    expect(JSON.parse(options)).toMatchObject({
      rp: { id: 'watch.example.com', name: 'Watchroom' },
      user: { name: email, id: Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    expect(flow.ui.nodes.some(({ type }) => type === 'script')).toBe(true);
  });

  it('stores it under its name, raises the session, lists it and tells the owner by mail', async () => {
    const person = await people.signedIn();
    const elsewhere = await people.halfSignedIn(person);
    const answer = await registerKey(person, createAuthenticator(ORIGIN), { name: '  Blue key ' });
    expect(answer.status).toBe(200);
    const [key] = await stored(person.id);
    expect(key).toMatchObject({ name: 'Blue key', counter: '1', transports: ['internal'], verifies_user: true });
    expect(nodeOf(flowIn(answer), 'webauthn_remove')).toMatchObject({
      attributes: { value: key?.id, type: 'submit' },
      meta: { label: { id: 1050018, context: { display_name: 'Blue key' } } },
    });
    expect((await person.browser.whoAmI()).body).toMatchObject({ authenticator_assurance_level: 'aal2' });
    expect((await elsewhere.send('GET', '/api/auth/whoami')).status).toBe(401);
    const mails = await made.database.query('select kind from identity.mails where recipient = $1', [person.email]);
    expect(mails.rows).toEqual([{ kind: 'method_added' }]);
  });

  it.each(MADE_ELSEWHERE)('refuses one that was made %s', async (_how, how) => {
    const person = await people.signedIn();
    expect((await registerKey(person, createAuthenticator(ORIGIN), how)).status).toBe(400);
    expect(await stored(person.id)).toEqual([]);
  });

  it('takes a challenge once: what was sent does not register twice, and another flow is another challenge', async () => {
    const person = await people.signedIn();
    const [{ body: flow }, { body: other }] = [
      await person.browser.begin('settings'),
      await person.browser.begin('settings'),
    ];
    const sent = {
      webauthn_register: createAuthenticator(ORIGIN).create(optionsIn(flow, 'webauthn_register_trigger')),
      webauthn_register_displayname: 'Mine',
    };
    expect((await person.browser.submit(other, sent)).status).toBe(400);
    expect((await person.browser.submit(flow, sent)).status).toBe(200);
    const [key] = await stored(person.id);
    expect((await person.browser.submit(flow, { webauthn_remove: key?.id })).status).toBe(200);
    expect((await person.browser.submit(flow, sent)).status).toBe(400);
    expect(await stored(person.id)).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['JSON of another kind', '[1, null]'],
    [
      'rubbish in the right form',
      JSON.stringify({
        id: 'a',
        rawId: 'a',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'AAAA' },
      }),
    ],
  ])('refuses %s', async (_what, sent) => {
    const { browser } = await people.signedIn();
    const answer = await browser.walk('settings', {
      method: 'webauthn',
      webauthn_register: sent,
      webauthn_register_displayname: 'Mine',
    });
    expect(answer.status).toBe(400);
  });

  it('refuses a name that is empty, too long, or holds control characters, and keeps any other as it is', async () => {
    const person = await people.signedIn();
    for (const name of ['', '  ', 'x'.repeat(101), 'two\nlines', 'nul\0']) {
      const answer = await registerKey(person, createAuthenticator(ORIGIN), { name });
      expect(answer.status).toBe(400);
      expect(nodeOf(flowIn(answer), 'webauthn_register_displayname')?.messages).toHaveLength(1);
    }
    const name = '<script>alert(1)</script> مفتاح';
    expect((await registerKey(person, createAuthenticator(ORIGIN), { name })).status).toBe(200);
    expect(await stored(person.id)).toMatchObject([{ name }]);
  });

  it('refuses a key that is registered already, also when it is another person’s', async () => {
    const owner = await withKey(people);
    const thief = await people.signedIn();
    const own = await registerKey(owner, owner.key);
    const foreignOne = await registerKey(thief, createAuthenticator(ORIGIN), { credentialId: owner.key.credentialId });
    expect([own.status, foreignOne.status]).toEqual([400, 400]);
    expect(await stored(thief.id)).toEqual([]);
    expect(await stored(owner.id)).toHaveLength(1);
  });

  it('stops at twenty keys', async () => {
    const person = await people.signedIn();
    const { body: flow } = await person.browser.begin('settings');
    await made.database.query(
      `insert into identity.passkeys (person_id, name, credential_id, public_key, verifies_user)
       select $1::uuid, 'key ' || n, decode(lpad(n::text, 32, '0'), 'hex'), '', false
       from generate_series(1, 19) n`,
      [person.id],
    );
    const keys = [createAuthenticator(ORIGIN), createAuthenticator(ORIGIN)] as const;
    await made.database.query(`update identity.sessions set assurance_level = 'aal2' where person_id = $1`, [
      person.id,
    ]);
    const answers = await Promise.all(
      keys.map((key) =>
        person.browser.submit(flow, {
          webauthn_register: key.create(optionsIn(flow, 'webauthn_register_trigger')),
          webauthn_register_displayname: 'One more',
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(await stored(person.id)).toHaveLength(20);
    const { body: full } = await person.browser.begin('settings');
    expect(nodeOf(full, 'webauthn_register_trigger')).toBeUndefined();
  });

  it('reads nothing that a key says about its maker: certificates name addresses that a client must not choose', async () => {
    const attestation = { format: 'packed', certificate: new Uint8Array(Buffer.from('no certificate at all')) };
    const answer = await registerKey(await people.signedIn(), createAuthenticator(ORIGIN), { attestation });
    expect(answer.status).toBe(200);
  });
});

describe('removing a key', () => {
  it('removes one’s own, ends other sessions, and takes backup codes along with the last', async () => {
    const person = await withKey(people);
    const { body: flow } = await person.browser.begin('settings');
    await person.browser.submit(flow, { lookup_secret_regenerate: 'true' });
    await person.browser.submit(flow, { lookup_secret_confirm: 'true' });
    const elsewhere = await people.halfSignedIn(person);
    expect((await secondStepWithKey(elsewhere, person.key)).status).toBe(200);
    const [key] = await stored(person.id);
    expect((await person.browser.walk('settings', { webauthn_remove: key?.id })).status).toBe(200);
    expect(await stored(person.id)).toEqual([]);
    expect((await elsewhere.whoAmI()).status).toBe(401);
    const codes = await made.database.query('select 1 from identity.backup_codes where person_id = $1', [person.id]);
    expect(codes.rows).toEqual([]);
    expect((await person.browser.send('GET', '/api/auth/whoami')).status).toBe(200);
  });

  it('does not remove somebody else’s, nor what is no key at all', async () => {
    const [owner, other] = [await withKey(people), await people.signedIn()];
    const [key] = await stored(owner.id);
    for (const id of [key?.id, '00000000-0000-4000-8000-000000000000', "x' or true --", '%'])
      expect((await other.browser.walk('settings', { webauthn_remove: id })).status).toBe(400);
    expect(await stored(owner.id)).toHaveLength(1);
    expect((await owner.browser.whoAmI()).status).toBe(200);
  });
});
