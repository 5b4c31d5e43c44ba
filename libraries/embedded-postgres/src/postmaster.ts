import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './failure.ts';
import { describeEnding, spawnGuarded } from './guarded-process.ts';
import type { GuardedProcess } from './guarded-process.ts';
import { port } from './socket-directory.ts';
import type { Launcher } from './user.ts';

/** All that is needed to start the server, again and again. */
export interface ServerPlan {
  binaries: Binaries;
  launcher: Launcher;
  dataFolder: string;
  socketDirectory: string;
  clusterName: string;
  settings: Record<string, string>;
  fast: boolean;
}

/** For tests: nothing survives a power cut, and no autovacuum worker comes between creating and dropping databases. */
const fastSettings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

/** Starts the server; it is not ready yet. */
export function spawnPostmaster(plan: ServerPlan, onLine?: (line: string) => void): GuardedProcess {
  const settings: Record<string, string> = {
    ...(plan.fast ? fastSettings : {}),
    ...plan.settings,
    // What the guarantees rest on comes last and cannot be changed.
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: plan.socketDirectory,
    unix_socket_permissions: '0700',
    cluster_name: plan.clusterName,
    log_destination: 'stderr',
    logging_collector: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawnGuarded([plan.binaries.postgres, '-D', plan.dataFolder, ...flags], plan.launcher, onLine);
}

/** Deletes the socket and its lock file: the number in that file may belong to a stranger by now, and PostgreSQL would refuse. */
export async function clearSocket(plan: ServerPlan): Promise<void> {
  const socket = join(plan.socketDirectory, `.s.PGSQL.${port}`);
  await Promise.all([rm(socket, { force: true }), rm(`${socket}.lock`, { force: true })]);
}

/**
 * Waits until the server takes connections; recovery after a crash may take minutes, so there is no limit while it lives.
 * The state stands in its lock file, as pg_ctl reads it: that holds for any log setting. Throws `start_failed`, `in_use` or `unsupported_platform`.
 */
export async function waitUntilReady(server: GuardedProcess, dataFolder: string): Promise<void> {
  while (!server.ending()) {
    const lines = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return;
    await Promise.race([server.ended, delay(5)]);
  }
  const ending = await server.ended;
  const output = server.lastLines().join('\n');
  throw new EmbeddedPostgresError(
    ending.exitCode === 126 || ending.exitCode === 127
      ? 'unsupported_platform'
      : /pre-existing shared memory block|lock file .* already exists/.test(output)
        ? 'in_use'
        : 'start_failed',
    `PostgreSQL in ${dataFolder} ${describeEnding(ending)} before it was ready: ${output || 'no output'}`,
    { cause: ending.error },
  );
}
