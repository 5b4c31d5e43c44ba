import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testkit/database.ts';
import { type FlowBrowser, nodeOf } from '../../testing/flow-browser.ts';
import { type IdentityServer, serveIdentity } from '../../testing/identity-server.ts';
import {
  failedSecondFactors,
  flowIn,
  HALF_A_MINUTE,
  type SecondFactorPeople,
  secondFactorPeople,
  textOf,
} from '../../testing/second-factor-people.ts';

let made: TestDatabase;
let server: IdentityServer;
let people: SecondFactorPeople;

beforeAll(async () => {
  made = await createTestDatabase();
  server = await serveIdentity(made.database);
  people = secondFactorPeople(server);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await made[Symbol.asyncDispose]();
});

const secondStep = async (browser: FlowBrowser, code: string) =>
  browser.walk('login', { method: 'totp', totp_code: code }, 'aal=aal2');

/** Codes that are wrong now and in the half minutes beside. */
function wrongCodes(secret: string, count: number): readonly string[] {
  const right = [-1, 0, 1].map((steps) => people.codeOf(secret, server.clock.now() + steps * HALF_A_MINUTE));
  return Array.from({ length: count + right.length }, (_, index) => String(index).padStart(6, '7'))
    .filter((code) => !right.includes(code))
    .slice(0, count);
}

const storedTotp = async (personId: string) =>
  (
    await made.database.query<{ secret: string }>(
      `select secret from identity.credentials where person_id = $1 and type = 'totp'`,
      [personId],
    )
  ).rows;

describe('setting up an authenticator app', () => {
  it('shows a picture and a key, the same each time the flow is read, and another in another flow', async () => {
    const { browser } = await people.signedIn();
    const { body: flow } = await browser.begin('settings');
    const picture = flow.ui.nodes.find(({ attributes }) => attributes.node_type === 'img');
    expect(picture?.attributes).toMatchObject({ id: 'totp_qr', width: 256 });
    const source = picture?.attributes.node_type === 'img' ? picture.attributes.src : '';
    expect(Buffer.from(source.replace('data:image/svg+xml;base64,', ''), 'base64').toString()).toMatch(/^<svg/);
    expect(textOf(flow, 'totp_secret_key')).toMatch(/^[A-Z2-7]{32}$/);
    const again = await browser.send('GET', `/kratos/self-service/settings/flows?id=${flow.id}`);
    expect(textOf(flowIn(again), 'totp_secret_key')).toBe(textOf(flow, 'totp_secret_key'));
    const { body: other } = await browser.begin('settings');
    expect(textOf(other, 'totp_secret_key')).not.toBe(textOf(flow, 'totp_secret_key'));
  });

  it('keeps nothing before a code of the app confirms it', async () => {
    const person = await people.signedIn();
    const { body: flow } = await person.browser.begin('settings');
    const wrong = await person.browser.submit(flow, {
      method: 'totp',
      totp_code: wrongCodes(textOf(flow, 'totp_secret_key'), 1)[0],
    });
    expect(wrong.status).toBe(400);
    expect(nodeOf(flowIn(wrong), 'totp_code')?.messages[0]?.id).toBe(4000008);
    expect(textOf(flowIn(wrong), 'totp_secret_key')).toBe(textOf(flow, 'totp_secret_key'));
    expect(await storedTotp(person.id)).toEqual([]);
    const empty = await person.browser.submit(flow, { method: 'totp', totp_code: ' ' });
    expect(nodeOf(flowIn(empty), 'totp_code')?.messages[0]?.id).toBe(4000002);
  });

  it('stores the key unreadable, raises the session, and offers to unlink', async () => {
    const person = await people.signedIn();
    const { body: flow } = await person.browser.begin('settings');
    const secret = textOf(flow, 'totp_secret_key');
    const saved = await person.browser.submit(flow, { method: 'totp', totp_code: people.codeOf(secret) });
    expect(saved.status).toBe(200);
    expect(nodeOf(flowIn(saved), 'totp_unlink')).toBeDefined();
    expect(textOf(flowIn(saved), 'totp_secret_key')).toBe('');
    const [stored] = await storedTotp(person.id);
    expect(stored?.secret).toMatch(/^v1:/);
    expect(stored?.secret).not.toContain(secret);
    expect((await person.browser.whoAmI()).body).toMatchObject({ authenticator_assurance_level: 'aal2' });
  });

  it('makes sessions that proved only the password worth nothing', async () => {
    const person = await people.signedIn();
    const elsewhere = await people.halfSignedIn(person);
    expect((await elsewhere.send('GET', '/api/auth/whoami')).status).toBe(200);
    await people.setUpTotp(person);
    expect((await elsewhere.send('GET', '/api/auth/whoami')).status).toBe(401);
    expect((await person.browser.send('GET', '/api/auth/whoami')).status).toBe(200);
  });

  it('tells the open streams of such sessions at once', async () => {
    const person = await people.signedIn();
    const told: string[] = [];
    const client = await made.database.connect();
    client.on('notification', ({ payload = '' }) => told.push(payload));
    await client.query('listen watchroom_changes');
    const elsewhere = await people.halfSignedIn(person);
    const { id } = (await elsewhere.whoAmI()).body;
    await people.setUpTotp(person);
    await expect
      .poll(() => told.some((payload) => payload.includes('"sessions"') && payload.includes(String(id))))
      .toBe(true);
    await client.end();
  });

  it('is not replaced by a second one, not even by two flows at the same instant', async () => {
    const person = await people.signedIn();
    const flows = await Promise.all([person.browser.begin('settings'), person.browser.begin('settings')]);
    const answers = await Promise.all(
      flows.map(({ body }) =>
        person.browser.submit(body, { method: 'totp', totp_code: people.codeOf(textOf(body, 'totp_secret_key')) }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(await storedTotp(person.id)).toHaveLength(1);
  });

  it('refuses to read a key that was moved to another person', async () => {
    const [person, other] = [await people.signedIn(), await people.signedIn()];
    const secret = await people.setUpTotp(person);
    await people.setUpTotp(other);
    await made.database.query(
      `update identity.credentials set secret = (select secret from identity.credentials where person_id = $1 and type = 'totp')
       where person_id = $2 and type = 'totp'`,
      [person.id, other.id],
    );
    expect((await secondStep(await people.halfSignedIn(other), people.codeOf(secret))).status).toBe(500);
  });

  it('tells the owner by mail that it was added and removed, and writes no key into the trail', async () => {
    const person = await people.signedIn();
    const secret = await people.setUpTotp(person);
    await person.browser.walk('settings', { totp_unlink: 'true' });
    const mails = await made.database.query(
      'select kind from identity.mails where recipient = $1 order by created_at',
      [person.email],
    );
    expect(mails.rows).toEqual([{ kind: 'method_added' }, { kind: 'factor_removed' }]);
    const written = await made.database.query<{ line: string }>('select t::text as line from platform.audit_log t');
    expect(written.rows.some(({ line }) => line.includes(secret) || line.includes('v1:testkey'))).toBe(false);
  });
});

describe('the second step with an authenticator app', () => {
  it('is asked for after the password, and lets in with the code of now, blanks and all', async () => {
    const person = await people.signedIn();
    const secret = await people.setUpTotp(person);
    const browser = await people.halfSignedIn(person);
    expect((await browser.send('GET', '/api/auth/whoami')).status).toBe(401);
    const { body: flow } = await browser.begin('login', 'aal=aal2');
    expect(nodeOf(flow, 'totp_code')?.attributes).toMatchObject({ autocomplete: 'one-time-code' });
    expect(nodeOf(flow, 'password')).toBeUndefined();
    const code = people.codeOf(secret);
    const answer = await browser.submit(flow, { method: 'totp', totp_code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(answer.status).toBe(200);
    expect((await browser.whoAmI()).body).toMatchObject({ authenticator_assurance_level: 'aal2' });
    expect((await browser.send('GET', '/api/auth/whoami')).status).toBe(200);
  });

  it('takes the codes of the half minutes before and after, and none further away', async () => {
    const person = await people.signedIn();
    const secret = await people.setUpTotp(person);
    for (const away of [-2, 2]) {
      const answer = await secondStep(
        await people.halfSignedIn(person),
        people.codeOf(secret, server.clock.now() + away * HALF_A_MINUTE),
      );
      expect(answer.status).toBe(400);
    }
    server.clock.forward(2 * HALF_A_MINUTE);
    for (const near of [-1, 1]) {
      const answer = await secondStep(
        await people.halfSignedIn(person),
        people.codeOf(secret, server.clock.now() + near * HALF_A_MINUTE),
      );
      expect(answer.status).toBe(200);
    }
  });

  it('does not take a code again, the one that confirmed it included, nor an older one', async () => {
    const person = await people.signedIn();
    const { body: flow } = await person.browser.begin('settings');
    const secret = textOf(flow, 'totp_secret_key');
    const confirmed = people.codeOf(secret);
    await person.browser.submit(flow, { method: 'totp', totp_code: confirmed });
    expect((await secondStep(await people.halfSignedIn(person), confirmed)).status).toBe(400);
    server.clock.forward(HALF_A_MINUTE);
    const code = people.codeOf(secret);
    expect((await secondStep(await people.halfSignedIn(person), code)).status).toBe(200);
    expect((await secondStep(await people.halfSignedIn(person), code)).status).toBe(400);
    expect((await secondStep(await people.halfSignedIn(person), confirmed)).status).toBe(400);
    expect(await failedSecondFactors(server, person.id)).toEqual(
      Array(3).fill({ method: 'totp', reason: 'code used before' }),
    );
  });

  it('lets in one of two who use a code at the same instant', async () => {
    const person = await people.signedIn();
    const secret = await people.setUpTotp(person);
    const browsers = [await people.halfSignedIn(person), await people.halfSignedIn(person)];
    const code = people.codeOf(secret);
    const answers = await Promise.all(browsers.map((browser) => secondStep(browser, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('stops who guesses, also with the right code and in new flows', async () => {
    const person = await people.signedIn();
    const secret = await people.setUpTotp(person);
    const browser = await people.halfSignedIn(person);
    const right = people.codeOf(secret);
    for (const guess of wrongCodes(secret, 5)) expect((await secondStep(browser, guess)).status).toBe(400);
    expect((await secondStep(browser, right)).status).toBe(429);
    expect((await browser.send('GET', '/api/auth/whoami')).status).toBe(401);
    server.clock.forward(16 * 60_000);
    expect((await secondStep(browser, people.codeOf(secret))).status).toBe(200);
  });

  it('lets at most five of many guesses through that arrive together', async () => {
    const person = await people.signedIn();
    const secret = await people.setUpTotp(person);
    const browser = await people.halfSignedIn(person);
    const answers = await Promise.all(wrongCodes(secret, 12).map((guess) => secondStep(browser, guess)));
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(7);
  });

  it('is nothing for a code of another person, nor for somebody who did not give the password', async () => {
    const [person, other] = [await people.signedIn(), await people.signedIn()];
    const secret = await people.setUpTotp(other);
    await people.setUpTotp(person);
    expect((await secondStep(await people.halfSignedIn(person), people.codeOf(secret))).status).toBe(400);
    const stranger = server.openBrowser('192.0.2.1');
    expect((await stranger.begin('login', 'aal=aal2')).status).toBe(401);
    const first = await stranger.walk('login', { method: 'totp', totp_code: people.codeOf(secret) });
    expect(first.status).toBe(400);
    expect((await stranger.whoAmI()).status).toBe(401);
  });
});

describe('unlinking an authenticator app', () => {
  it('takes the second step away, ends other sessions and keeps this one', async () => {
    const person = await people.signedIn();
    const secret = await people.setUpTotp(person);
    const elsewhere = await people.halfSignedIn(person);
    expect((await secondStep(elsewhere, people.codeOf(secret))).status).toBe(200);
    const answer = await person.browser.walk('settings', { totp_unlink: 'true' });
    expect(answer.status).toBe(200);
    expect(textOf(flowIn(answer), 'totp_secret_key')).not.toBe(secret);
    expect(await storedTotp(person.id)).toEqual([]);
    expect((await elsewhere.whoAmI()).status).toBe(401);
    expect((await person.browser.send('GET', '/api/auth/whoami')).status).toBe(200);
    expect((await (await people.halfSignedIn(person)).send('GET', '/api/auth/whoami')).status).toBe(200);
  });

  it('needs a fresh sign-in, and refuses where there is none to unlink', async () => {
    const person = await people.signedIn();
    expect((await person.browser.walk('settings', { totp_unlink: 'true' })).status).toBe(400);
    await people.setUpTotp(person);
    server.clock.forward(20 * 60_000);
    const late = await person.browser.walk('settings', { totp_unlink: 'true' });
    expect(late.body).toMatchObject({ error: { id: 'session_refresh_required' } });
    expect(await storedTotp(person.id)).toHaveLength(1);
  });
});
