import { execFile } from 'node:child_process';
import { lstat, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './failure.ts';

const run = promisify(execFile);

/** The operating-system user that the server runs as. `switched` when that is not the user of this process. */
export interface ServerUser {
  uid: number;
  gid: number;
  switched: boolean;
}

/** How to start a program as the server's user: spawn with `ids`, and put `prefix` before the command. */
export interface Launcher {
  ids: { uid?: number; gid?: number };
  prefix: string[];
}

/**
 * PostgreSQL refuses to run as root, so root hands it to the owner of the existing cluster, else to `postgres`, else to `nobody`.
 * The owner comes first: a `postgres` user that appears later (by installing a package) must not lock out a cluster made as `nobody`.
 */
export async function chooseUser(dataFolder: string): Promise<ServerUser> {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) {
    requireAccount(uid);
    return { uid, gid: process.getgid?.() ?? uid, switched: false };
  }
  const cluster = await stat(dataFolder).catch(() => undefined);
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid, switched: true };
  for (const name of ['postgres', 'nobody']) {
    const found = await findAccount(name);
    if (found) return { ...found, switched: true };
  }
  throw new EmbeddedPostgresError(
    'no_user',
    'PostgreSQL does not run as root, and this machine has neither a "postgres" nor a "nobody" user. Create one (useradd --system postgres), or start as an ordinary user.',
  );
}

/** Finds out how the server's user gets at `paths` (programs and folders it must pass through). */
export async function findLauncher(user: ServerUser, paths: string[], postgres: string): Promise<Launcher> {
  if (!user.switched) return { ids: {}, prefix: [] };
  const ids = { uid: user.uid, gid: user.gid };
  const script = 'for path in "$@"; do test -x "$path" || exit 1; done';
  const reachable = run('/bin/sh', ['-c', script, 'reach', postgres, ...paths], { ...ids, cwd: '/' });
  if (await succeeds(reachable)) return { ids, prefix: [] };
  // A project under /root: one capability lets the server pass through, and nothing else of root is left. The no_setuid_fixup bit keeps access(2)
  // from dropping it. Docker's default set lacks dac_read_search but has dac_override.
  for (const capability of ['dac_read_search', 'dac_override']) {
    const prefix = [
      'setpriv',
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      '--securebits=+no_setuid_fixup',
      `--bounding-set=-all,+${capability}`,
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
    ];
    const trial = run('setpriv', [...prefix.slice(1), '/bin/sh', '-c', script, 'reach', postgres, ...paths], {
      cwd: '/',
    });
    if (await succeeds(trial)) return { ids: {}, prefix };
  }
  throw new EmbeddedPostgresError(
    'unreachable_folder',
    `This process runs as root and starts PostgreSQL as user ${user.uid}, which cannot pass through ${[postgres, ...paths].join(' or ')}. Let others pass through these folders (chmod o+x), move the project, or choose another data folder.`,
  );
}

/** Whether a path is a folder of the given user that nobody else can enter, and no symbolic link. */
export async function isPrivateFolder(path: string, uids: number[]): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && found.isDirectory() && uids.includes(found.uid) && (found.mode & 0o077) === 0;
}

function requireAccount(uid: number): void {
  try {
    userInfo();
  } catch (error) {
    throw new EmbeddedPostgresError(
      'no_user',
      `The user ${uid} has no account on this machine (no entry in /etc/passwd), and PostgreSQL does not start without one. Add the user to the machine or the container image.`,
      { cause: error },
    );
  }
}

async function findAccount(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    const account = { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    return account.uid > 0 ? account : undefined;
  } catch {
    return undefined;
  }
}

async function succeeds(running: Promise<unknown>): Promise<boolean> {
  return running.then(
    () => true,
    () => false,
  );
}
