import { readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runProgram } from '../gates/support/program.ts';

const FOLDER = 'database/migrations';
const NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/** Names of the file without its folder. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * Gives the migrations of this branch the next free numbers, in their order. Those of the base branch may have run
 * somewhere and keep theirs.
 * @param base branch or commit; absent: `origin/main`, or `main` where there is none.
 * @returns what was renamed.
 * @throws Error if there is no such base, or a file is not called `NNNN_<room>_<what>.sql`.
 */
export async function renumber(root: string, base?: string): Promise<readonly Move[]> {
  const kept = await namesOn(root, base ?? (await defaultBase(root)));
  const own = (await readdir(join(root, FOLDER))).filter((name) => !kept.has(name)).toSorted();
  const wrong = own.find((name) => !NAME.test(name));
  if (wrong !== undefined) throw new Error(`${FOLDER}/${wrong}: name it NNNN_<room>_<what>.sql, then renumber.`);
  const last = Math.max(0, ...[...kept].map((name) => Number(name.slice(0, 4))));
  const moves = own
    .map((from, index) => ({ from, to: `${String(last + index + 1).padStart(4, '0')}${from.slice(4)}` }))
    .filter(({ from, to }) => from !== to);
  // In two steps, because the new name of one may be the old name of the next.
  for (const { from, to } of moves) await rename(join(root, FOLDER, from), join(root, FOLDER, `${to}.moving`));
  for (const { to } of moves) await rename(join(root, FOLDER, `${to}.moving`), join(root, FOLDER, to));
  return moves;
}

async function namesOn(root: string, base: string): Promise<ReadonlySet<string>> {
  const { status, stdout } = await git(root, 'ls-tree', '--name-only', '-z', base, `${FOLDER}/`);
  if (status !== 0) throw new Error(`There is no branch or commit ${base}. Name one with --base.`);
  return new Set(
    stdout
      .split('\0')
      .filter((path) => path !== '')
      .map((path) => basename(path)),
  );
}

async function defaultBase(root: string): Promise<string> {
  const { status } = await git(root, 'rev-parse', '--verify', '--quiet', 'origin/main');
  return status === 0 ? 'origin/main' : 'main';
}

/** Without safe.directory git refuses a folder of another owner. */
function git(root: string, ...args: readonly string[]) {
  return runProgram('git', ['-c', 'safe.directory=*', ...args], root);
}
