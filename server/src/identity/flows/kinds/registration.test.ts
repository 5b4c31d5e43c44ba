import type { Flow } from '@watchroom/contract/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../testkit/database.ts';
import type { AccountsContext } from '../../context.ts';
import { type FlowAnswer, type FlowBrowser, nodeOf, valueOf } from '../../testing/flow-browser.ts';
import { accountOf as storedAccount, inviteTo, mailsTo as mailsOf } from '../testing/invited.ts';
import { createPerson, type IdentityServer, serveIdentity } from '../../testing/identity-server.ts';

const PASSWORD = 'correct horse battery';
const VALUES = {
  method: 'password',
  'traits.email': 'new@example.com',
  'traits.name.first': 'Nina',
  'traits.name.last': 'New',
  password: PASSWORD,
};

let test: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(() => test.database.query('truncate identity.attempts'));

const serve = (accounts: Partial<AccountsContext>) => serveIdentity(test.database, { accounts });
const messages = ({ body }: FlowAnswer) => (body as unknown as Flow).ui.messages?.map(({ text }) => text);
/** Types the code of a mail into the verification that a registration began. */
async function confirm(browser: FlowBrowser, registered: FlowAnswer, code: string | undefined) {
  const [next] = registered.body['continue_with'] as { flow: { id: string } }[];
  const read = await browser.send('GET', `/kratos/self-service/verification/flows?id=${next?.flow.id}`);
  return browser.submit(read.body as unknown as Flow, { method: 'code', code });
}
const codesTo = async (address: string) => (await mailsTo(address)).map(({ body }) => /\b\d{6}\b/.exec(body)?.[0]);
const mailsTo = (address: string) => mailsOf(test.database, address);
const accountOf = (email: string) => storedAccount(test.database, email);
const invite = (server: IdentityServer, email: string) => inviteTo(server, test.database, email, PASSWORD);

describe('a registration by invitation', () => {
  let server: IdentityServer;
  beforeAll(async () => {
    server = await serve({});
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('says so to who has none, and offers and takes nothing', async () => {
    const browser = server.openBrowser();
    const begun = await browser.begin('registration');
    expect(messages(begun as unknown as FlowAnswer)?.[0]).toMatch(/^Registration is by invitation only\./);
    expect(nodeOf(begun.body, 'password')).toBeUndefined();
    expect((await browser.submit(begun.body, VALUES)).status).toBe(400);
    expect((await test.database.query(`select 1 from identity.people where email = 'new@example.com'`)).rows).toEqual(
      [],
    );
  });

  it.each(['', 'nonsense', 'A'.repeat(43), '\0'])('says that the invitation %j is not valid', async (token) => {
    const begun = await server.openBrowser().begin('registration', `invitation=${encodeURIComponent(token)}`);
    expect(begun.status).toBe(200);
    expect(nodeOf(begun.body, 'password')).toBeUndefined();
  });

  it('makes the account of whoever was invited and signs them in with a verified address, without another mail', async () => {
    const token = await invite(server, 'ivy@example.com');
    const browser = server.openBrowser();
    const { body: flow } = await browser.begin('registration', `invitation=${token}`);
    expect(valueOf(flow, 'traits.email')).toBe('ivy@example.com');
    expect(valueOf(flow, 'traits.name.first')).toBe('Ivy');
    expect(JSON.stringify(flow)).not.toContain(token);
    const answer = await browser.submit(flow, {
      ...VALUES,
      'traits.email': 'ivy@example.com',
      'traits.name.last': 'Vine',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        session: { authenticator_assurance_level: 'aal1' },
        identity: {
          state: 'active',
          traits: { email: 'ivy@example.com', name: { first: 'Nina', last: 'Vine' } },
          verifiable_addresses: [{ value: 'ivy@example.com', verified: true }],
        },
      },
    });
    expect(answer.body['continue_with']).toBeUndefined();
    expect((await browser.whoAmI()).status).toBe(200);
    expect(await browser.send('GET', '/api/auth/whoami')).toMatchObject({
      body: { payload: { roles: ['responder'] } },
    });
    expect(await accountOf('ivy@example.com')).toEqual({ state: 'active', isVerified: true });
    expect((await mailsTo('ivy@example.com')).map(({ kind }) => kind)).toEqual(['invitation']);
    const used = await server.openBrowser().begin('registration', `invitation=${token}`);
    expect(messages(used as unknown as FlowAnswer)?.[0]).toMatch(/^This invitation is no longer valid\./);
  });

  it('takes an invitation once, also of two that use it at the same instant', async () => {
    const token = await invite(server, 'twice@example.com');
    const register = async () => {
      const browser = server.openBrowser();
      const { body: flow } = await browser.begin('registration', `invitation=${token}`);
      return browser.submit(flow, { ...VALUES, 'traits.email': 'twice@example.com' });
    };
    const answers = await Promise.all([register(), register(), register()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it('is for the address that was invited, and no other', async () => {
    const token = await invite(server, 'this@example.com');
    const browser = server.openBrowser();
    const { body: flow } = await browser.begin('registration', `invitation=${token}`);
    const answer = await browser.submit(flow, { ...VALUES, 'traits.email': 'that@example.com' });
    expect(answer.status).toBe(400);
    expect(messages(answer)).toEqual(['This invitation is for this@example.com. Use that address.']);
    expect(await accountOf('this@example.com')).toEqual({ state: 'invited', isVerified: false });
    expect(await accountOf('that@example.com')).toBeUndefined();
  });

  it('proves nothing about an address that the account got while the form was open', async () => {
    const token = await invite(server, 'before@example.com');
    const browser = server.openBrowser();
    const { body: flow } = await browser.begin('registration', `invitation=${token}`);
    await test.database.query(
      `update identity.people set email = 'after@example.com' where email = 'before@example.com'`,
    );
    const answer = await browser.submit(flow, { ...VALUES, 'traits.email': 'before@example.com' });
    expect(answer.status).toBe(400);
    expect(messages(answer)?.[0]).toMatch(/^This invitation is no longer valid\./);
    expect(await accountOf('after@example.com')).toEqual({ state: 'invited', isVerified: false });
  });

  it('is not offered to who is signed in', async () => {
    await createPerson(test.database, { email: 'in@example.com', password: PASSWORD });
    const browser = server.openBrowser();
    await browser.signIn('in@example.com', PASSWORD);
    expect(await browser.begin('registration')).toMatchObject({
      status: 400,
      body: { error: { id: 'session_already_available' } },
    });
  });

  it.each([
    ['a password that is too short', { password: 'short' }, 'password', 'Use at least 8 characters'],
    [
      'a password with the email in it',
      { password: 'named@example.com' },
      'password',
      'Use a password that does not contain your email',
    ],
    ['no password', { password: '' }, 'password', 'This field is required'],
    ['no first name', { 'traits.name.first': '  ' }, 'traits.name.first', 'Please provide valid first name'],
    [
      'a control character in a name',
      { 'traits.name.last': 'a\u0007b' },
      'traits.name.last',
      'Please provide valid last name',
    ],
    [
      'an address that is none',
      { 'traits.email': 'named' },
      'traits.email',
      'Entered value does not match email format',
    ],
    [
      'two addresses',
      { 'traits.email': 'a@b.example\nbcc: c@d.example' },
      'traits.email',
      'Entered value does not match email format',
    ],
  ])(
    'refuses %s at its field, and keeps what else was typed but the password',
    async (name, values, field, sentence) => {
      const token = await invite(server, `named-${name.replaceAll(/\W/g, '')}@example.com`);
      const browser = server.openBrowser();
      const { body: flow } = await browser.begin('registration', `invitation=${token}`);
      const sent = { ...VALUES, 'traits.email': 'named@example.com', ...values };
      const answer = await browser.submit(flow, sent);
      expect(answer.status).toBe(400);
      const shown = answer.body as unknown as Flow;
      expect(nodeOf(shown, field)?.messages.map(({ text }) => text)).toEqual([sentence]);
      expect(valueOf(shown, 'traits.name.first')).toBe(sent['traits.name.first'].trim());
      expect(JSON.stringify(answer.body)).not.toContain(PASSWORD);
    },
  );

  it('stores names of any script as they are', async () => {
    const token = await invite(server, 'script@example.com');
    const browser = server.openBrowser();
    const { body: flow } = await browser.begin('registration', `invitation=${token}`);
    const first = '<script>alert(1)</script>';
    const last = '\u202Eنينا';
    const traits = { email: 'script@example.com', name: { first, last } };
    const answer = await browser.submit(flow, { method: 'password', password: PASSWORD, traits });
    expect(answer).toMatchObject({ status: 200, body: { identity: { traits: { name: { first, last } } } } });
  });
});

describe('a registration that is closed', () => {
  it('says so, even to who has an invitation', async () => {
    await using server = await serve({ registration: 'closed' });
    const browser = server.openBrowser();
    const begun = await browser.begin('registration', `invitation=${'A'.repeat(43)}`);
    expect(messages(begun as unknown as FlowAnswer)).toEqual([
      'Registration is closed. Ask an administrator for an account.',
    ]);
    expect((await browser.submit(begun.body, VALUES)).status).toBe(400);
  });
});

describe('a registration that is open', () => {
  it('makes an account that is let in once its address is verified', async () => {
    await using server = await serve({ registration: 'open' });
    const browser = server.openBrowser();
    const answer = await browser.walk('registration', VALUES);
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body['session']).toBeUndefined();
    expect((await server.openBrowser().signIn('new@example.com', PASSWORD)).status).toBe(400);
    const early = await test.database.query(`select 1 from identity.people where email = 'new@example.com'`);
    expect(early.rows).toEqual([]);
    const [code] = await codesTo('new@example.com');
    expect((await confirm(browser, answer, code === '000000' ? '111111' : '000000')).status).toBe(400);
    expect(await confirm(browser, answer, code)).toMatchObject({ status: 200, body: { state: 'passed_challenge' } });
    expect((await server.openBrowser().signIn('new@example.com', PASSWORD)).status).toBe(200);
  });

  it('verifies no invited address, and opens no invited account, without the invitation', async () => {
    await using server = await serve({ registration: 'open' });
    const email = 'waiting@example.com';
    const token = await invite(server, email);
    const answer = await server.openBrowser().walk('registration', { ...VALUES, 'traits.email': email });
    expect(answer).toMatchObject({ status: 200, body: { continue_with: [{ action: 'show_verification_ui' }] } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await accountOf(email)).toEqual({ state: 'invited', isVerified: false });
    expect((await server.openBrowser().signIn(email, PASSWORD)).status).toBe(400);
    const browser = server.openBrowser();
    const { body: flow } = await browser.begin('registration', `invitation=${token}`);
    expect((await browser.submit(flow, { ...VALUES, 'traits.email': email })).status).toBe(200);
    expect(await accountOf(email)).toEqual({ state: 'active', isVerified: true });
  });

  it('answers alike for an address that has an account, whose owner learns of it, and never changes that account', async () => {
    await using server = await serve({ registration: 'open' });
    await createPerson(test.database, { email: 'taken@example.com', password: PASSWORD });
    const answers = [];
    for (const email of ['taken@example.com', 'free@example.com']) {
      const answer = await server
        .openBrowser()
        .walk('registration', { ...VALUES, 'traits.email': email, password: 'another password' });
      answers.push(
        JSON.stringify({ ...answer.body, status: answer.status })
          .replaceAll(email, 'x')
          .replaceAll(/[0-9a-f-]{36}/g, 'id'),
      );
    }
    expect(answers[0]).toBe(answers[1]);
    expect((await mailsTo('taken@example.com')).map(({ kind }) => kind)).toEqual(['tried_registration']);
    expect((await server.openBrowser().signIn('taken@example.com', PASSWORD)).status).toBe(200);
  });

  it('gives the account to the browser into which the code is typed: who registered the address first cannot wait for its owner', async () => {
    await using server = await serve({ registration: 'open' });
    const values = { ...VALUES, 'traits.email': 'owner@example.com' };
    const attacker = server.openBrowser('198.51.100.1');
    const planted = await attacker.walk('registration', { ...values, password: 'the password of an attacker' });
    const owner = server.openBrowser();
    const registered = await owner.walk('registration', values);
    const [, code] = await codesTo('owner@example.com');
    expect((await confirm(attacker, planted, code)).status).toBe(400);
    expect((await confirm(owner, registered, code)).status).toBe(200);
    expect((await server.openBrowser().signIn('owner@example.com', 'the password of an attacker')).status).toBe(400);
    expect((await server.openBrowser().signIn('owner@example.com', PASSWORD)).status).toBe(200);
  });

  it('makes one account of two that confirm the same address at the same instant', async () => {
    await using server = await serve({ registration: 'open' });
    const both = [server.openBrowser(), server.openBrowser()];
    const registered: FlowAnswer[] = [];
    for (const browser of both)
      registered.push(await browser.walk('registration', { ...VALUES, 'traits.email': 'race@example.com' }));
    const codes = await codesTo('race@example.com');
    const answers = await Promise.all(
      both.map((browser, index) =>
        confirm(browser, registered[index] ?? { status: 0, body: {}, headers: {} }, codes[index]),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('refuses a password of the list of known ones', async () => {
    await using server = await serve({ registration: 'open', isBreached: async (password) => password === PASSWORD });
    const answer = await server.openBrowser().walk('registration', VALUES);
    expect(nodeOf(answer.body as unknown as Flow, 'password')?.messages[0]?.text).toBe(
      'This password is in a list of known passwords. Use another',
    );
  });
});
