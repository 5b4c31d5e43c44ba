import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeneratedFile } from './output.ts';

/** One list of rooms: every folder under `floor` that has the file `declaration`. */
interface RoomList {
  readonly floor: string;
  readonly declaration: string;
  /** What each declaration exports. */
  readonly name: string;
  /** Path of the list, relative to the root. */
  readonly path: string;
  readonly doc: string;
  /** The exported statement, from the names of the rooms. */
  readonly statement: (rooms: readonly string[]) => string;
}

const LISTS: readonly RoomList[] = [
  {
    floor: 'contract/src',
    declaration: 'exposed.ts',
    name: 'exposed',
    path: 'contract/src/rooms/exposed.generated.ts',
    doc: 'What each room exposes, by its name.',
    statement: (rooms) => `export const exposedByRoom = { ${rooms.join(', ')} };`,
  },
  {
    floor: 'server/src',
    declaration: 'room.ts',
    name: 'room',
    path: 'server/src/main/rooms.generated.ts',
    doc: 'Every room by its name.',
    statement: (rooms) => `export const rooms = { ${rooms.join(', ')} };`,
  },
  {
    floor: 'console/src',
    declaration: 'screens.ts',
    name: 'screens',
    path: 'console/src/app/screens.generated.ts',
    doc: 'What each room adds to the console.',
    statement: (rooms) => `export const roomScreens = [${rooms.join(', ')}];`,
  },
];

/** Folders of a floor that declare nothing, whatever files they have. */
const NO_ROOMS = ['app', 'rooms'];

/** The rooms as each floor loads them: every folder that declares itself. A floor without rooms has no list. */
export async function roomLists(root: string): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const { floor, declaration, name, path, doc, statement } of LISTS) {
    const rooms = await foldersWith(root, floor, declaration);
    if (rooms.length === 0) continue;
    const content = lines([
      `// Generated from ${floor}/<room>/${declaration} by \`npm run generate\`; do not edit.`,
      ...rooms.map((room) => `import { ${name} as ${room} } from '../${room}/${declaration}';`),
      '',
      `/** ${doc} */`,
      statement(rooms),
    ]);
    files.push({ path, content });
  }
  return files;
}

async function foldersWith(root: string, parent: string, file: string): Promise<string[]> {
  const entries = await readdir(join(root, parent), { withFileTypes: true }).catch(() => []);
  const names: string[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory() && !NO_ROOMS.includes(entry.name)))
    if (await exists(join(root, parent, name, file))) names.push(name);
  return names.sort();
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
