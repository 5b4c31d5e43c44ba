import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testkit/database.ts';
import { type FlowBrowser, openFlowBrowser } from '../identity/testing/flow-browser.ts';
import { basic, createPerson } from '../identity/testing/identity-server.ts';
import { textOf } from '../identity/testing/second-factor-people.ts';
import { type OpenStream, openReplica, type Replica } from './testing/replica.ts';

const PASSWORD = 'a long enough password';

/** Far below the twenty seconds after which every stream is judged anyway, and far above what a slow machine needs. */
const AT_ONCE = { timeout: 10_000 };

/** What a stream was opened with. `other session` is another one than that in which a change is made. */
type Credential = 'session' | 'other session' | 'token' | 'password';

interface World {
  readonly id: string;
  readonly email: string;
  /** Their browser at the replica that changes things. */
  readonly browser: FlowBrowser;
  readonly headers: Readonly<Record<Credential, Readonly<Record<string, string>>>>;
  readonly tokenId: string;
}

let test: TestDatabase;
/** Where changes are made, and where streams are open. */
let here: Replica;
let there: Replica;
let admin: FlowBrowser;
let world: World;
let people = 0;
const streams: OpenStream[] = [];

const signIn = async (email: string) => {
  const browser = openFlowBrowser(here.app, `198.51.100.${(people % 250) + 1}`);
  expect((await browser.signIn(email, PASSWORD)).status).toBe(200);
  return browser;
};
const cookieOf = (browser: FlowBrowser) => ({ cookie: `watchroom_session=${browser.cookie('watchroom_session')}` });

beforeAll(async () => {
  test = await createTestDatabase();
  [here, there] = await Promise.all([openReplica(test), openReplica(test)]);
  await createPerson(test.database, { email: 'root@example.com', password: PASSWORD, roles: ['admin'] });
  admin = await signIn('root@example.com');
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});

beforeEach(async () => {
  people += 1;
  const email = `person${people}@example.com`;
  const id = await createPerson(test.database, { email, password: PASSWORD, roles: ['editor'] });
  const browser = await signIn(email);
  const made = await browser.send('POST', '/api/v1/identity/tokens', { name: 'script', scope: 'editor', days: 1 });
  world = {
    id,
    email,
    browser,
    tokenId: (made.body['row'] as { id: string }).id,
    headers: {
      session: cookieOf(browser),
      'other session': cookieOf(await signIn(email)),
      token: { authorization: `Bearer ${String(made.body['token'])}` },
      password: basic(email, PASSWORD),
    },
  };
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

type Opened = readonly [Credential, OpenStream];

/** One stream with each credential. */
const openAll = async (): Promise<readonly Opened[]> => {
  const opened: Opened[] = [];
  for (const credential of CREDENTIALS) {
    const stream = await there.listen(world.headers[credential]);
    streams.push(stream);
    expect([credential, stream.isOver()]).toEqual([credential, false]);
    opened.push([credential, stream]);
  }
  return opened;
};
const query = (statement: string, ...values: unknown[]) => test.database.query(statement, values);

/** An administrator changes the account, which stays as it is in all that is not named. */
const update = async (changed: object) => {
  const input = { id: world.id, firstName: 'Ann', lastName: 'Lee', email: world.email, role: 'editor', active: true };
  expect((await admin.send('POST', '/api/people/update', { ...input, ...changed })).status).toBe(200);
};

/** Name → what is done, and which streams it ends. */
const CHANGES: Readonly<Record<string, readonly [change: () => Promise<unknown>, ends: readonly Credential[]]>> = {
  'the password is changed': [
    async () => {
      const answer = await world.browser.walk('settings', { method: 'password', password: 'quite another password' });
      expect(answer.status).toBe(200);
    },
    ['other session', 'password'],
  ],
  'the role is changed': [() => update({ role: 'viewer' }), ['session', 'other session', 'token', 'password']],
  'the account is deactivated': [() => update({ active: false }), ['session', 'other session', 'token', 'password']],
  'the email is changed': [() => update({ email: `moved-${world.email}` }), ['password']],
  'the person is removed': [
    async () => expect((await admin.send('DELETE', `/api/people/${world.id}`)).status).toBe(204),
    ['session', 'other session', 'token', 'password'],
  ],
  'a second factor is set up': [
    async () => {
      const { body: flow } = await world.browser.begin('settings');
      const secret = Secret.fromBase32(textOf(flow, 'totp_secret_key'));
      const answer = await world.browser.submit(flow, { method: 'totp', totp_code: TOTP.generate({ secret }) });
      expect(answer.status).toBe(200);
    },
    ['other session', 'password'],
  ],
  'the person signs out': [
    async () => {
      const { body } = await world.browser.send('GET', '/kratos/self-service/logout/browser');
      const { status } = await world.browser.send(
        'GET',
        `/kratos/self-service/logout?token=${String(body['logout_token'])}`,
      );
      expect(status).toBeLessThan(400);
    },
    ['session'],
  ],
  'another session is ended': [
    async () => {
      const { body } = await world.browser.send('GET', '/api/v1/identity/sessions');
      const sessions = body as unknown as readonly { readonly id: string; readonly isCurrent: boolean }[];
      const other = sessions.find(({ isCurrent }) => !isCurrent);
      expect((await world.browser.send('DELETE', `/api/v1/identity/sessions/${other?.id}`)).status).toBe(204);
    },
    ['other session'],
  ],
  'the sessions expire': [
    () =>
      query(`update identity.sessions set expires_at = now() + interval '2 seconds' where person_id = $1`, world.id),
    ['session', 'other session'],
  ],
  'the token is revoked': [
    async () =>
      expect((await world.browser.send('DELETE', `/api/v1/identity/tokens/${world.tokenId}`)).status).toBe(204),
    ['token'],
  ],
  'the token expires': [
    () =>
      query(`update identity.access_tokens set expires_at = now() + interval '2 seconds' where id = $1`, world.tokenId),
    ['token'],
  ],
  'the session loses its level': [
    () =>
      query(
        `with raised as (update identity.identities set required_level = 'aal2' where id = $1)
         update identity.sessions set assurance_level = 'aal2' where person_id = $1`,
        world.id,
      ).then(() => query(`update identity.sessions set assurance_level = 'aal1' where person_id = $1`, world.id)),
    ['session', 'other session', 'password'],
  ],
  'the row of the person alone is marked as deleted': [
    () => query('update identity.people set deleted_at = now() where id = $1', world.id),
    ['session', 'other session', 'token', 'password'],
  ],
  'the password is taken away': [
    () => query(`delete from identity.credentials where person_id = $1`, world.id),
    ['password'],
  ],
};

const CREDENTIALS: readonly Credential[] = ['session', 'other session', 'token', 'password'];

describe('streams that were opened at another replica', () => {
  it.each(Object.entries(CHANGES))(
    'end at once where their right did, and go on elsewhere: %s',
    async (_, [change, ends]) => {
      const opened = await openAll();
      await change();
      const isMeant = ([credential]: Opened) => ends.includes(credential);
      for (const [credential, stream] of opened.filter(isMeant)) {
        await expect.poll(() => [credential, stream.isOver()], AT_ONCE).toEqual([credential, true]);
        // The console loads everything again, and is refused.
        expect(stream.text()).toContain('event: reload\n');
      }
      const others = opened.filter((one) => !isMeant(one));
      const before = new Map(others.map(([credential, stream]) => [credential, stream.judged()]));
      // Messages keep their order: after this one nothing of the change is left to judge.
      await query(
        `select pg_notify('watchroom_changes', json_build_object('table', 'person_rights', 'ids', array[$1::uuid], 'tx', '1')::text)`,
        world.id,
      );
      for (const [credential, stream] of others) {
        await expect.poll(stream.judged, AT_ONCE).toBeGreaterThan(before.get(credential) ?? 0);
        expect([credential, stream.isOver()]).toEqual([credential, false]);
      }
    },
  );

  it('hear of a feature that is switched off, and are not judged for what happens to somebody else', async () => {
    const opened = await openAll();
    const before = opened.map(([, stream]) => stream.judged());
    const somebody = await createPerson(test.database, { email: 'somebody@example.com', password: PASSWORD });
    await query(`insert into identity.person_roles (person_id, role) values ($1, 'admin')`, somebody);
    await query(`update identity.identities set state = 'inactive' where id = $1`, somebody);
    await query(`insert into features.properties (name, value) values ('logs.disable', 'true')`);
    for (const [, stream] of opened) {
      await expect.poll(stream.text, AT_ONCE).toContain('"table":"properties"');
      expect(stream.isOver()).toBe(false);
    }
    expect(opened.map(([, stream]) => stream.judged())).toEqual(before);
  });
});
