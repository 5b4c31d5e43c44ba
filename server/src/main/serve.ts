import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { createOutbound, type Outbound } from '@watchroom/outbound';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createResultWriter, type HealthContext } from '../health/index.ts';
import { prepareJobs, registerProcess } from '../jobs/index.ts';
import { openChangeFeed } from '../platform/changes/changes.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { systemClock } from '../platform/time/clock.ts';
import { startWatchdog } from '../platform/watchdog/watchdog.ts';
import { VERSION } from '../platform/version.ts';
import { DATABASE_FOLDER } from './folders.ts';
import { apiGrants } from './grants.ts';
import { checkKeyFingerprint, deriveKeys, loadMasterKey } from './keys.ts';
import { openConfiguredDatabase } from './open-database.ts';
import { registerRooms } from './rooms.ts';
import type { Config } from './settings.ts';
import { createShutdown } from './shutdown.ts';
import { startWork } from './work.ts';

/** A script of a document or a filter of a user must not hang the process with a regular expression. */
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');

/** Runs until a signal stops it. @throws ConfigError, MigrationError, MissingRolesError when it cannot start. */
export async function serve(given: Config): Promise<void> {
  const began = performance.now();
  const config = { ...given, data: resolve(given.data), documents: given.documents && resolve(given.documents) };
  const clock = systemClock;
  const app = await createHttpServer({
    logLevel: config.logLevel,
    trustedProxies: config.trustedProxies,
    publicUrl: config.url,
  });
  const log = app.log;
  const shutdown = createShutdown(log);
  try {
    if (config.databaseUrl === undefined) await mkdir(config.data, { recursive: true });
    const keys = deriveKeys(await loadMasterKey(config.key, config.data));
    const opened = await openConfiguredDatabase(config, keys, log);
    shutdown.last(() => opened.close());
    const { database } = opened;
    const migrated = await migrate(database, { folder: DATABASE_FOLDER, grants: apiGrants() });
    if (migrated.length > 0) log.info({ migrated }, 'the database was migrated');
    await checkKeyFingerprint(database, keys);
    await prepareJobs(database, log);

    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const outbound = openOutbound(config);
    shutdown.last(async () => outbound[Symbol.asyncDispose]());
    const registration = await registerProcess(database, clock, log, {
      version: VERSION,
      roles: config.only === 'all' ? ['api', 'worker'] : [config.only],
      alone: opened.embedded,
    });
    shutdown.last(() => registration.stop());
    const writer = createResultWriter(database.timed, clock, log);
    const health: HealthContext = { database, outbound, clock, log, writer };
    const feed = openChangeFeed(database, clock, log);
    shutdown.last(() => feed.stop());
    shutdown.last(() => writer.stop(STOP_PATIENCE));

    const setupPath = await registerRooms(app, { config, keys, database, clock, health, feed, registry });
    if (config.only !== 'api')
      shutdown.first(
        await startWork({ config, database, clock, log, health, feed, registry, registration, alone: opened.embedded }),
      );
    await app.listen({ host: config.host, port: config.port });
    shutdown.first(async () => {
      // Whoever is still being answered after that is cut off: the database must be stopped in order.
      const cutOff = clock.after(STOP_PATIENCE, () => app.server.closeAllConnections());
      await app.close();
      cutOff();
    });
    const { port } = app.server.address() as AddressInfo;
    announce(config, port, setupPath, performance.now() - began);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
  shutdown.onSignals();
  await startWatchdog(log);
}

/** Longer than most checks take, shorter than the patience of whatever stops the process. */
const STOP_PATIENCE = 8_000;

function openOutbound(config: Config): Outbound {
  return createOutbound({
    userAgent: `Watchroom/${VERSION}`,
    policy: {
      allowPrivate: config.outboundPrivate,
      allowLinkLocal: config.outboundLinkLocal,
      deny: [...config.outboundDeny],
      allow: [...config.outboundAllow],
    },
    ...(config.dnsServers.length > 0 ? { resolver: { servers: [...config.dnsServers] } } : {}),
  });
}

/** For the person at the terminal, beside the structured log. */
function announce(config: Config, port: number, setupPath: string | undefined, milliseconds: number): void {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const url = config.url?.replace(/\/$/, '') ?? `http://${host}:${port}`;
  console.log(`\nWatchroom ${VERSION} is ready at ${url} (${(milliseconds / 1000).toFixed(1)} s)`);
  if (setupPath !== undefined) console.log(`Make the first administrator at ${url}${setupPath}\n`);
}
