import { createOutbound } from '@watchroom/outbound';
import { type Role, ROLES } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testkit/database.ts';
import { silentLog } from '../../testkit/silent-log.ts';
import { createResultWriter } from '../health/index.ts';
import { openChangeFeed } from '../platform/changes/changes.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { systemClock } from '../platform/time/clock.ts';
import { readCommand } from './config.ts';
import { deriveKeys } from './keys.ts';
import { registerRooms } from './rooms.ts';

interface Served {
  readonly method: string;
  readonly url: string;
}

/** Everybody may ask these; each for a reason. */
const PUBLIC = new Set([
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /api/canary/about',
  'GET /api/v1/identity/setup',
  'POST /api/v1/identity/setup',
  'POST /api/v1/identity/session',
  'DELETE /api/v1/identity/session',
  'GET /api/schemas/health.kinds.json',
  'GET /api/schemas/canary.schema.json',
  'GET /api/schemas/canary.spec.schema.json',
  'GET /api/schemas/team.schema.json',
  'GET /api/schemas/team.spec.schema.json',
  'GET /docs',
]);

const NIL = '00000000-0000-0000-0000-000000000000';

describe('every route', () => {
  let test: TestDatabase;
  let app: FastifyInstance;
  let stopFeed: () => Promise<void>;
  const served: Served[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    app = await createHttpServer({ logLevel: 'silent', trustedProxies: [], publicUrl: undefined });
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD' && !url.includes('*')) served.push({ method: one, url });
    });
    const { database } = test;
    const outbound = createOutbound();
    const writer = createResultWriter(database, systemClock, silentLog);
    const feed = openChangeFeed(database, systemClock, silentLog);
    stopFeed = () => feed.stop();
    await registerRooms(app, {
      config: readCommand([], {}).config,
      keys: deriveKeys(Buffer.alloc(32, 1)),
      database,
      clock: systemClock,
      health: { database, outbound, clock: systemClock, log: silentLog, writer },
      feed,
      registry: new Registry(),
    });
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await stopFeed();
    await test[Symbol.asyncDispose]();
  });

  const guarded = () => served.filter(({ method, url }) => !PUBLIC.has(`${method} ${url}`));
  const ask = ({ method, url }: Served, headers: Record<string, string> = {}) =>
    app.inject({ method: method as 'GET', url: url.replace(':id', NIL), headers });

  it('is either meant for everybody or refuses a caller who is not signed in', async () => {
    expect(guarded().length).toBeGreaterThan(10);
    for (const route of guarded()) {
      const answer = await ask(route);
      expect(`${route.method} ${route.url} ${answer.statusCode}`).toBe(`${route.method} ${route.url} 401`);
      expect(answer.json()).toMatchObject({ code: 'unauthenticated', error: expect.any(String) as string });
    }
  });

  it('refuses a wrong password and a made-up session', async () => {
    for (const route of guarded().slice(0, 3)) {
      expect(
        (await ask(route, { authorization: `Basic ${btoa('nobody@example.com:wrong-password')}` })).statusCode,
      ).toBe(401);
      expect((await ask(route, { cookie: 'watchroom_session=made-up' })).statusCode).toBe(401);
    }
  });

  it.each(ROLES)('that changes something refuses %s unless the matrix allows it', async (role) => {
    const session = await signInAs(test, app, role);
    // Tables have a walk of their own.
    const changing = guarded().filter(({ method, url }) => method !== 'GET' && !url.startsWith('/api/db'));
    expect(changing.length).toBeGreaterThan(4);
    for (const route of changing) {
      const mayRun = route.url.includes('/run/check/') && role !== 'viewer';
      const mayWrite = role === 'admin' || role === 'editor';
      const { statusCode } = await ask(route, { cookie: session });
      expect([route.url, statusCode === 403]).toEqual([
        route.url,
        !(mayRun || (mayWrite && !route.url.includes('/run/check/'))),
      ]);
    }
  });

  it('that changes something refuses a page of another site, even with a session', async () => {
    const session = await signInAs(test, app, 'admin');
    for (const route of served.filter(({ method }) => method !== 'GET')) {
      const answer = await ask(route, { cookie: session, origin: 'https://elsewhere.example' });
      expect([route.url, answer.statusCode]).toEqual([route.url, 403]);
    }
  });
});

const people = new Map<Role, string>();

/** A person of this role with a session of his own, made straight in the database. @returns the cookie. */
async function signInAs({ database }: TestDatabase, app: FastifyInstance, role: Role): Promise<string> {
  const known = people.get(role);
  if (known) return known;
  const { createHash, randomBytes } = await import('node:crypto');
  const token = randomBytes(32).toString('base64url');
  const person = await database.query<{ id: string }>(
    'insert into identity.people (name, email) values ($1, $2) returning id',
    [role, `${role}@example.com`],
  );
  const id = person.rows[0]?.id;
  await database.query('insert into identity.person_roles (person_id, role) values ($1, $2)', [id, role]);
  await database.query(
    `insert into identity.sessions (person_id, token_hash, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [id, createHash('sha256').update(token).digest()],
  );
  const cookie = `watchroom_session=${token}`;
  const who = await app.inject({ method: 'GET', url: '/api/auth/whoami', headers: { cookie } });
  expect(who.statusCode).toBe(200);
  people.set(role, cookie);
  return cookie;
}
