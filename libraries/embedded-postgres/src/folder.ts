import { constants } from 'node:fs';
import { access, chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { EmbeddedPostgresError, systemCode } from './failure.ts';

/** Makes the folder and its parents where missing, and resolves to its real path. Throws `unreachable_folder`. */
export async function prepareFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  try {
    const firstMade = await mkdir(path, { recursive: true });
    if (firstMade !== undefined) await openPath(path, firstMade);
    const real = await realpath(path);
    await access(real, constants.W_OK | constants.X_OK);
    return real;
  } catch (error) {
    const owner = await stat(path).then(
      (found) => ` It belongs to user ${found.uid}, this process runs as user ${process.getuid?.() ?? 0}.`,
      () => '',
    );
    throw new EmbeddedPostgresError(
      'unreachable_folder',
      `The data folder ${path} cannot be written (${systemCode(error) ?? 'unknown error'}).${owner} Choose another folder, or give this one to the user that runs the server.`,
      { cause: error },
    );
  }
}

/** A strict umask would make folders that the server's own user cannot pass through; what is private in them is 0700 by itself. */
async function openPath(path: string, firstMade: string): Promise<void> {
  for (let made = path; made.length >= firstMade.length; made = dirname(made)) await chmod(made, 0o755);
}
