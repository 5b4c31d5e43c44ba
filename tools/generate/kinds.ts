import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KindManifest } from '@watchroom/contract/kinds';
import type { KindDeclaration } from '../../server/src/platform/kinds/define.ts';
import { kindPage } from './kind-page.ts';
import type { GeneratedFile } from './output.ts';

const KIND_FILE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*\.ts$/;
const REGISTRY = 'registry.generated.ts';

/**
 * Everything that follows from the kinds of every room under `root`: registry, manifests, pages, document schema.
 * @throws Error with a sentence when a kinds folder holds something else than kinds, or a kind declares nothing.
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
  const { manifestOf } = await load<{ manifestOf(id: string, kind: KindDeclaration<unknown>): KindManifest }>(
    join(root, 'server/src/platform/kinds/define.ts'),
  );
  const manifests: KindManifest[] = [];
  for (const id of ids) {
    const { kind } = await load<{ kind?: KindDeclaration<unknown> }>(join(folder, `${id}.ts`));
    if (!kind) throw new Error(`server/src/${room}/kinds/${id}.ts exports no \`kind\`; see a neighbour for the shape.`);
    manifests.push(manifestOf(id, kind));
  }
  return [
    { path: `server/src/${room}/kinds/${REGISTRY}`, content: registry(room, ids) },
    { path: `contract/src/${room}/kinds.generated.json`, content: json(manifests) },
    ...(await documentSchemas(room, folder, manifests)),
    ...manifests.map((manifest) => ({ path: `docs/${room}/kinds/${manifest.id}.md`, content: kindPage(manifest) })),
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
        `server/src/${room}/kinds/${name} does not belong there: the folder holds one kebab-case file per kind, family.ts, tests and support/. Move shared code to support/.`,
      );
    ids.push(name.slice(0, -'.ts'.length));
  }
  return ids;
}

/** A family whose kinds live in documents says in `support/document.ts` how a whole document looks. */
async function documentSchemas(
  room: string,
  folder: string,
  manifests: readonly KindManifest[],
): Promise<GeneratedFile[]> {
  const file = join(folder, 'support/document.ts');
  if (!(await exists(file))) return [];
  const { documentName, documentSchema } = await load<{
    documentName: string;
    documentSchema(manifests: readonly KindManifest[]): unknown;
  }>(file);
  return [
    { path: `contract/src/${room}/${documentName}.schema.generated.json`, content: json(documentSchema(manifests)) },
  ];
}

async function orphanPages(root: string, room: string, ids: readonly string[]): Promise<readonly GeneratedFile[]> {
  const pages = await namesIn(join(root, 'docs', room, 'kinds')).catch(() => []);
  const orphans = pages.filter((page) => page.endsWith('.md') && !ids.includes(page.slice(0, -'.md'.length)));
  return orphans.map((page) => ({ path: `docs/${room}/kinds/${page}`, content: undefined }));
}

function registry(room: string, ids: readonly string[]): string {
  const names = ids.map((id) => ({ id, name: id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) }));
  const type = `${room.charAt(0).toUpperCase()}${room.slice(1)}KindName`;
  return [
    '// Generated from the files of this folder by `npm run generate`; do not edit.',
    ...names.map(({ id, name }) => `import { kind as ${name} } from './${id}.ts';`),
    '',
    `export type ${type} = ${ids.length > 0 ? ids.map((id) => `'${id}'`).join(' | ') : 'never'};`,
    '',
    '/** Every kind of the room under its id. */',
    `export const kinds = { ${names.map(({ id, name }) => (id === name ? id : `'${id}': ${name}`)).join(', ')} } as const satisfies Record<${type}, unknown>;`,
    '',
  ].join('\n');
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
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
