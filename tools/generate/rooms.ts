import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeneratedFile } from './output.ts';

/** One list of rooms: every folder under `floor` that has the file `declaration`. */
interface RoomList {
  readonly floor: string;
  readonly declaration: string;
  /** Imports what a room declares. */
  readonly imports: (room: string) => string;
  /** Path of the list, relative to the root. */
  readonly path: string;
  /** What the list exports. */
  readonly body: (rooms: readonly string[]) => string;
}

const LISTS: readonly RoomList[] = [
  {
    floor: 'contract/src',
    declaration: 'exposed.ts',
    imports: (room) => `import { exposed as ${room} } from '../${room}/exposed.ts';`,
    path: 'contract/src/rooms/exposed.generated.ts',
    body: (rooms) =>
      `/** What each room exposes, by its name. */\nexport const exposedByRoom = { ${rooms.join(', ')} };`,
  },
  {
    floor: 'contract/src',
    declaration: 'rows.generated.ts',
    imports: (room) =>
      `import { type Database as ${typeName(room)}, tablesBehind as ${room} } from '../${room}/rows.generated.ts';`,
    path: 'contract/src/rooms/rows.generated.ts',
    body: databaseOfRooms,
  },
  {
    floor: 'server/src',
    declaration: 'room.ts',
    imports: (room) => `import { room as ${room} } from '../${room}/room.ts';`,
    path: 'server/src/main/rooms.generated.ts',
    body: (rooms) => `/** Every room by its name. */\nexport const rooms = { ${rooms.join(', ')} };`,
  },
  {
    floor: 'console/src',
    declaration: 'screens.ts',
    imports: (room) => `import { screens as ${room} } from '../${room}/screens.ts';`,
    path: 'console/src/app/screens.generated.ts',
    body: (rooms) => `/** What each room adds to the console. */\nexport const roomScreens = [${rooms.join(', ')}];`,
  },
];

/** Folders of a floor that declare nothing, whatever files they have. */
const NO_ROOMS = ['app', 'rooms'];
/** Folders of the contract that belong to no room. */
const NO_ROOMS_OF_CONTRACT = ['rooms', 'errors', 'kinds'];

/** The rooms as each floor loads them: every folder that declares itself. A floor without rooms has no list. */
export async function roomLists(root: string): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [await roomNames(root)];
  for (const { floor, declaration, imports, path, body } of LISTS) {
    const rooms = await foldersWith(root, floor, declaration);
    if (rooms.length === 0) continue;
    const content = lines([
      `// Generated from ${floor}/<room>/${declaration} by \`npm run generate\`; do not edit.`,
      ...rooms.map(imports),
      '',
      body(rooms),
    ]);
    files.push({ path, content });
  }
  return files;
}

/**
 * The names of the rooms: the folders of the contract, and every room of which a migration created the schema, since the tables
 * of a removed room stay.
 */
async function roomNames(root: string): Promise<GeneratedFile> {
  const folders = await readdir(join(root, 'contract/src'), { withFileTypes: true }).catch(() => []);
  const names = folders.filter((entry) => entry.isDirectory() && !NO_ROOMS_OF_CONTRACT.includes(entry.name));
  const rooms = new Set([...names.map(({ name }) => name), ...(await schemasOfMigrations(root))]);
  const content = lines([
    '// Generated from contract/src/<room>/ and database/migrations/ by `npm run generate`; do not edit.',
    '/** The rooms: each has the same name on every floor. Those that were removed are among them while a migration has them. */',
    `export const ROOMS = [${[...rooms]
      .toSorted()
      .map((room) => `'${room}'`)
      .join(', ')}] as const;`,
  ]);
  return { path: 'contract/src/rooms/names.generated.ts', content };
}

async function schemasOfMigrations(root: string): Promise<string[]> {
  const folder = join(root, 'database/migrations');
  const schemas: string[] = [];
  for (const file of await readdir(folder).catch(() => []))
    for (const [, schema = ''] of (await readFile(join(folder, file), 'utf8')).matchAll(/^create schema (\w+);/gm))
      if (schema !== 'platform') schemas.push(schema);
  return schemas;
}

/** The row types of all rooms as one, as the client of the data API takes them. */
function databaseOfRooms(rooms: readonly string[]): string {
  const all = (part: string) => rooms.map((room) => `${typeName(room)}['api']['${part}']`).join(' & ');
  const parts = ['Tables', 'Views', 'Functions', 'Enums', 'CompositeTypes'];
  return `export type { Json } from '../${rooms[0]}/rows.generated.ts';

export type Database = {
  api: {
${parts.map((part) => `    ${part}: ${all(part)};`).join('\n')}
  };
};

/** A row of an exposed view. */
export type Row<Name extends keyof Database['api']['Views']> = Database['api']['Views'][Name]['Row'];

/** Exposed view → the tables whose changes change its rows, under the names that the change stream calls them by. */
export const TABLES_BEHIND = { ${rooms.map((room) => `...${room}`).join(', ')} };`;
}

function typeName(room: string): string {
  return `${room.charAt(0).toUpperCase()}${room.slice(1)}`;
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
