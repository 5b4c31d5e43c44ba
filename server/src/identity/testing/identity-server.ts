import { PassThrough } from 'node:stream';
import type { Role } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type Identity, registerIdentity } from '../index.ts';
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
  readonly identity: Identity;
  readonly clock: HandClock;
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
}

/** The HTTP server with the routes of this room and one guarded route of another, `POST /guarded` (canaries:write). */
export async function serveIdentity(database: Database, options: ServerOptions = {}): Promise<IdentityServer> {
  const clock = options.clock ?? handClock();
  const logStream = new PassThrough();
  const lines: string[] = [];
  logStream.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const { publicUrl, trustedProxies = [] } = options;
  const app = await createHttpServer({ logLevel: 'trace', logStream, trustedProxies, publicUrl });
  const identity = registerIdentity(app, { database, clock, publicUrl, key: Buffer.alloc(32, 7) });
  app.post('/guarded', async (request) => {
    const { permissions, ...caller } = await app.authorise(request, 'canaries:write');
    return { ...caller, valid: await identity.callerIsValid({ permissions, ...caller }) };
  });
  await app.ready();
  return {
    app,
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

/** @returns the person's id. */
export async function createPerson(database: Database, person: NewPerson): Promise<string> {
  const secret = await hashPassword(person.password);
  return database.transaction(async (transaction) => {
    const made = await transaction.query<{ id: string }>(
      'insert into identity.people (name, email) values ($1, $1) returning id',
      [person.email],
    );
    const id = made.rows[0]?.id ?? '';
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
