import { dataApi } from '@watchroom/data-api';
import type { FastifyInstance } from 'fastify';
import { wireAdapters } from '../platform/data-api/adapters.ts';
import { constraintExplainer } from '../platform/data-api/constraint-words.ts';
import { authorSettings } from '../platform/database/author.ts';
import type { Database } from '../platform/database/database.ts';
import { authorOf } from '../platform/http/caller.ts';
import { declareScope } from '../platform/http/guard.ts';
import type { RoomTables } from '../platform/rooms/room.ts';
import type { Clock } from '../platform/time/clock.ts';
import { VERSION } from '../platform/version.ts';

export interface DataApiContext {
  readonly database: Database;
  readonly clock: Clock;
  /** Milliseconds after which an exact count may be answered by an estimate; 0 where every count is exact. */
  readonly countTimeout: number;
  /** What each room adds. */
  readonly tables: readonly RoomTables[];
}

/** Of the ten connections of the pool, so that three callers who ask all they can leave one to the others. */
const CALLER_SHARE = { running: 3, waiting: 200 };

/** Serves the schema `api` under `/api/db`. What a caller sees is decided by the grants of his role. */
export async function registerDataApi(app: FastifyInstance, context: DataApiContext): Promise<void> {
  await app.register(async (scope) => {
    // Nobody may see anything, not even which tables there are.
    declareScope(scope, 'signed-in');
    await serve(scope, context);
  });
}

async function serve(app: FastifyInstance, context: DataApiContext): Promise<void> {
  const { database, clock, countTimeout, tables } = context;
  await app.register(dataApi, {
    prefix: '/api/db',
    pool: database.dataApi.requests,
    hookPool: database.dataApi.writes,
    schemas: ['api'],
    authenticate: async (request) => {
      const caller = await app.authorise(request, 'signed-in');
      return {
        role: database.rolePrefix + caller.role,
        key: caller.personId ?? request.ip,
        settings: authorSettings(authorOf(caller, request)),
      };
    },
    callerShare: CALLER_SHARE,
    adapters: [...wireAdapters(clock), ...tables.flatMap(({ adapters }) => adapters ?? [])],
    relationships: tables.flatMap(({ relationships }) => relationships ?? []),
    futureRelationships: tables.flatMap(({ futureRelationships }) => futureRelationships ?? []),
    hooks: Object.fromEntries(tables.flatMap(({ hooks }) => Object.entries(hooks ?? {}))),
    explainConstraint: constraintExplainer(
      Object.fromEntries(tables.flatMap(({ words }) => Object.entries(words ?? {}))),
    ),
    ...(countTimeout === 0 ? {} : { countTimeout }),
    csvCells: 'inert',
    openApi: { title: 'Watchroom data API', version: VERSION, basePath: '/api/db' },
  });
}
