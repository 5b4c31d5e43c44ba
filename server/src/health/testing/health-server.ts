import type { Role } from '@watchroom/contract/identity';
import { permissionsOf } from '@watchroom/contract/identity';
import { createOutbound } from '@watchroom/outbound';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Registry } from 'prom-client';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import { noStoredConnections } from '../../platform/references/testing/no-stored-connections.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { createHttpServer, type HttpOptions } from '../../platform/http/server.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { createResultWriter } from '../engine/result-writer.ts';
import type { HealthContext } from '../context.ts';
import { createPartitions } from '../jobs/partitions.ts';
import { registerHealth } from '../routes/register.ts';

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body;
  readonly bytes: number;
}

export interface HealthServer extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly context: HealthContext;
  readonly registry: Registry;
  readonly database: TestDatabase['database'];
  /** Requests from now on come from a person with this role; undefined is nobody. */
  become(role: Role | 'health_only' | undefined): void;
  send<Body = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
}

/** The room behind the real HTTP server, with a caller of one's choice. With `logStream` it logs everything there. */
export async function startHealthServer(given: Partial<Pick<HttpOptions, 'logStream'>> = {}): Promise<HealthServer> {
  const test = await createTestDatabase();
  const { database } = test;
  await createPartitions(database);
  const app = await createHttpServer({
    logLevel: given.logStream ? 'trace' : 'silent',
    trustedProxies: [],
    publicUrl: undefined,
    ...given,
  });
  const log = given.logStream ? app.log : silentLog;
  const outbound = createOutbound({ userAgent: 'Watchroom/test' });
  const registry = new Registry();
  const context = {
    database,
    outbound,
    connections: noStoredConnections,
    clock: systemClock,
    log,
    writer: createResultWriter(database, systemClock, log),
  };
  registerHealth(app, context, registry);
  let caller: Caller | undefined;
  app.authenticate.current = async () => caller;
  const become = (role: Role | 'health_only' | undefined) => {
    const permissions =
      role === 'health_only'
        ? new Set(['canaries:read', 'action:check.run'] as const)
        : permissionsOf(role ? [role] : []);
    caller = role === undefined ? undefined : { personId: null, role, permissions };
  };
  become('admin');
  return {
    app,
    context,
    registry,
    database,
    become,
    async send<Body>(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      body?: object,
      headers: Record<string, string> = {},
    ) {
      const request: InjectOptions = { method, url, headers, ...(body ? { payload: body } : {}) };
      const answer = await app.inject(request);
      const isJson = String(answer.headers['content-type']).includes('json') && answer.body !== '';
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: (isJson ? answer.json() : {}) as Body,
        bytes: answer.rawPayload.length,
      };
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await outbound[Symbol.asyncDispose]();
      await test[Symbol.asyncDispose]();
    },
  };
}
