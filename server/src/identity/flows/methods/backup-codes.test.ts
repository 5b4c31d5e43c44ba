import type { Flow } from '@watchroom/contract/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testkit/database.ts';
import { type FlowBrowser, nodeOf } from '../../testing/flow-browser.ts';
import { type IdentityServer, serveIdentity } from '../../testing/identity-server.ts';
import {
  failedSecondFactors,
  flowIn,
  type SecondFactorPeople,
  secondFactorPeople,
  type SignedIn,
  textIn,
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

const CODES = 'lookup_secret_codes';
const REGENERATE = { lookup_secret_regenerate: 'true' };
const CONFIRM = { lookup_secret_confirm: 'true' };

const codesIn = (flow: Flow) => textOf(flow, CODES).split(', ');

/** A person with an authenticator app. */
async function withApp(): Promise<SignedIn> {
  const person = await people.signedIn();
  await people.setUpTotp(person);
  return person;
}

/** @returns the codes. */
async function setUpCodes({ browser }: SignedIn): Promise<readonly string[]> {
  const { body: flow } = await browser.begin('settings');
  const codes = codesIn(flowIn(await browser.submit(flow, REGENERATE)));
  expect((await browser.submit(flow, CONFIRM)).status).toBe(200);
  return codes;
}

const secondStep = (browser: FlowBrowser, code: string) =>
  browser.walk('login', { method: 'lookup_secret', lookup_secret: code }, 'aal=aal2');

const storedCodes = async (personId: string) =>
  (
    await made.database.query<{ used_at: Date | null; row: string }>(
      'select used_at, b::text as row from identity.backup_codes b where person_id = $1',
      [personId],
    )
  ).rows;

const isSomebodyWaiting = async () =>
  (
    await made.database.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows.length > 0;

describe('setting up backup codes', () => {
  it('is offered only where a second factor is set', async () => {
    const { id, browser } = await people.signedIn();
    const { body: flow } = await browser.begin('settings');
    expect(flow.ui.nodes.filter(({ group }) => group === 'lookup_secret')).toEqual([]);
    for (const press of [REGENERATE, CONFIRM, { lookup_secret_reveal: 'true' }])
      expect((await browser.submit(flow, press)).status).toBe(400);
    expect(await storedCodes(id)).toEqual([]);
  });

  it('shows twelve readable codes, which count only once they are confirmed', async () => {
    const { id, browser } = await withApp();
    const { body: flow } = await browser.begin('settings');
    const shown = flowIn(await browser.submit(flow, REGENERATE));
    const text = textIn(shown, CODES);
    expect(text?.id).toBe(1050015);
    const codes = codesIn(shown);
    expect(new Set(codes).size).toBe(12);
    for (const code of codes) expect(code).toMatch(/^[a-km-np-z2-9]{5}-[a-km-np-z2-9]{5}-[a-km-np-z2-9]{5}$/);
    expect(text?.context?.['secrets']).toMatchObject(codes.map((secret) => ({ text: secret, context: { secret } })));
    expect(nodeOf(shown, 'lookup_secret_confirm')).toBeDefined();
    expect(await storedCodes(id)).toEqual([]);
    const confirmed = await browser.submit(flow, CONFIRM);
    expect(confirmed.status).toBe(200);
    expect(textIn(flowIn(confirmed), CODES)).toBeUndefined();
    expect(await storedCodes(id)).toHaveLength(12);
  });

  it('writes no code readably, neither while they wait nor in the trail', async () => {
    const person = await withApp();
    const { body: flow } = await person.browser.begin('settings');
    const codes = codesIn(flowIn(await person.browser.submit(flow, REGENERATE)));
    const waiting = await made.database.query<{ row: string }>('select f::text as row from identity.flows f');
    await person.browser.submit(flow, CONFIRM);
    const trail = await made.database.query<{ row: string }>('select a::text as row from platform.audit_log a');
    const written = [...waiting.rows, ...trail.rows, ...(await storedCodes(person.id))]
      .map(({ row }) => row)
      .join('\n');
    for (const code of codes) {
      expect(written).not.toContain(code);
      expect(written).not.toContain(code.replaceAll('-', ''));
    }
  });

  it('tells how many are left and when the others were used, not the codes', async () => {
    const person = await withApp();
    const codes = await setUpCodes(person);
    expect((await secondStep(await people.halfSignedIn(person), codes[3] ?? '')).status).toBe(200);
    const revealed = flowIn(await person.browser.walk('settings', { lookup_secret_reveal: 'true' }));
    expect(textOf(revealed, CODES)).toMatch(/^11 of 12 backup codes are left\. Used: \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
    expect(JSON.stringify(revealed)).not.toContain(codes[0]);
  });

  it('makes the old codes worth nothing when new ones are confirmed, and not before', async () => {
    const person = await withApp();
    const [first = '', second = ''] = await setUpCodes(person);
    const { body: flow } = await person.browser.begin('settings');
    await person.browser.submit(flow, REGENERATE);
    expect((await secondStep(await people.halfSignedIn(person), first)).status).toBe(200);
    await person.browser.submit(flow, CONFIRM);
    expect((await secondStep(await people.halfSignedIn(person), second)).status).toBe(400);
    expect((await person.browser.submit(flow, CONFIRM)).status).toBe(400);
  });

  it('are removed on wish, which ends other sessions', async () => {
    const person = await withApp();
    const [code = ''] = await setUpCodes(person);
    const elsewhere = await people.halfSignedIn(person);
    await secondStep(elsewhere, code);
    expect((await elsewhere.whoAmI()).status).toBe(200);
    expect((await person.browser.walk('settings', { lookup_secret_disable: 'true' })).status).toBe(200);
    expect(await storedCodes(person.id)).toEqual([]);
    expect((await elsewhere.whoAmI()).status).toBe(401);
    expect((await person.browser.whoAmI()).status).toBe(200);
  });

  it('go with the last second factor, in the same change', async () => {
    const person = await withApp();
    await setUpCodes(person);
    expect((await person.browser.walk('settings', { totp_unlink: 'true' })).status).toBe(200);
    expect(await storedCodes(person.id)).toEqual([]);
  });

  it('do not outlive the last second factor when both change at the same instant', async () => {
    const person = await withApp();
    const { body: flow } = await person.browser.begin('settings');
    await person.browser.submit(flow, REGENERATE);
    const confirmed = await made.database.transaction(async (transaction) => {
      await transaction.query(`delete from identity.credentials where person_id = $1 and type = 'totp'`, [person.id]);
      const confirming = person.browser.submit(flow, CONFIRM);
      await expect.poll(isSomebodyWaiting).toBe(true);
      return { confirming };
    });
    expect((await confirmed.confirming).status).toBe(400);
    expect(await storedCodes(person.id)).toEqual([]);
  });
});

describe('the second step with a backup code', () => {
  it('lets in once per code, however it is typed', async () => {
    const person = await withApp();
    const [code = '', other = ''] = await setUpCodes(person);
    const browser = await people.halfSignedIn(person);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    expect((await secondStep(browser, typed)).status).toBe(200);
    expect((await browser.whoAmI()).body).toMatchObject({ authenticator_assurance_level: 'aal2' });
    const again = await secondStep(await people.halfSignedIn(person), code);
    expect(again.status).toBe(400);
    expect(nodeOf(flowIn(again), 'lookup_secret')?.messages[0]?.id).toBe(4000016);
    expect((await secondStep(await people.halfSignedIn(person), other)).status).toBe(200);
    expect(await failedSecondFactors(server, person.id)).toEqual([
      { method: 'lookup_secret', reason: 'wrong or used code' },
    ]);
  });

  it('lets in one of several who use a code at the same instant', async () => {
    const person = await withApp();
    const [code = ''] = await setUpCodes(person);
    const browsers = await Promise.all(Array.from({ length: 4 }, () => people.halfSignedIn(person)));
    const answers = await Promise.all(browsers.map((browser) => secondStep(browser, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  it('refuses the codes of another person, and does not use them up', async () => {
    const [person, other] = [await withApp(), await withApp()];
    await setUpCodes(person);
    const [code = ''] = await setUpCodes(other);
    expect((await secondStep(await people.halfSignedIn(person), code)).status).toBe(400);
    expect((await secondStep(await people.halfSignedIn(other), code)).status).toBe(200);
  });

  it('stops who guesses, also with a right code', async () => {
    const person = await withApp();
    const [code = ''] = await setUpCodes(person);
    const browser = await people.halfSignedIn(person);
    for (const guess of ['a', 'aaaaa-aaaaa-aaaaa', "' or 1=1", '\0', '22222-22222-22222'])
      expect((await secondStep(browser, guess)).status).toBe(400);
    expect((await secondStep(browser, code)).status).toBe(429);
    expect((await storedCodes(person.id)).every(({ used_at }) => used_at === null)).toBe(true);
  });

  it('is not offered when no code is left, nor before the password', async () => {
    const person = await withApp();
    const browser = await people.halfSignedIn(person);
    expect(nodeOf((await browser.begin('login', 'aal=aal2')).body, 'lookup_secret')).toBeUndefined();
    const [code = ''] = await setUpCodes(person);
    expect(nodeOf((await browser.begin('login', 'aal=aal2')).body, 'lookup_secret')).toBeDefined();
    const stranger = server.openBrowser('192.0.2.1');
    expect((await stranger.walk('login', { method: 'lookup_secret', lookup_secret: code })).status).toBe(400);
    expect((await stranger.whoAmI()).status).toBe(401);
  });
});
