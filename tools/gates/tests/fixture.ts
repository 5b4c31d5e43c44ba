import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../support/program.ts';

export interface Fixture extends AsyncDisposable {
  readonly root: string;
}

/**
 * A small tree of files in a temporary folder, gone at the end of the block that uses it.
 * @param files path → content
 * @param borrowed files or folders of this project to have in the tree; node_modules is linked, the rest copied
 */
export async function plant(
  files: Readonly<Record<string, string>>,
  borrowed: readonly string[] = [],
): Promise<Fixture> {
  const root = await mkdtemp(join(tmpdir(), 'watchroom-fixture-'));
  for (const path of borrowed) {
    if (path === 'node_modules') await symlink(join(projectRoot, path), join(root, path));
    else await cp(join(projectRoot, path), join(root, path), { recursive: true });
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}

/** Lines of code, to reach a length. */
export function linesOfCode(count: number): string {
  return Array.from({ length: count }, (_, index) => `export const line${index} = ${index};`).join('\n');
}
