import type { Flow } from '@watchroom/contract/identity';
import { describe, expect, it } from 'vitest';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { removeProviderAccount } from '../../oidc/provider-accounts.ts';
import { type FlowBrowser, nodeOf } from '../../testing/flow-browser.ts';
import { createPerson } from '../../testing/identity-server.ts';
import { visitProvider } from '../../testing/oidc-provider.ts';
import { comeBack, flowAt, messagesAt, messagesOf, setOut, startOidcWorld, travel } from '../../testing/oidc-world.ts';

const PASSWORD = 'a long enough one';
const ANN = 'ann@example.com';
const ACCOUNTS = { 'ann-at-corp': { email: 'ann@corp.example', email_verified: false }, 'other-at-corp': {} };

/** Ann, who is signed in with her password, and a second provider, which nobody visits. */
async function world() {
  const here = await startOidcWorld({
    accounts: ACCOUNTS,
    more: (corp) => [{ ...corp, id: 'home', label: 'Home' }],
  });
  const personId = await createPerson(here.database, { email: ANN, password: PASSWORD });
  const browser = here.server.openBrowser();
  await browser.signIn(ANN, PASSWORD);
  return { ...here, clock: here.server.clock, personId, browser };
}

async function link(browser: FlowBrowser, subject: string): Promise<Flow> {
  return flowAt(browser, await travel(browser, subject, { kind: 'settings', values: { link: 'corp' } }));
}

/** As a script opens it: without its host. */
const pathOf = (address: string) => new URL(address).pathname + new URL(address).search;

async function unlink(browser: FlowBrowser, provider = 'corp'): Promise<Flow> {
  const { body } = await browser.walk('settings', { unlink: provider });
  return body as unknown as Flow;
}

const linksOf = async (database: Database) =>
  (await database.query('select person_id as id, subject from identity.provider_accounts')).rows;

describe('linking an account at a provider', () => {
  it('lets its owner in afterwards, whatever address it has, and tells him by mail', async () => {
    await using here = await world();
    const flow = await link(here.browser, 'ann-at-corp');
    expect(messagesOf(flow)).toEqual(['Your changes have been saved.']);
    expect(await linksOf(here.database)).toEqual([{ id: here.personId, subject: 'ann-at-corp' }]);
    const { rows } = await here.database.query('select recipient, kind from identity.mails');
    expect(rows).toEqual([{ recipient: ANN, kind: 'method_added' }]);
    const other = here.server.openBrowser();
    expect(await travel(other, 'ann-at-corp')).toBe('/');
    expect((await other.whoAmI()).body).toMatchObject({ identity: { id: here.personId, traits: { email: ANN } } });
  });

  it('offers what is not linked, and to unlink what is', async () => {
    await using here = await world();
    const { body: before } = await here.browser.begin('settings');
    const labels = (flow: Flow) =>
      flow.ui.nodes.filter(({ group }) => group === 'oidc').map(({ meta }) => meta.label?.text);
    expect(labels(before)).toEqual(['Link Corp', 'Link Home']);
    const after = await link(here.browser, 'ann-at-corp');
    expect(labels(after)).toEqual(['Link Home', 'Unlink Corp']);
    expect(nodeOf(after, 'unlink')?.attributes).toMatchObject({ type: 'submit', value: 'corp' });
    expect(nodeOf(after, 'unlink')?.meta.label).toMatchObject({ id: 1050003, context: { provider: 'Corp' } });
  });

  it('refuses one that belongs to somebody else', async () => {
    await using here = await world();
    await link(here.browser, 'ann-at-corp');
    await createPerson(here.database, { email: 'eve@example.com', password: PASSWORD });
    const eve = here.server.openBrowser();
    await eve.signIn('eve@example.com', PASSWORD);
    const flow = await link(eve, 'ann-at-corp');
    expect(messagesOf(flow)).toEqual([
      "This account at Corp is linked to another person's account here. Sign in with it, or choose another one.",
    ]);
    expect(await linksOf(here.database)).toEqual([{ id: here.personId, subject: 'ann-at-corp' }]);
  });

  it('refuses a second one of the same provider', async () => {
    await using here = await world();
    await link(here.browser, 'ann-at-corp');
    expect(messagesOf(await link(here.browser, 'other-at-corp'))).toEqual([
      'An account at Corp is already linked. Unlink it first to link another one.',
    ]);
    expect(await linksOf(here.database)).toHaveLength(1);
  });

  it('needs a fresh sign-in, on the way out and on the way back', async () => {
    await using here = await world();
    const { body: flow } = await here.browser.begin('settings');
    const address = await visitProvider(await setOut(here.browser, flow, { link: 'corp' }), 'ann-at-corp');
    here.clock.forward(20 * 60_000);
    const back = await here.browser.send('GET', pathOf(address));
    expect(back).toMatchObject({ status: 403, body: { error: { id: 'session_refresh_required' } } });
    const anew = await here.browser.submit(flow, { link: 'corp' });
    expect(anew).toMatchObject({ status: 403, body: { error: { id: 'session_refresh_required' } } });
    expect(await linksOf(here.database)).toEqual([]);
  });

  it('is refused where another person signed in meanwhile', async () => {
    await using here = await world();
    const { body: flow } = await here.browser.begin('settings');
    const address = await visitProvider(await setOut(here.browser, flow, { link: 'corp' }), 'ann-at-corp');
    await createPerson(here.database, { email: 'eve@example.com', password: PASSWORD });
    const eve = here.server.openBrowser();
    await eve.signIn('eve@example.com', PASSWORD);
    here.browser.setCookie('watchroom_session', eve.cookie('watchroom_session') ?? '');
    const back = await here.browser.send('GET', pathOf(address));
    expect(back.body).toMatchObject({ error: { id: 'security_identity_mismatch' } });
    expect(await linksOf(here.database)).toEqual([]);
  });
});

describe('unlinking', () => {
  it('ends the way in and the other sessions', async () => {
    await using here = await world();
    await link(here.browser, 'ann-at-corp');
    const other = here.server.openBrowser();
    await travel(other, 'ann-at-corp');
    expect(messagesOf(await unlink(here.browser))).toEqual(['Your changes have been saved.']);
    expect(await linksOf(here.database)).toEqual([]);
    expect((await other.whoAmI()).status).toBe(401);
    expect((await here.browser.whoAmI()).status).toBe(200);
  });

  it('is refused for the last way to sign in, and for what is not linked', async () => {
    await using here = await world();
    expect(messagesOf(await unlink(here.browser, 'home'))).toEqual(['Home is not linked to your account.']);
    await link(here.browser, 'ann-at-corp');
    await here.database.query(`delete from identity.credentials where type = 'password'`);
    // An account of a provider that is not configured any more lets nobody in.
    await here.database.query(
      `insert into identity.provider_accounts (person_id, provider, subject) values ($1, 'gone', '1')`,
      [here.personId],
    );
    expect(messagesOf(await unlink(here.browser))).toEqual([
      'This is your last way to sign in. Set a password or add a passkey first, then unlink Corp.',
    ]);
    await here.database.query(
      `insert into identity.provider_accounts (person_id, provider, subject) values ($1, 'home', '1')`,
      [here.personId],
    );
    expect(messagesOf(await unlink(here.browser))).toEqual(['Your changes have been saved.']);
    expect(messagesOf(await unlink(here.browser, 'home'))).toEqual([expect.stringContaining('last way to sign in')]);
  });

  it('of the last two at the same moment leaves one', async () => {
    await using here = await world();
    await here.database.query(`delete from identity.credentials where type = 'password'`);
    for (const provider of ['corp', 'home'])
      await here.database.query(
        `insert into identity.provider_accounts (person_id, provider, subject) values ($1, $2, '1')`,
        [here.personId, provider],
      );
    const remove = (transaction: Queryable, provider: string) =>
      removeProviderAccount(transaction, here.personId, provider, ['corp', 'home']);
    const [first, second] = await here.database.transaction(async (transaction) => {
      const removed = await remove(transaction, 'corp');
      const other = here.database.transaction((later) => remove(later, 'home'));
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await here.database.query(waiting)).rowCount).toBe(1);
      return [removed, { other }] as const;
    });
    expect([first, await second.other]).toEqual(['removed', 'last']);
    expect(await linksOf(here.database)).toHaveLength(1);
  });
});

describe('confirming that it is oneself by a provider', () => {
  it('asks the provider to ask anew, and offers what is linked alone', async () => {
    await using here = await world();
    const { body: without } = await here.browser.begin('login', 'refresh=true');
    expect(nodeOf(without, 'provider')).toBeUndefined();
    await link(here.browser, 'ann-at-corp');
    const { body: flow } = await here.browser.begin('login', 'refresh=true&return_to=/profile-settings');
    expect(nodeOf(flow, 'provider')?.attributes).toMatchObject({ value: 'corp' });
    const address = await setOut(here.browser, flow);
    expect(new URL(address).searchParams.get('max_age')).toBe('0');
    expect(await comeBack(here.browser, await visitProvider(address, 'ann-at-corp'))).toBe('/profile-settings');
  });

  it('is refused where the browser kept the provider from asking', async () => {
    await using here = await world();
    await link(here.browser, 'ann-at-corp');
    here.clock.forward(10 * 60_000);
    const { body: flow } = await here.browser.begin('login', 'refresh=true');
    const address = (await setOut(here.browser, flow)).replace('max_age=0', 'max_age=3600');
    const page = await comeBack(here.browser, await visitProvider(address, 'ann-at-corp'));
    expect(await messagesAt(here.browser, page)).toEqual([expect.stringContaining('could not be trusted')]);
  });

  it('by another account is refused', async () => {
    await using here = await world();
    await link(here.browser, 'ann-at-corp');
    const eve = await createPerson(here.database, { email: 'eve@example.com', password: PASSWORD });
    await here.database.query(
      `insert into identity.provider_accounts (person_id, provider, subject) values ($1, 'corp', 'eve-at-corp')`,
      [eve],
    );
    const page = await travel(here.browser, 'eve-at-corp', { query: 'refresh=true' });
    expect(page).toContain('security_identity_mismatch');
  });
});
