import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { serveConsole } from '../platform/http/console-files.ts';
import { registerDataApi } from './data-api.ts';
import { registerDocs } from './docs.ts';
import { CONSOLE_FOLDER } from './folders.ts';
import type { OpenRooms } from './open-rooms.ts';
import type { Config } from './settings.ts';
import type { Clock } from '../platform/time/clock.ts';

export interface ServedContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
}

/** Serves every room, the data API over all of them, the guides and the console. */
export async function serveRooms(
  app: FastifyInstance,
  { all, callers }: OpenRooms,
  { config, database, clock }: ServedContext,
): Promise<void> {
  for (const { parts, servedWithoutSignIn } of all)
    if (callers.signIn || servedWithoutSignIn) await parts.routes?.(app);
  const tables = all.map(({ parts }) => parts.tables ?? {});
  await registerDataApi(app, { database, clock, countTimeout: config.countTimeout, tables });
  registerDocs(app);
  await serveConsole(app, CONSOLE_FOLDER);
}
