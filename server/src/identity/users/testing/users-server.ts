import type { Role } from '@watchroom/contract/identity';
import { createOutbound } from '@watchroom/outbound';
import { expect } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testkit/database.ts';
import { silentLog } from '../../../../testkit/silent-log.ts';
import { createHttpServer } from '../../../platform/http/server.ts';
import { createSecretBox } from '../../../platform/secrets/secret-box.ts';
import { systemClock as clock } from '../../../platform/time/clock.ts';
import type { AccountsContext } from '../../context.ts';
import { sessionToken } from '../../cookie.ts';
import { callerOf } from '../../people.ts';
import { createSession, findSession, proofOf } from '../../sessions.ts';
import { lockAccounts } from '../administration.ts';
import { createEmbeddedAccounts } from '../embedded-accounts.ts';
import { serveUsers } from '../routes.ts';

export const BASE = 'https://watch.example.com';
const FROM = { userAgent: 'Browser/1', address: '203.0.113.1' };

/** Somebody with an active account and a session. */
export interface SignedIn {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

interface Answer {
  readonly status: number;
  /** Undefined for an empty one. */
  readonly body: unknown;
}

/** From the lowest to the highest. */
export const statusesOf = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

export interface UsersServer extends AsyncDisposable {
  readonly database: TestDatabase['database'];
  /** Makes one of this name, and signs him in; without a role he is a viewer. */
  person(name: string, ...roles: Role[]): Promise<SignedIn>;
  /** Another session of his. @returns its id. */
  signIn(person: SignedIn): Promise<string>;
  send(who: SignedIn | undefined, method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown): Promise<Answer>;
  /** Sends them so that all are past the guard before the first one changes anything. */
  atOnce(sends: readonly (() => Promise<Answer>)[]): Promise<readonly Answer[]>;
  /** The one row of a statement. */
  row(sql: string, values?: readonly unknown[]): Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** The routes of users behind the real HTTP server, on a database of their own. */
export async function startUsersServer(): Promise<UsersServer> {
  const test = await createTestDatabase();
  const { database } = test;
  const outbound = createOutbound({ userAgent: 'Watchroom/test' });
  const context: AccountsContext = {
    database,
    clock,
    outbound,
    key: Buffer.alloc(32, 7),
    publicUrl: undefined,
    log: silentLog,
    secretBox: createSecretBox(Buffer.alloc(32, 3), 'test'),
    registration: 'invitation',
    sendsMail: false,
    linkBase: () => BASE,
    isBreached: async () => false,
    oidcProviders: [],
  };
  const app = await createHttpServer({ logLevel: 'silent', trustedProxies: [], publicUrl: undefined });
  app.authenticate.current = async (request) => {
    const session = await findSession(database, clock, sessionToken(request) ?? '');
    return session && { ...callerOf(session.account), sessionId: session.id };
  };
  serveUsers(app, createEmbeddedAccounts(context));
  await app.ready();
  const begin = (personId: string) =>
    createSession(database, clock, personId, FROM, proofOf(clock, 'password', 'aal1'));
  const waiting = async () =>
    (
      await database.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
         where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
      )
    ).rowCount;
  return {
    database,
    async person(name, ...roles) {
      const email = `${name}@example.com`;
      const made = await database.query<{ id: string }>(
        `with person as (insert into identity.people (name, email, type) values ($1, $2, 'person') returning id),
           account as (insert into identity.identities (id, first_name, last_name) select id, $1, 'Test' from person),
           password as (insert into identity.credentials (person_id, type, secret) select id, 'password', 'none' from person),
           role as (insert into identity.person_roles (person_id, role) select id, unnest($3::text[]) from person)
         select id from person`,
        [name, email, roles],
      );
      const id = made.rows[0]?.id ?? '';
      return { id, email, token: await begin(id) };
    },
    async signIn({ id }) {
      const session = await findSession(database, clock, await begin(id));
      return session?.id ?? '';
    },
    async send(who, method, url, body) {
      const answer = await app.inject({
        method,
        url,
        headers: {
          ...(who && { cookie: `watchroom_session=${who.token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json<unknown>() };
    },
    async atOnce(sends) {
      const answers = await database.transaction(async (transaction) => {
        await lockAccounts(transaction);
        const underway = sends.map((send) => send());
        await expect.poll(waiting).toBe(sends.length);
        return underway;
      });
      return Promise.all(answers);
    },
    async row(sql, values) {
      const { rows } = await database.query(sql, values);
      if (rows.length > 1) throw new Error('There is more than one row.');
      return rows[0];
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await outbound[Symbol.asyncDispose]();
      await test[Symbol.asyncDispose]();
    },
  };
}
