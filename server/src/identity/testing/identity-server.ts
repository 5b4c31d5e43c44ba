import { PassThrough } from 'node:stream';
import type { Role } from '@watchroom/contract/identity';
import { createOutbound } from '@watchroom/outbound';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';
import type { AccountsContext } from '../context.ts';
import { createEmbeddedProvider } from '../providers/embedded.ts';
import type { IdentityProvider } from '../providers/provider.ts';
import { type Identity, registerIdentity } from '../register.ts';
import { type FlowBrowser, openFlowBrowser } from './flow-browser.ts';
import { hashPassword } from '../passwords.ts';

/** A clock that only moves when it is told to. */
export interface HandClock extends Clock {
  forward(milliseconds: number): void;
}

export function handClock(): HandClock {
  let moved = 0;
  const began = Date.now();
  return {
    now: () => began + moved,
    monotonic: () => moved,
    after: () => () => undefined,
    forward(milliseconds) {
      moved += milliseconds;
    },
  };
}

export interface IdentityServer extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly context: AccountsContext;
  readonly provider: IdentityProvider;
  readonly identity: Identity;
  readonly clock: HandClock;
  /** A browser with its own cookies. @param from its address, for limits. */
  openBrowser(from?: string): FlowBrowser;
  /** All that the server has logged so far, at the most talkative level. */
  logged(): string;
  /** Status, headers and body of one request; `from` is the address of the peer. */
  send(request: Request): Promise<Answer>;
}

interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: { readonly code?: string; readonly message?: string; readonly payload?: Payload } & Readonly<
    Record<string, unknown>
  >;
  /** The whole Set-Cookie header. */
  readonly setCookie: string;
  /** `name=value`, to send back. */
  readonly cookie: string;
}

interface Payload {
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly hostname: string;
}

interface ServerOptions {
  readonly publicUrl?: string;
  readonly trustedProxies?: readonly string[];
  readonly clock?: HandClock;
  /** What differs from the defaults: by invitation, no mail server, no providers. */
  readonly accounts?: Partial<AccountsContext>;
  /** Where accounts live; default the built-in ones. */
  readonly openProvider?: (context: AccountsContext) => IdentityProvider;
}

/** The HTTP server with the routes of this room and one guarded route of another, `POST /guarded` (canaries:write). */
export async function serveIdentity(database: Database, options: ServerOptions = {}): Promise<IdentityServer> {
  const clock = options.clock ?? handClock();
  const logStream = new PassThrough();
  const lines: string[] = [];
  logStream.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const { publicUrl, trustedProxies = [] } = options;
  const app = await createHttpServer({ logLevel: 'trace', logStream, trustedProxies, publicUrl });
  const outbound = createOutbound();
  app.addHook('onClose', async () => outbound[Symbol.asyncDispose]());
  const context: AccountsContext = {
    database,
    clock,
    publicUrl,
    key: Buffer.alloc(32, 7),
    log: app.log,
    secretBox: createSecretBox(Buffer.alloc(32, 8), 'testkey'),
    outbound,
    registration: 'invitation',
    sendsMail: false,
    linkBase: () => publicUrl ?? 'http://watchroom.test',
    isBreached: async () => false,
    oidcProviders: [],
    ...options.accounts,
  };
  const provider = (options.openProvider ?? createEmbeddedProvider)(context);
  const identity = registerIdentity(app, context, provider, {
    registration: context.registration,
    signInFromAddress: 'ask',
  });
  app.post('/guarded', { config: { permission: 'canaries:write' } }, async (request) => {
    const { permissions, ...caller } = await app.authorise(request, 'canaries:write');
    return { ...caller, valid: (await identity.callerValidUntil({ permissions, ...caller })) !== undefined };
  });
  await app.ready();
  return {
    app,
    context,
    provider,
    openBrowser: (from) => openFlowBrowser(app, from),
    identity,
    clock,
    logged: () => lines.join(''),
    async send({ method, url, body, headers, from }) {
      const answer = await app.inject({
        method,
        url,
        headers: { ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
        ...(from === undefined ? {} : { remoteAddress: from }),
      });
      const setCookie = String(answer.headers['set-cookie'] ?? '');
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: answer.body === '' ? {} : answer.json<Answer['body']>(),
        setCookie,
        cookie: setCookie.split(';')[0] ?? '',
      };
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}

interface NewPerson {
  readonly email: string;
  readonly password: string;
  readonly roles?: readonly Role[];
}

/** Password → its hash, which takes 30 ms of a core; the people of a worker's tests share a few passwords. */
const hashes = new Map<string, string>();

/** @returns the person's id. */
export async function createPerson(database: Database, person: NewPerson): Promise<string> {
  const secret = hashes.get(person.password) ?? (await hashPassword(person.password));
  hashes.set(person.password, secret);
  return database.transaction(async (transaction) => {
    const made = await transaction.query<{ id: string }>(
      'insert into identity.people (name, email) values ($1, $1) returning id',
      [person.email],
    );
    const id = made.rows[0]?.id ?? '';
    await transaction.query('insert into identity.identities (id, first_name) values ($1, $2)', [id, person.email]);
    await transaction.query(`insert into identity.credentials (person_id, type, secret) values ($1, 'password', $2)`, [
      id,
      secret,
    ]);
    for (const role of person.roles ?? [])
      await transaction.query('insert into identity.person_roles (person_id, role) values ($1, $2)', [id, role]);
    return id;
  });
}

export function basic(email: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` };
}
