import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeneratedFile } from './output.ts';

const SERVER = 'server/src';

/** The list of the rooms that the server has: every folder with a `room.ts`. */
export async function roomList(root: string): Promise<GeneratedFile> {
  const names: string[] = [];
  for (const { name } of (await readdir(join(root, SERVER), { withFileTypes: true })).filter((one) =>
    one.isDirectory(),
  ))
    if (await exists(join(root, SERVER, name, 'room.ts'))) names.push(name);
  names.sort();
  const content = [
    '// Generated from server/src/<room>/room.ts by `npm run generate`; do not edit.',
    ...names.map((name) => `import { room as ${name} } from '../${name}/room.ts';`),
    '',
    '/** Every room by its name. */',
    `export const rooms = { ${names.join(', ')} };`,
    '',
  ].join('\n');
  return { path: `${SERVER}/main/rooms.generated.ts`, content };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
