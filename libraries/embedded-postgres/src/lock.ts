import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './failure.ts';

/** What the holder writes beside the lock, for the message of whoever is refused and for cleaning up after a killed holder. */
export interface Holder {
  pid: number;
  host: string;
  socketDirectory?: string;
}

export interface FolderLock {
  /** The note of the holder before us, which has not cleaned up if it was killed. */
  previous: Holder | undefined;
  note: (socketDirectory: string) => Promise<void>;
  release: () => Promise<void>;
}

/**
 * Takes the folder for this process. The lock is the kernel's (SQLite's, on a file that stays empty): it vanishes with its process however that
 * dies, so there are no stale locks and no guesses from process numbers, and it also holds between containers that share a volume.
 * Throws `in_use`.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const notePath = join(folder, 'holder.json');
  const lockPath = join(folder, 'lock');
  // A killed holder keeps the lock until the kernel has taken it apart, which takes milliseconds; a holder that lives is refused after these.
  const deadline = performance.now() + 300;
  let database = tryLock(lockPath);
  while (!database) {
    if (performance.now() > deadline) throw inUse(folder, await readHolder(notePath));
    await delay(20);
    database = tryLock(lockPath);
  }
  const held = database;
  const previous = await readHolder(notePath);
  const write = (holder: Holder) => writeFile(notePath, `${JSON.stringify(holder)}\n`);
  const self = { pid: process.pid, host: hostname() };
  await write(self);
  return {
    previous,
    note: (socketDirectory) => write({ ...self, socketDirectory }),
    release: async () => {
      await rm(notePath, { force: true });
      held.close();
    },
  };
}

/** The connection that holds the lock, undefined while another one does. */
function tryLock(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    // With its journal in memory nothing but the lock file itself appears in the folder.
    const mode = database.prepare('pragma journal_mode = memory').get()?.['journal_mode'];
    if (mode === 'memory') {
      database.exec('begin exclusive');
      return database;
    }
  } catch (error) {
    const sqliteBusy = 5;
    if (!(error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)) {
      database?.close();
      throw new EmbeddedPostgresError(
        'unreachable_folder',
        `The lock file ${path} cannot be used (${error instanceof Error ? error.message : String(error)}). It must be an empty file that this user can write, on a file system with locks.`,
        { cause: error },
      );
    }
  }
  database?.close();
  return undefined;
}

function inUse(folder: string, holder: Holder | undefined): EmbeddedPostgresError {
  const where = holder && holder.host !== hostname() ? ` on ${holder.host}` : '';
  const who = holder ? `process ${holder.pid}${where}` : 'another process';
  return new EmbeddedPostgresError(
    'in_use',
    `The data folder ${folder} is in use by ${who}. Stop that process first, or choose another data folder for this one.`,
  );
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('host' in value)) return undefined;
    const directory = 'socketDirectory' in value ? value.socketDirectory : undefined;
    return {
      pid: Number(value.pid),
      host: String(value.host),
      ...(typeof directory === 'string' ? { socketDirectory: directory } : {}),
    };
  } catch {
    return undefined; // none yet, or cut off by a kill: only the message loses by it
  }
}
