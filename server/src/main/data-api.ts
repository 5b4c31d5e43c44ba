import { dataApi } from '@watchroom/data-api';
import type { FastifyInstance } from 'fastify';
import { type LocalProperties, refuseLocalWrites } from '../features/index.ts';
import { applyCanaryWrite, canaryWords } from '../health/index.ts';
import { applyTeamWrite, teamWords } from '../identity/index.ts';
import { wireAdapters } from '../platform/data-api/adapters.ts';
import { explainConstraints } from '../platform/data-api/constraint-words.ts';
import type { Database } from '../platform/database/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { VERSION } from '../platform/version.ts';
import { savedViewWords } from '../views/index.ts';

export interface DataApiContext {
  readonly database: Database;
  readonly clock: Clock;
  /** Milliseconds after which an exact count may be answered by an estimate; 0 where every count is exact. */
  readonly countTimeout: number;
  readonly properties: LocalProperties;
}

/** Serves the schema `api` under `/api/db`. What a caller sees is decided by the grants of his role. */
export async function registerDataApi(app: FastifyInstance, context: DataApiContext): Promise<void> {
  await app.register(async (scope) => {
    explainConstraints(scope, { ...canaryWords, ...teamWords, ...savedViewWords });
    await serve(scope, context);
  });
}

async function serve(app: FastifyInstance, context: DataApiContext): Promise<void> {
  const { database, clock, countTimeout, properties } = context;
  await app.register(dataApi, {
    prefix: '/api/db',
    pool: database.dataApi.requests,
    hookPool: database.dataApi.writes,
    schemas: ['api'],
    authenticate: async (request) => {
      // Nobody may see anything, not even which tables there are.
      const caller = await app.authorise(request, 'signed-in');
      return {
        role: database.rolePrefix + caller.role,
        settings: { 'watchroom.caller': caller.personId ?? '' },
      };
    },
    adapters: wireAdapters(clock),
    hooks: {
      canaries: (transaction, change) => applyCanaryWrite(transaction, change, clock.now()),
      properties: refuseLocalWrites(properties),
      teams: applyTeamWrite,
    },
    ...(countTimeout === 0 ? {} : { countTimeout }),
    openApi: { title: 'Watchroom data API', version: VERSION, basePath: '/api/db' },
  });
}
