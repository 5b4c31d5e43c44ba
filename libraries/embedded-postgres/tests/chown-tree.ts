import { lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives a folder and all in it to another user, as an administrator would. */
export async function chownTree(folder: string, uid: number): Promise<void> {
  await lchown(folder, uid, uid);
  const entries = await readdir(folder, { recursive: true });
  await Promise.all(entries.map((name) => lchown(join(folder, name), uid, uid)));
}
