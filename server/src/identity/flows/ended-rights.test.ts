import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import { type IdentityServer, serveIdentity } from '../testing/identity-server.ts';
import { type SecondFactorPeople, secondFactorPeople } from '../testing/second-factor-people.ts';

const PASSWORD = 'a long enough password';
const NEW_PASSWORD = 'quite another password';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let server: IdentityServer;
let people: SecondFactorPeople;

beforeAll(async () => {
  test = await createTestDatabase();
  server = await serveIdentity(test.database);
  people = secondFactorPeople(server);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});
beforeEach(() => test.database.query('truncate identity.attempts'));

/**
 * Sends requests of which each was judged before any of them changes the account: all wait for its lock, in this order.
 * @param change runs before them, in the transaction that holds the lock.
 */
async function atOneMoment<Answer>(
  personId: string,
  requests: readonly (() => Promise<Answer>)[],
  change: readonly string[] = [],
): Promise<Answer[]> {
  const sent: Promise<Answer>[] = [];
  await test.database.transaction(async (transaction) => {
    await transaction.query('select 1 from identity.identities where id = $1 for update', [personId]);
    for (const statement of change) await transaction.query(statement, [personId]);
    for (const request of requests) {
      sent.push(request());
      await expect.poll(waiting).toBe(sent.length);
    }
  });
  return Promise.all(sent);
}

async function waiting(): Promise<number> {
  const found = await test.database.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return found.rows[0]?.count ?? 0;
}

const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);

describe('a right that ends at this moment', () => {
  it('is none: an old password lets nobody in that was compared before it was changed', async () => {
    const { id, email, browser } = await people.signedIn();
    const thief = server.openBrowser();
    const { body: login } = await thief.begin('login');
    const { body: settings } = await browser.begin('settings');
    const answers = await atOneMoment(id, [
      () => browser.submit(settings, { method: 'password', password: NEW_PASSWORD }),
      () => thief.submit(login, { method: 'password', identifier: email, password: PASSWORD }),
    ]);
    expect(statuses(answers)).toEqual([200, 400]);
    expect((await thief.whoAmI()).status).toBe(401);
    expect((await browser.whoAmI()).status).toBe(200);
  });

  it('is none: a session that its owner ended changes no password', async () => {
    const person = await people.signedIn();
    const thief = await people.halfSignedIn(person);
    const { body: settings } = await thief.begin('settings');
    const thieves = await test.database.query<{ id: string }>(
      'select id from identity.sessions where person_id = $1 order by created_at desc, id desc limit 1',
      [person.id],
    );
    const [answer] = await atOneMoment(
      person.id,
      [() => thief.submit(settings, { method: 'password', password: NEW_PASSWORD })],
      [`delete from identity.sessions where person_id = $1 and id = '${thieves.rows[0]?.id}'`],
    );
    expect(answer).toMatchObject({ status: 401, body: { error: { id: 'session_inactive' } } });
    expect((await server.openBrowser().signIn(person.email, PASSWORD)).status).toBe(200);
  });

  it('is none: of two who change the password at once the second was signed out by the first', async () => {
    const person = await people.signedIn();
    const other = await people.halfSignedIn(person);
    const [{ body: mine }, { body: his }] = await Promise.all([
      person.browser.begin('settings'),
      other.begin('settings'),
    ]);
    const answers = await atOneMoment(person.id, [
      () => person.browser.submit(mine, { method: 'password', password: NEW_PASSWORD }),
      () => other.submit(his, { method: 'password', password: 'the password of a thief' }),
    ]);
    expect(statuses(answers)).toEqual([200, 401]);
    expect((await server.openBrowser().signIn(person.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('is none: a session with one factor removes no authenticator app that was just set up', async () => {
    const person = await people.signedIn();
    const thief = await people.halfSignedIn(person);
    const { body: mine } = await person.browser.begin('settings');
    const { body: his } = await thief.begin('settings');
    const key = mine.ui.nodes
      .map(({ attributes }) => attributes)
      .find((attributes) => attributes.node_type === 'text' && attributes.id === 'totp_secret_key');
    const secret = key?.node_type === 'text' ? String(key.text.context?.['secret']) : '';
    const answers = await atOneMoment(person.id, [
      () => person.browser.submit(mine, { method: 'totp', totp_code: people.codeOf(secret) }),
      () => thief.submit(his, { totp_unlink: 'true' }),
    ]);
    expect(statuses(answers)[0]).toBe(200);
    expect(statuses(answers)[1]).not.toBe(200);
    expect((await person.browser.whoAmI()).status).toBe(200);
    expect((await thief.whoAmI()).status).toBe(403);
  });

  it('is none: an authenticator app that was removed ends no second step', async () => {
    const person = await people.signedIn();
    const secret = await people.setUpTotp(person);
    const half = await people.halfSignedIn(person);
    const { body: flow } = await half.begin('login', 'aal=aal2');
    const [answer] = await atOneMoment(
      person.id,
      [() => half.submit(flow, { method: 'totp', totp_code: people.codeOf(secret) })],
      [`update identity.credentials set secret = 'another one' where person_id = $1 and type = 'totp'`],
    );
    expect(answer?.status).toBe(400);
    expect((await half.whoAmI()).status).toBe(403);
  });

  it('is none: an account that is deactivated is not let in', async () => {
    const { id, email } = await people.signedIn();
    const browser = server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const [answer] = await atOneMoment(
      id,
      [() => browser.submit(flow, { method: 'password', identifier: email, password: PASSWORD })],
      [`update identity.identities set state = 'inactive' where id = $1`],
    );
    expect(answer?.status).toBe(400);
    expect(browser.cookie('watchroom_session')).toBeUndefined();
  });

  it('is none: a session that ended makes no access token', async () => {
    const person = await people.signedIn();
    const thief = await people.halfSignedIn(person);
    const { body: settings } = await person.browser.begin('settings');
    const answers = await atOneMoment(person.id, [
      () => person.browser.submit(settings, { method: 'password', password: NEW_PASSWORD }),
      () => thief.send('POST', '/api/v1/identity/tokens', { name: 'kept', scope: 'read_only', days: 365 }),
    ]);
    expect(statuses(answers)).toEqual([200, 401]);
    const tokens = await test.database.query('select 1 from identity.access_tokens where person_id = $1', [person.id]);
    expect(tokens.rows).toEqual([]);
  });

  it('is none: a code to the old address does not verify the new one', async () => {
    const { id, email, browser } = await people.signedIn();
    const { body: flow } = await browser.begin('verification');
    const asked = (await browser.submit(flow, { method: 'code', email })).body;
    const [mail] = (
      await test.database.query<{ body: string }>(
        `select body from identity.mails where recipient = $1 and kind = 'verification'`,
        [email],
      )
    ).rows;
    const [answer] = await atOneMoment(
      id,
      [
        () =>
          browser.submit(asked as unknown as typeof flow, {
            method: 'code',
            code: /\b\d{6}\b/.exec(mail?.body ?? '')?.[0],
          }),
      ],
      [`update identity.people set email = 'moved-' || email where id = $1`],
    );
    expect(answer?.status).not.toBe(200);
    const stored = await test.database.query('select email_verified_at from identity.identities where id = $1', [id]);
    expect(stored.rows).toEqual([{ email_verified_at: null }]);
  });
});

describe('what belongs to a person alone', () => {
  it('is not ruled by a token that he lent to a script', async () => {
    const { browser } = await people.signedIn();
    const made = await browser.send('POST', '/api/v1/identity/tokens', { name: 'script', scope: 'viewer', days: 1 });
    const headers = { authorization: `Bearer ${String(made.body['token'])}` };
    const script = server.openBrowser();
    for (const url of ['/api/v1/identity/tokens', '/api/v1/identity/sessions'])
      expect(await script.send('GET', url, undefined, headers)).toMatchObject({ status: 403 });
    const { id } = made.body['row'] as { id: string };
    expect((await script.send('DELETE', `/api/v1/identity/tokens/${id}`, undefined, headers)).status).toBe(403);
    const kept = await browser.send('GET', '/api/v1/identity/tokens');
    expect(kept).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  });

  it('asks for a fresh sign-in before it makes a token, and is told of it by mail', async () => {
    const { browser, email } = await people.signedIn();
    const make = (name: string) => browser.send('POST', '/api/v1/identity/tokens', { name, scope: 'viewer', days: 1 });
    expect((await make('first')).status).toBe(201);
    server.clock.forward(15 * 60_000 + 1);
    expect(await make('second')).toMatchObject({ status: 403, body: { code: 'refresh_required' } });
    const mails = await test.database.query('select kind from identity.mails where recipient = $1', [email]);
    expect(mails.rows).toEqual([{ kind: 'method_added' }]);
  });

  it('hears at its old address that it was moved, and every other session ends', async () => {
    const person = await people.signedIn();
    const other = await people.halfSignedIn(person);
    const answer = await person.browser.walk('settings', {
      method: 'profile',
      'traits.email': `moved-${person.email}`,
      'traits.name.first': 'Ada',
    });
    expect(answer.status).toBe(200);
    expect((await other.whoAmI()).status).toBe(401);
    const mails = await test.database.query('select kind from identity.mails where recipient = $1', [person.email]);
    expect(mails.rows).toEqual([{ kind: 'email_changed' }]);
  });
});

describe('strangers', () => {
  it('keep nobody from recovering by asking for other mails to his address', async () => {
    const { email } = await people.signedIn();
    for (let count = 0; count < 4; count += 1)
      await server.openBrowser('203.0.113.66').walk('verification', { method: 'code', email });
    expect((await server.openBrowser().walk('recovery', { method: 'code', email })).status).toBe(200);
    const mails = await test.database.query(`select 1 from identity.mails where recipient = $1 and kind = 'recovery'`, [
      email,
    ]);
    expect(mails.rows).toHaveLength(1);
  });

  it.each(['a^b', '[', 'x y', '%', 'h:99999', '[::1'])('are told that %j is no host', async (host) => {
    const answer = await server.openBrowser().send('GET', '/kratos/self-service/login/browser', undefined, { host });
    expect(answer.status).toBe(400);
  });
});
