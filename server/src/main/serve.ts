import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { createOutbound, type Outbound } from '@watchroom/outbound';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { openChangeFeed } from '../platform/changes/changes.ts';
import { migrate } from '../platform/database/migrate.ts';
import { serveProbes } from '../platform/http/probes.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { createSecretBox } from '../platform/secrets/secret-box.ts';
import { systemClock } from '../platform/time/clock.ts';
import { startWatchdog } from '../platform/watchdog/watchdog.ts';
import { VERSION } from '../platform/version.ts';
import type { Command } from './config.ts';
import { DATABASE_FOLDER } from './folders.ts';
import { apiGrants } from './grants.ts';
import { checkKeyFingerprint, deriveKeys, loadMasterKey } from './keys.ts';
import { openConfiguredDatabase } from './open-database.ts';
import { linkBase } from './link-base.ts';
import { type OpenRooms, openRooms, prepareRooms, startRooms, startWork } from './open-rooms.ts';
import { serveRooms } from './serve-rooms.ts';
import type { Config } from './settings.ts';
import { createShutdown } from './shutdown.ts';

/** Our own expressions meet the texts of strangers. Those of strangers go through @watchroom/patterns. */
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');

/** Runs until a signal stops it. @throws ConfigError, MigrationError, MissingRolesError when it cannot start. */
export async function serve({ config: given, roomSettings }: Command): Promise<void> {
  const began = performance.now();
  const config = { ...given, data: resolve(given.data) };
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
    const { database, embedded, close } = await openConfiguredDatabase(config, keys, log);
    shutdown.last(close);
    const migrated = await migrate(database, { folder: DATABASE_FOLDER, grants: apiGrants() });
    if (migrated.length > 0) log.info({ migrated }, 'the database was migrated');
    await checkKeyFingerprint(database, keys);
    await prepareRooms(database, log);

    const metrics = new Registry();
    collectDefaultMetrics({ register: metrics });
    const outbound = openOutbound(config);
    shutdown.last(async () => outbound[Symbol.asyncDispose]());
    const feed = openChangeFeed(database, clock, log);
    shutdown.last(() => feed.stop());
    const roles = config.only === 'all' ? (['api', 'worker'] as const) : ([config.only] as const);
    const opened = await openRooms(
      {
        database,
        clock,
        log,
        outbound,
        feed,
        metrics,
        secrets: createSecretBox(keys.encryption, keys.fingerprint),
        hashKey: keys.cookie,
        publicUrl: config.url,
        linkBase: () => linkBase(app, config),
        process: { version: VERSION, roles, alone: embedded },
      },
      roomSettings,
      (stop) => shutdown.last(stop),
    );
    await startRooms(opened);
    serveProbes(app, { database: async () => void (await database.query('select 1')) }, metrics);
    if (config.only !== 'worker') await serveRooms(app, opened, { config, database, clock });
    if (config.only !== 'api') shutdown.first(await startWork(opened));
    await app.listen({ host: config.host, port: config.port });
    shutdown.first(async () => {
      // Whoever is still being answered after that is cut off: the database must be stopped in order.
      const cutOff = clock.after(STOP_PATIENCE, () => app.server.closeAllConnections());
      await app.close();
      cutOff();
    });
    // Before the ready line: who reads it may stop the process at once.
    shutdown.onSignals();
    await startWatchdog(log);
    const { port } = app.server.address() as AddressInfo;
    await announce(opened, addressOf(config, port), performance.now() - began);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
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

function addressOf({ url, host }: Config, port: number): string {
  return url?.replace(/\/+$/, '') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** For the person at the terminal, beside the structured log. */
async function announce({ all }: OpenRooms, url: string, milliseconds: number): Promise<void> {
  console.log(`\nWatchroom ${VERSION} is ready at ${url} (${(milliseconds / 1000).toFixed(1)} s)`);
  for (const { parts } of all) {
    const line = await parts.greet?.(url);
    if (line !== undefined) console.log(`${line}\n`);
  }
}
