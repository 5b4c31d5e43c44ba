import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeneratedFile } from './output.ts';

/** The rooms as the server and the console load them: every folder that declares itself. A floor without rooms has no list. */
export async function roomLists(root: string): Promise<readonly GeneratedFile[]> {
  const onServer = await foldersWith(root, 'server/src', 'room.ts');
  const inConsole = await foldersWith(root, 'console/src', 'screens.ts');
  const serverList = {
    path: 'server/src/main/rooms.generated.ts',
    content: lines([
      '// Generated from server/src/<room>/room.ts by `npm run generate`; do not edit.',
      ...onServer.map((name) => `import { room as ${name} } from '../${name}/room.ts';`),
      '',
      '/** Every room by its name. */',
      `export const rooms = { ${onServer.join(', ')} };`,
    ]),
  };
  const consoleList = {
    path: 'console/src/app/screens.generated.ts',
    content: lines([
      '// Generated from console/src/<room>/screens.ts by `npm run generate`; do not edit.',
      ...inConsole.map((name) => `import { screens as ${name} } from '../${name}/screens.ts';`),
      '',
      '/** What each room adds to the console. */',
      `export const roomScreens = [${inConsole.join(', ')}];`,
    ]),
  };
  return [...(onServer.length > 0 ? [serverList] : []), ...(inConsole.length > 0 ? [consoleList] : [])];
}

async function foldersWith(root: string, parent: string, file: string): Promise<string[]> {
  const entries = await readdir(join(root, parent), { withFileTypes: true }).catch(() => []);
  const names: string[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory() && entry.name !== 'app'))
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
