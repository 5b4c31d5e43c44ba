import { existsSync } from 'node:fs';
import { lchown, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, systemCode } from './failure.ts';
import { describeEnding, spawnGuarded } from './guarded-process.ts';
import type { Launcher, ServerUser } from './user.ts';

export const superuser = 'postgres';

const unfinishedPrefix = 'postgres.unfinished-';

/** The folder of the cluster itself. */
export function dataFolderOf(folder: string): string {
  return join(folder, 'postgres');
}

/**
 * Whether the folder holds a cluster that this process may start. Throws `other_owner`, `other_major`, or `start_failed` for a folder
 * that is no cluster; changes nothing.
 */
export async function inspectCluster(folder: string, binaries: Binaries): Promise<boolean> {
  const dataFolder = dataFolderOf(folder);
  const data = await stat(dataFolder).catch((error: unknown) => refuseUnless(error, 'ENOENT', dataFolder));
  if (!data) return false;
  const uid = process.getuid?.() ?? data.uid;
  const record = await stat(join(folder, 'cluster.json')).catch(() => undefined);
  refuseOtherOwner(folder, record?.uid ?? (uid === 0 ? 0 : data.uid));
  if (uid === 0 && data.uid === 0) {
    throw new EmbeddedPostgresError(
      'other_owner',
      `The cluster ${dataFolder} belongs to root, and PostgreSQL does not run as root. Give it to another user first (chown -R postgres ${dataFolder}).`,
    );
  }
  if (uid !== 0) refuseOtherOwner(folder, data.uid);
  const version = await readFile(join(dataFolder, 'PG_VERSION'), 'utf8').catch((error: unknown) =>
    refuseUnless(error, 'ENOENT', dataFolder),
  );
  if (version === undefined) {
    if ((await readdir(dataFolder)).length === 0) return false;
    throw new EmbeddedPostgresError(
      'start_failed',
      `The folder ${dataFolder} exists but is no PostgreSQL cluster (no PG_VERSION in it). Move it away, or choose another data folder.`,
    );
  }
  if (version.trim() !== binaries.major) {
    throw new EmbeddedPostgresError(
      'other_major',
      `The cluster ${dataFolder} was made by PostgreSQL ${version.trim()}, this is PostgreSQL ${binaries.major}. Export the data with the version that made it and import it into a new folder, or go back to that version.`,
    );
  }
  return true;
}

/**
 * Makes the cluster. initdb works in a sibling folder that is renamed when all is on disk, so a half-made cluster is never taken for a whole one.
 * Needs the folder's lock. Resolves to the milliseconds it took.
 */
export async function createCluster(
  folder: string,
  binaries: Binaries,
  user: ServerUser,
  launcher: Launcher,
  fast: boolean,
): Promise<number> {
  const began = performance.now();
  const unfinished = await mkdtemp(join(folder, unfinishedPrefix));
  if (user.switched) await lchown(unfinished, user.uid, user.gid);
  const initdb = spawnGuarded(
    [
      binaries.initdb,
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      '--auth=trust',
      '--encoding=UTF8',
      // Sorts and folds case the same everywhere, independent of the machine's libc and of the bundled ICU.
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(fast ? ['--no-sync'] : []),
    ],
    launcher,
  );
  const ending = await initdb.ended;
  if (ending.exitCode !== 0) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 10 });
    throw new EmbeddedPostgresError(
      ending.exitCode === 126 || ending.exitCode === 127 ? 'unsupported_platform' : 'start_failed',
      `initdb ${describeEnding(ending)} while it made a new cluster in ${folder}: ${initdb.lastLines().join('\n') || 'no output'}`,
      { cause: ending.error },
    );
  }
  await recordCluster(folder, binaries);
  await rename(unfinished, dataFolderOf(folder));
  if (!fast) await syncFolder(folder);
  return performance.now() - began;
}

/** Deletes what an interrupted initdb left. Needs the folder's lock. */
export async function discardUnfinishedClusters(folder: string): Promise<void> {
  const leftovers = (await readdir(folder)).filter((name) => name.startsWith(unfinishedPrefix));
  // An initdb whose parent was killed a moment ago may still be writing: rm tries again.
  await Promise.all(
    leftovers.map((name) => rm(join(folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })),
  );
}

/** Notes which PostgreSQL made the cluster, where that is not noted yet; the file's owner is the user that may start it. */
export async function recordCluster(folder: string, binaries: Binaries): Promise<void> {
  const path = join(folder, 'cluster.json');
  if (existsSync(path)) return;
  const record = { major: Number(binaries.major), library: binaries.version };
  await writeFile(`${path}.new`, `${JSON.stringify(record, null, 2)}\n`, { flush: true });
  await rename(`${path}.new`, path);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function refuseOtherOwner(folder: string, owner: number): void {
  const uid = process.getuid?.() ?? owner;
  if (owner === uid) return;
  throw new EmbeddedPostgresError(
    'other_owner',
    `The data folder ${folder} was made by user ${owner}, this process runs as user ${uid}. Start it as that user, or choose another data folder.`,
  );
}

function refuseUnless(error: unknown, expected: string, path: string): undefined {
  if (systemCode(error) === expected) return undefined;
  throw new EmbeddedPostgresError(
    'unreachable_folder',
    `The cluster ${path} cannot be read (${systemCode(error) ?? 'unknown error'}). Check its path and who may enter it.`,
    { cause: error },
  );
}
