import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from './files.ts';

export const roomsFile = 'contract/src/rooms/names.generated.ts';

/** The names of the rooms, read as text so that a tree which does not compile can be judged too. */
export async function readRooms(root: string): Promise<string[]> {
  if (!existsSync(join(root, roomsFile))) return [];
  const list = /\bROOMS\s*=\s*\[([^\]]*)\]/.exec(await readText(root, roomsFile))?.[1] ?? '';
  return [...list.matchAll(/'([^']+)'/g)].flatMap(([, room]) => room ?? []);
}
