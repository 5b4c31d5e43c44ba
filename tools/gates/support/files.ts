import { existsSync } from 'node:fs';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './program.ts';

const untracked = new Set(['node_modules', 'dist', '.git', '.cache', 'data']);

/**
 * Files of the tree that are or would be tracked, relative to `root` with forward slashes, sorted.
 * Asks git; a tree that is no repository of its own (an archive, a fixture) is walked instead.
 */
export async function listFiles(root: string): Promise<string[]> {
  const files = (await listByGit(root)) ?? (await walk(root, ''));
  return files.toSorted();
}

async function listByGit(root: string): Promise<string[] | undefined> {
  // Without safe.directory git refuses a folder of another owner, for example when root runs the gates.
  const git = (...args: string[]) => runProgram('git', ['-c', 'safe.directory=*', ...args], root);
  try {
    const top = await git('rev-parse', '--show-toplevel');
    if (top.status !== 0 || (await realpath(root)) !== (await realpath(top.stdout.trim()))) return undefined;
    const { status, stdout } = await git(
      'ls-files',
      '-z',
      '--cached',
      '--others',
      '--exclude-standard',
      '--deduplicate',
    );
    if (status !== 0) return undefined;
    return stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
  } catch {
    return undefined;
  }
}

async function walk(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const nested = entries
    .filter(({ name }) => !untracked.has(name))
    .map((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? walk(root, path) : Promise.resolve([path]);
    });
  return (await Promise.all(nested)).flat();
}

export function readText(root: string, file: string): Promise<string> {
  return readFile(join(root, file), 'utf8');
}

/** Content of a JSON file, or nothing if there is no such file. */
export async function readJson(root: string, file: string): Promise<unknown> {
  return existsSync(join(root, file)) ? JSON.parse(await readText(root, file)) : undefined;
}

/** Written by `npm run generate` and therefore not judged as text that somebody wrote. */
export function isGenerated(file: string): boolean {
  return /\.generated\.[a-z]+$|^database\/schema\/|^docs\/[a-z-]+\/kinds\//.test(file);
}
