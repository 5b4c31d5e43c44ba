import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KindDeclaration } from '../../server/src/platform/kinds/define.ts';
import type { Family } from '../../server/src/platform/kinds/family.ts';
import type { GeneratedFile } from './output.ts';

const KIND_FILE = /^[a-z][a-z0-9]*([-_][a-z0-9]+)*\.ts$/;
const REGISTRY = 'registry.generated.ts';

/**
 * Everything that follows from the kinds of every room under `root`: registry, manifests, pages, schema of the family.
 * @throws Error with a sentence when a kinds folder holds something else than kinds, or a file declares nothing.
 */
export async function generatedFiles(root: string): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const room of await namesIn(join(root, 'server/src'))) {
    const folder = join(root, 'server/src', room, 'kinds');
    if (room !== 'platform' && (await exists(folder))) files.push(...(await filesOfRoom(root, room, folder)));
  }
  return files;
}

async function filesOfRoom(root: string, room: string, folder: string): Promise<readonly GeneratedFile[]> {
  const ids = await kindIds(room, folder);
  // Of the tree under `root`, which may be another version than ours.
  const { derivedFiles } = await load<typeof import('../../server/src/platform/kinds/derived.ts')>(
    join(root, 'server/src/platform/kinds/derived.ts'),
  );
  const family = await exportOf<Family<KindDeclaration<unknown>>>(room, folder, 'family.ts', 'family');
  const kinds: Record<string, KindDeclaration<unknown>> = {};
  for (const id of ids) kinds[id] = await exportOf<KindDeclaration<unknown>>(room, folder, `${id}.ts`, 'kind');
  return [
    { path: `server/src/${room}/kinds/${REGISTRY}`, content: registry(ids) },
    ...derivedFiles(room, family, kinds),
    ...(await orphanPages(root, room, ids)),
  ];
}

/** The ids of a room's kinds: the names of the files that are nothing else. */
async function kindIds(room: string, folder: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of await namesIn(folder)) {
    if (name === 'support' || name === 'family.ts' || name === REGISTRY || name.endsWith('.test.ts')) continue;
    if (!KIND_FILE.test(name))
      throw new Error(
        `server/src/${room}/kinds/${name} does not belong there: the folder holds one file in lower case per kind, family.ts, tests and support/. Move shared code to support/.`,
      );
    ids.push(name.slice(0, -'.ts'.length));
  }
  return ids;
}

async function exportOf<Value>(room: string, folder: string, file: string, name: string): Promise<Value> {
  const at = `server/src/${room}/kinds/${file}`;
  if (!(await exists(join(folder, file)))) throw new Error(`${at} is missing: it declares the family of the kinds.`);
  const found = (await load<Readonly<Record<string, Value | undefined>>>(join(folder, file)))[name];
  if (!found) throw new Error(`${at} exports no \`${name}\`; see that of another kind or room for the shape.`);
  return found;
}

async function orphanPages(root: string, room: string, ids: readonly string[]): Promise<readonly GeneratedFile[]> {
  const pages = await namesIn(join(root, 'docs', room, 'kinds')).catch(() => []);
  const orphans = pages.filter((page) => page.endsWith('.md') && !ids.includes(page.slice(0, -'.md'.length)));
  return orphans.map((page) => ({ path: `docs/${room}/kinds/${page}`, content: undefined }));
}

function registry(ids: readonly string[]): string {
  const names = ids.map((id) => ({ id, name: id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) }));
  return [
    '// Generated from the files of this folder by `npm run generate`; do not edit.',
    "import { kindRegistry } from '../../platform/kinds/family.ts';",
    ...names.map(({ id, name }) => `import { kind as ${name} } from './${id}.ts';`),
    "import { family } from './family.ts';",
    '',
    '/** Every kind of the room under its id. */',
    `export const kinds = { ${names.map(({ id, name }) => (id === name ? id : `'${id}': ${name}`)).join(', ')} } as const;`,
    '',
    '/** The kinds with what is known of them. */',
    'export const registry = kindRegistry(family, kinds);',
    '',
  ].join('\n');
}

async function load<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(path).href)) as Module;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).sort();
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
