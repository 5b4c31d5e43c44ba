import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Role, ROLES } from '@watchroom/contract/identity';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { createPartitions } from '../../health/jobs/partitions.ts';
import { startRoomsServer } from './rooms-server.ts';

/** Whoever can call: a person with a role, one without, nobody, and anybody at the deployment without sign-in. */
export const CALLERS = [...ROLES, 'roleless', 'nobody', 'health_only'] as const;
export type CallerName = (typeof CALLERS)[number];

/** The role whose rights a signed-in caller has. */
export const roleOf = (caller: Role | 'roleless'): Role => (caller === 'roleless' ? 'viewer' : caller);

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** What the text is as JSON; undefined when it is none. */
  readonly body: unknown;
}

export interface Asked {
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DataApiServer extends AsyncDisposable {
  readonly test: TestDatabase;
  readonly database: TestDatabase['database'];
  /** Ids of the people, by caller; without those who are not signed in. */
  readonly people: ReadonlyMap<CallerName, string>;
  /** Everything that is served, as it was declared. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  /** @param url Below `/api/db/`, unless it begins with a slash. */
  ask(caller: CallerName, method: string, url: string, asked?: Asked): Promise<Answer>;
  /** Opens the change stream. @param headers sent instead of the caller's cookie. */
  listen(caller: CallerName, headers?: Readonly<Record<string, string>>): Promise<Stream>;
}

export interface Stream {
  /** Names of the tables heard so far, once each, in the order heard. */
  tables(): readonly string[];
  /** Everything heard so far. */
  text(): string;
  /** Whether the server has ended it. */
  isOver(): boolean;
  close(): void;
}

/** Every room behind the real HTTP server, with and without sign-in, on one database. */
export async function startDataApiServer(flags: readonly string[] = []): Promise<DataApiServer> {
  const test = await createTestDatabase();
  const { database } = test;
  await createPartitions(database);
  const routes: { method: string; url: string }[] = [];
  const start = (auth: 'password' | 'none') =>
    startRoomsServer(database, ['--auth', auth, ...flags], (app) => {
      if (auth === 'none') return;
      app.addHook('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) routes.push({ method: one, url });
      });
    });
  const apps = { password: await start('password'), none: await start('none') };
  const people = new Map<CallerName, string>();
  const cookies = new Map<CallerName, string>();
  for (const name of [...ROLES, 'roleless'] as const) {
    const { person, cookie } = await signIn(test, name);
    people.set(name, person);
    cookies.set(name, cookie);
  }
  const appOf = (caller: CallerName) => (caller === 'health_only' ? apps.none : apps.password);
  const cookieOf = (caller: CallerName) => {
    const cookie = cookies.get(caller);
    return cookie === undefined ? {} : { cookie };
  };
  return {
    test,
    database,
    people,
    routes,
    async ask(caller, method, url, { body, headers = {} } = {}) {
      const answer = await appOf(caller).inject({
        method: method as 'GET',
        url: url.startsWith('/') ? url : `/api/db/${url}`,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...cookieOf(caller),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: parsed(answer.body) };
    },
    async listen(caller, headers = cookieOf(caller)) {
      const answer = await appOf(caller).inject({
        method: 'GET',
        url: '/api/v1/changes',
        headers,
        payloadAsStream: true,
      });
      if (answer.statusCode !== 200) throw new Error(`The stream answered ${answer.statusCode}`);
      return openStream(answer.stream());
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(apps).map((app) => app.close()));
      await test[Symbol.asyncDispose]();
    },
  };
}

/** A person with a session of his own, made straight in the database. */
async function signIn({ database }: TestDatabase, name: Role | 'roleless') {
  const token = randomBytes(32).toString('base64url');
  const made = await database.query<{ id: string }>(
    'insert into identity.people (name, email) values ($1, $2) returning id',
    [name, `${name}@example.com`],
  );
  const person = made.rows[0]?.id ?? '';
  await database.query('insert into identity.identities (id, first_name) values ($1, $2)', [person, name]);
  if (name !== 'roleless')
    await database.query('insert into identity.person_roles (person_id, role) values ($1, $2)', [person, name]);
  await database.query(
    `insert into identity.sessions (person_id, token_hash, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [person, createHash('sha256').update(token).digest()],
  );
  return { person, cookie: `watchroom_session=${token}` };
}

function openStream(source: Readable): Stream {
  let text = '';
  let isOver = false;
  source
    .setEncoding('utf8')
    .on('data', (part: string) => (text += part))
    .on('end', () => (isOver = true));
  return {
    tables: () => [...new Set([...text.matchAll(/"table":"([^"]*)"/g)].map(([, table = '']) => table))],
    text: () => text,
    isOver: () => isOver,
    close: () => source.destroy(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
