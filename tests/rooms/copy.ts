import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../..');

/** What is not needed to check and start the product, or is made anew. */
const LEFT_OUT = new Set(['node_modules', '.git', '.cache', 'dist', 'data', 'gallery']);
const LEFT_OUT_ABOVE = new Set(['tests', 'bench'].map((name) => join(PROJECT, name)));

/** The program for Node without its tests and what they share, which the types gate of the project checks anyway. */
const NODE_PROGRAM = {
  extends: './tsconfig.base.json',
  compilerOptions: { types: ['node'], lib: ['es2024', 'dom'] },
  include: ['contract/src', 'server/src'],
  exclude: ['**/testing'],
};

/** Path → content, or what a person makes of the content that the file has. */
export type Files = Readonly<Record<string, string | ((before: string) => string)>>;

export interface Copy extends AsyncDisposable {
  readonly root: string;
  /** Refuses an edit of a file that does not exist, or one that changes nothing. */
  write(files: Files): Promise<void>;
  /** Removes files and folders; refuses a path that leads nowhere. */
  remove(paths: readonly string[]): Promise<void>;
}

/** A copy of the product without its tests, in a temporary folder that is gone when disposed. */
export async function copyProduct(): Promise<Copy> {
  const root = await mkdtemp(join(tmpdir(), 'watchroom-copy-'));
  await cp(PROJECT, root, {
    recursive: true,
    filter: (path) => !LEFT_OUT.has(basename(path)) && !LEFT_OUT_ABOVE.has(path) && !path.endsWith('.test.ts'),
  });
  await writeFile(join(root, 'tsconfig.json'), JSON.stringify(NODE_PROGRAM));
  await linkModules(root);
  return {
    root,
    async write(files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(
          join(root, path),
          typeof content === 'string' ? content : await edited(join(root, path), content),
        );
      }
    },
    async remove(paths) {
      for (const path of paths) {
        await lstat(join(root, path));
        await rm(join(root, path), { recursive: true });
      }
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

async function edited(path: string, edit: (before: string) => string): Promise<string> {
  const before = await readFile(path, 'utf8');
  const after = edit(before);
  if (after === before) throw new Error(`${path}: the edit changes nothing. Adapt it to the file.`);
  return after;
}

/** Packages of others are shared; our own are those of the copy. */
async function linkModules(root: string): Promise<void> {
  const modules = join(PROJECT, 'node_modules');
  await mkdir(join(root, 'node_modules/@watchroom'), { recursive: true });
  for (const name of await readdir(modules))
    if (name !== '@watchroom') await symlink(join(modules, name), join(root, 'node_modules', name));
  const own = ['contract', 'server', 'console'];
  for (const name of await readdir(join(root, 'libraries')))
    await symlink(join(root, 'libraries', name), join(root, 'node_modules/@watchroom', name));
  for (const name of own) await symlink(join(root, name), join(root, 'node_modules/@watchroom', name));
}
