import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { permissionsOf, type Role, ROLES, type TokenScope } from '@watchroom/contract/identity';
import type { Permission } from '@watchroom/contract/operation';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testkit/database.ts';
import { startRoomsServer } from './testing/rooms-server.ts';

interface Served {
  readonly method: string;
  readonly url: string;
  readonly permission: Permission;
}

/** Everybody may ask these; each for a reason. */
const PUBLIC: Readonly<Record<string, readonly string[]>> = {
  'whatever watches the process has no account': ['GET /healthz', 'GET /readyz', 'GET /metrics'],
  'it holds nothing of this installation': [
    'GET /api/canary/about',
    'GET /api/schemas/health.kinds.json',
    'GET /api/schemas/health.kinds/:kind',
    'GET /api/schemas/canary.schema.json',
    'GET /api/schemas/canary.spec.schema.json',
    'GET /api/schemas/connections.kinds.json',
    'GET /api/schemas/connections.kinds/:kind',
    'GET /api/schemas/connection.schema.json',
    'GET /api/schemas/team.schema.json',
    'GET /api/schemas/team.spec.schema.json',
    'GET /docs',
    'GET /docs/*',
    'GET /*',
    'GET /.well-known/ory/webauthn.js',
  ],
  'whoever comes first has no account yet; the link is his right': [
    'GET /api/v1/identity/setup',
    'POST /api/v1/identity/setup',
  ],
  'whoever signs in is nobody until he did; flows are guarded by the cookie of their browser': [
    ...['login', 'registration', 'recovery', 'verification', 'settings'].flatMap((kind) => [
      `GET /kratos/self-service/${kind}/browser`,
      `GET /kratos/self-service/${kind}/flows`,
      `POST /kratos/self-service/${kind}`,
    ]),
    'GET /kratos/self-service/methods/oidc/callback/:provider',
    'GET /kratos/self-service/errors',
    'GET /kratos/sessions/whoami',
    'GET /kratos/self-service/logout/browser',
    'GET /kratos/self-service/logout',
  ],
};

/** What a token may not do though its permissions are enough, with a body that is right: rule what its owner signed in with or lent. */
const NEEDS_SESSION = new Map<string, object | undefined>([
  ['POST /api/v1/identity/tokens', { name: 'another', scope: 'viewer', days: 1 }],
  ['GET /api/v1/identity/tokens', undefined],
  ['HEAD /api/v1/identity/tokens', undefined],
  ['DELETE /api/v1/identity/tokens/:id', undefined],
  ['GET /api/v1/identity/sessions', undefined],
  ['HEAD /api/v1/identity/sessions', undefined],
  ['DELETE /api/v1/identity/sessions/:id', undefined],
]);

const NIL = '00000000-0000-0000-0000-000000000000';
const READS = ['GET', 'HEAD'];

const nameOf = ({ method, url }: Served) => `${method} ${url}`;

describe('every route', () => {
  let test: TestDatabase;
  let app: FastifyInstance;
  const served: Served[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    const gather = (server: FastifyInstance) =>
      server.addHook('onRoute', ({ method, url, config }) => {
        if (config?.permission === undefined) throw new Error(`${url} was let through without a permission`);
        for (const one of [method].flat()) served.push({ method: one, url, permission: config.permission });
      });
    app = await startRoomsServer(test.database, [], gather);
  });
  afterAll(async () => {
    await app.close();
    await test[Symbol.asyncDispose]();
  });

  const guarded = () => served.filter(({ permission }) => permission !== 'public');
  /** Tables have a walk of their own. */
  const operations = () => guarded().filter(({ url }) => !url.startsWith('/api/db'));
  /** Status and what can be read at once: a stream does not end by itself. */
  const ask = async (route: Served, headers: Record<string, string> = {}) => {
    const { method, url } = route;
    const payload = NEEDS_SESSION.get(nameOf(route));
    const path = url.replaceAll(/:\w+/g, NIL).replace('*', '');
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      headers,
      payloadAsStream: true,
      ...(payload && { payload }),
    });
    const stream: Readable = answer.stream();
    const cacheControl = String(answer.headers['cache-control']);
    if (String(answer.headers['content-type']).includes('event-stream')) {
      stream.destroy();
      return { status: answer.statusCode, text: '', cacheControl };
    }
    let text = '';
    for await (const part of stream) text += String(part);
    return { status: answer.statusCode, text, cacheControl };
  };
  /** What answers otherwise than these permissions say. */
  async function surprises(headers: Record<string, string>, mayAsk: (route: Served) => boolean): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const route of operations()) {
      const { status } = await ask(route, headers);
      const isLetIn = status !== 401 && status !== 403;
      if (isLetIn !== mayAsk(route)) found.push([nameOf(route), status]);
    }
    return found;
  }
  const allows = (role: Role, { permission }: Served) =>
    permission === 'signed-in' || permissionsOf([role]).has(permission);

  it('is public only where it is listed so, with a reason', () => {
    const listed = Object.values(PUBLIC).flat();
    const found = served.filter(({ permission, method }) => permission === 'public' && method !== 'HEAD').map(nameOf);
    // The console may not be built.
    expect(new Set([...found, 'GET /*'])).toEqual(new Set(listed));
    expect(listed).toHaveLength(new Set(listed).size);
  });

  it('is either public or refuses a caller who is not signed in', async () => {
    expect(guarded().length).toBeGreaterThan(40);
    for (const route of guarded()) {
      const { status, text } = await ask(route);
      expect(`${nameOf(route)} ${status}`).toBe(`${nameOf(route)} 401`);
      expect([nameOf(route), text]).toEqual([
        nameOf(route),
        expect.stringContaining(route.method === 'HEAD' ? '' : '"code":"unauthenticated"'),
      ]);
    }
  });

  it('is kept by no cache, whoever asks and whatever the answer, unless it is the same for everybody', async () => {
    const { cookie } = await person(test, 'admin');
    const same = PUBLIC['it holds nothing of this installation'] ?? [];
    const found: unknown[] = [];
    for (const route of served.filter((one) => !same.includes(nameOf({ ...one, method: 'GET' }))))
      for (const headers of [{}, { cookie }]) {
        const { cacheControl } = await ask(route, headers);
        if (!/no-store/.test(cacheControl)) found.push([nameOf(route), cacheControl]);
      }
    expect(found).toEqual([]);
  });

  it('refuses a wrong password, a made-up session and a made-up token', async () => {
    for (const route of operations().slice(0, 3)) {
      const headers = [
        { authorization: `Basic ${btoa('nobody@example.com:wrong-password')}` },
        { cookie: 'watchroom_session=made-up' },
        { authorization: `Bearer wr_${'A'.repeat(43)}` },
      ];
      for (const one of headers) expect([nameOf(route), (await ask(route, one)).status]).toEqual([nameOf(route), 401]);
    }
  });

  it.each(ROLES)('lets %s do what the matrix says, and nothing else', async (role) => {
    const { cookie } = await person(test, role);
    expect(await surprises({ cookie }, (route) => allows(role, route))).toEqual([]);
  });

  it.each([...ROLES, 'read_only'] as const)(
    'lets a token of an administrator for %s do what that is',
    async (scope) => {
      const { token } = await person(test, 'admin');
      const headers = { authorization: `Bearer ${await token(scope)}` };
      const mayAsk = (route: Served) => {
        if (NEEDS_SESSION.has(nameOf(route))) return false;
        return scope === 'read_only' ? READS.includes(route.method) && allows('viewer', route) : allows(scope, route);
      };
      expect(await surprises(headers, mayAsk)).toEqual([]);
    },
  );

  it('lets a token do no more than its person, whatever it was made for', async () => {
    const { token } = await person(test, 'viewer');
    const headers = { authorization: `Bearer ${await token('admin')}` };
    const mayAsk = (route: Served) => allows('viewer', route) && !NEEDS_SESSION.has(nameOf(route));
    expect(await surprises(headers, mayAsk)).toEqual([]);
  });

  it('that changes something refuses a page of another site, even with a session', async () => {
    const { cookie } = await person(test, 'admin');
    const changing = served.filter(({ method }) => !READS.includes(method) && method !== 'OPTIONS');
    expect(changing.length).toBeGreaterThan(20);
    for (const route of changing) {
      const { status } = await ask(route, { cookie, origin: 'https://elsewhere.example' });
      expect([nameOf(route), status]).toEqual([nameOf(route), 403]);
    }
  });
});

/** A person of this role, made straight in the database: the cookie of a session, and tokens as if they had been made. */
async function person({ database }: TestDatabase, role: Role) {
  const made = await database.query<{ id: string }>(
    `with person as (insert into identity.people (name, email) values ($1, gen_random_uuid() || '@example.com') returning id),
       identity as (insert into identity.identities (id, first_name) select id, $1 from person),
       role as (insert into identity.person_roles (person_id, role) select id, $1 from person)
     select id from person`,
    [role],
  );
  const id = made.rows[0]?.id;
  const session = randomBytes(32).toString('base64url');
  await database.query(
    `insert into identity.sessions (person_id, token_hash, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [id, hashOf(session)],
  );
  return {
    cookie: `watchroom_session=${session}`,
    async token(scope: TokenScope): Promise<string> {
      const token = `wr_${randomBytes(32).toString('base64url')}`;
      await database.query(
        `insert into identity.access_tokens (person_id, name, scope, token_hash, expires_at)
         values ($1, $2, $2, $3, now() + interval '1 hour')`,
        [id, scope, hashOf(token)],
      );
      return token;
    },
  };
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
