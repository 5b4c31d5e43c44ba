import { createOutbound } from '@watchroom/outbound';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { silentLog } from '../../../testkit/silent-log.ts';
import { openChangeFeed } from '../../platform/changes/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { serveProbes } from '../../platform/http/probes.ts';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { readCommand } from '../config.ts';
import { deriveKeys } from '../keys.ts';
import { openRooms } from '../open-rooms.ts';
import { serveRooms } from '../serve-rooms.ts';

/**
 * Every room behind the real HTTP server, as a process of the API alone serves it; it does no work.
 * @param prepare adds hooks to the server before any route.
 */
export async function startRoomsServer(
  database: Database,
  flags: readonly string[] = [],
  prepare: (app: FastifyInstance) => void = () => {},
): Promise<FastifyInstance> {
  const { config, roomSettings } = readCommand(flags, {});
  const app = await createHttpServer({ logLevel: 'silent', trustedProxies: [], publicUrl: undefined });
  prepare(app);
  const keys = deriveKeys(Buffer.alloc(32, 1));
  const outbound = createOutbound({ userAgent: 'Watchroom/test' });
  const feed = openChangeFeed(database, systemClock, silentLog);
  const releases = [async () => outbound[Symbol.asyncDispose](), () => feed.stop()];
  const metrics = new Registry();
  const opened = await openRooms(
    {
      database,
      clock: systemClock,
      log: silentLog,
      outbound,
      feed,
      metrics,
      secrets: createSecretBox(keys.encryption, keys.fingerprint),
      hashKey: keys.cookie,
      publicUrl: undefined,
      linkBase: () => 'http://watchroom.test',
      process: { version: 'test', roles: ['api'], alone: false },
    },
    roomSettings,
    (stop) => releases.push(stop),
  );
  serveProbes(app, { database: async () => void (await database.query('select 1')) }, metrics);
  await serveRooms(app, opened, { config, database, clock: systemClock });
  app.addHook('onClose', async () => {
    for (const release of releases.toReversed()) await release();
  });
  await app.ready();
  return app;
}
