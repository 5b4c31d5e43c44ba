import { findBinaries } from './binaries.ts';
import {
  createCluster,
  dataFolderOf,
  discardUnfinishedClusters,
  inspectCluster,
  recordCluster,
  superuser,
} from './cluster.ts';
import { prepareFolder } from './folder.ts';
import { clusterName } from './leftovers.ts';
import { lockFolder } from './lock.ts';
import type { FolderLock } from './lock.ts';
import { createSocketDirectory, discardSocketDirectory, port } from './socket-directory.ts';
import { Supervisor } from './supervisor.ts';
import type { RestartEvent } from './supervisor.ts';
import { chooseUser, findLauncher } from './user.ts';

export { EmbeddedPostgresError } from './failure.ts';
export type { EmbeddedPostgresErrorCode } from './failure.ts';

export interface EmbeddedPostgresOptions {
  /** Folder for everything; made if missing. The cluster lies in `<folder>/postgres`. */
  folder: string;
  /** Server settings (`postgres -c name=value`). Those of the socket, the cluster name and the log's destination cannot be changed. */
  settings?: Record<string, string>;
  /** For tests: no fsync, no autovacuum. A power cut destroys such a cluster. */
  fast?: boolean;
  /** Called with each line of the server's log. */
  onLog?: (line: string) => void;
  /** Called when the server has died and is started again; connections fail until it is ready. */
  onRestart?: (event: RestartEvent) => void;
}

/** Settings for `pg`: a `host` that begins with a slash is the directory of a Unix socket. */
export interface ConnectionSettings {
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface EmbeddedPostgres extends AsyncDisposable {
  readonly socketDirectory: string;
  readonly port: number;
  /** The postmaster's process number; changes with each restart. */
  readonly pid: number;
  /** The role that initdb made; for creating roles and databases only. */
  readonly superuser: string;
  /** Milliseconds; `initdb` only when the cluster was made by this start. */
  readonly timings: { initdb?: number; start: number };
  connection(user: string, database: string): ConnectionSettings;
  /** Ends all sessions, writes all data, stops the server and gives the folder free. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of the folder as a child of this process, after making the cluster on first use. Resolves when it takes connections.
 * Throws EmbeddedPostgresError, and then leaves nothing running.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const folder = await prepareFolder(options.folder);
  // Before the lock: a folder of another user or major is refused with that reason rather than with a file that cannot be opened.
  await inspectCluster(folder, binaries);
  const lock = await lockFolder(folder);
  try {
    return await startLocked(options, folder, lock, binaries);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startLocked(
  options: EmbeddedPostgresOptions,
  folder: string,
  lock: FolderLock,
  binaries: Awaited<ReturnType<typeof findBinaries>>,
): Promise<EmbeddedPostgres> {
  await discardUnfinishedClusters(folder);
  const exists = await inspectCluster(folder, binaries);
  const dataFolder = dataFolderOf(folder);
  const user = await chooseUser(dataFolder);
  if (lock.previous?.socketDirectory) await discardSocketDirectory(lock.previous.socketDirectory, user);
  const socketDirectory = await createSocketDirectory(folder, user);
  try {
    await lock.note(socketDirectory);
    const launcher = await findLauncher(user, [folder, socketDirectory], binaries.postgres);
    const fast = options.fast ?? false;
    const initdb = exists ? undefined : await createCluster(folder, binaries, user, launcher, fast);
    if (exists) await recordCluster(folder, binaries);
    const name = await clusterName(dataFolder);
    const settings = options.settings ?? {};
    const plan = { binaries, launcher, dataFolder, socketDirectory, clusterName: name, settings, fast };
    const supervisor = new Supervisor(plan, { onLog: options.onLog, onRestart: options.onRestart });
    const began = performance.now();
    await supervisor.start();
    let stopped: Promise<void> | undefined;
    const finish = async () => {
      await supervisor.stop();
      await discardSocketDirectory(socketDirectory, user);
      await lock.release();
    };
    const stop = () => (stopped ??= finish());
    return {
      socketDirectory,
      port,
      superuser,
      timings: { ...(initdb === undefined ? {} : { initdb }), start: performance.now() - began },
      get pid() {
        return supervisor.pid;
      },
      connection: (role, database) => ({ host: socketDirectory, port, user: role, database }),
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await discardSocketDirectory(socketDirectory, user);
    throw error;
  }
}
