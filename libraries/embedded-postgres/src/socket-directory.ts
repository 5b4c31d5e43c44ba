import { lchown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { EmbeddedPostgresError } from './failure.ts';
import { isPrivateFolder } from './user.ts';
import type { ServerUser } from './user.ts';

/** The port is only a part of the socket's name; nothing listens on the network. */
export const port = 5432;

const temporaryPrefix = 'embedded-postgres-';
/** sockaddr_un has 108 bytes on Linux and 104 on macOS, one of them for the closing zero. */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107;

/**
 * Makes the 0700 directory of the server's socket: inside the data folder, or, where that path is too long, under the temporary folder with
 * a random name. Whoever can enter it is a superuser, hence: never a name that others could have prepared, and never a change to what exists.
 */
export async function createSocketDirectory(folder: string, user: ServerUser): Promise<string> {
  const inside = join(folder, 'socket');
  if (fits(inside)) {
    await discardSocketDirectory(inside, user);
    const made = await mkdir(inside, { mode: 0o700 }).then(
      () => true,
      () => false, // something that is not ours lies there: leave it alone
    );
    if (made) return give(inside, user);
  }
  for (const base of new Set([tmpdir(), '/tmp'])) {
    const pattern = join(base, temporaryPrefix);
    if (!fits(`${pattern}XXXXXX`)) continue;
    const made = await mkdtemp(pattern).catch(() => undefined);
    if (made !== undefined) return give(made, user);
  }
  throw new EmbeddedPostgresError(
    'unreachable_folder',
    `No directory for the database socket could be made in ${folder} or in ${tmpdir()}: the path must be writable and its length under ${longestSocketPath} bytes. Set TMPDIR to a short path, or choose another data folder.`,
  );
}

/** Deletes a socket directory of ours, also one that a killed server left behind; anything else at that path stays as it is. */
export async function discardSocketDirectory(path: string, user: ServerUser): Promise<void> {
  const ourName = basename(path) === 'socket' || basename(path).startsWith(temporaryPrefix);
  const ours = ourName && (await isPrivateFolder(path, [user.uid, process.getuid?.() ?? user.uid]));
  if (ours) await rm(path, { recursive: true, force: true });
}

async function give(path: string, user: ServerUser): Promise<string> {
  if (user.switched) await lchown(path, user.uid, user.gid);
  return path;
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${port}`)) <= longestSocketPath;
}
