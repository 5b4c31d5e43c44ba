import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, plant } from '../../gates/tests/fixture.ts';
import { renumber } from '../renumber.ts';

const FOLDER = 'database/migrations';
const RELEASED = ['0001_platform_ground.sql', '0002_health_checks.sql'];

let tree: Fixture;

const run = promisify(execFile);
/** Whoever runs the tests has settings of their own, which must not matter. */
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const git = (...args: readonly string[]) =>
  run('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], { cwd: tree.root, env });
const names = async () => (await readdir(join(tree.root, FOLDER))).toSorted();
const write = (name: string) => writeFile(join(tree.root, FOLDER, name), `-- ${name}\n`);
const commit = async (...files: readonly string[]) => {
  for (const name of files) await write(name);
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'One more');
};

beforeEach(async () => {
  tree = await plant(Object.fromEntries(RELEASED.map((name) => [`${FOLDER}/${name}`, ''])));
  await git('init', '--quiet', '--initial-branch', 'main');
  await commit();
  await git('switch', '--quiet', '--create', 'mine');
});

afterEach(() => tree[Symbol.asyncDispose]());

describe('renumber', () => {
  it('puts the migrations of the branch after those of main, in their order', async () => {
    await commit('0003_health_mine.sql', '0004_health_more.sql');
    await git('switch', '--quiet', 'main');
    await commit('0003_jobs_theirs.sql');
    await git('switch', '--quiet', 'mine');
    await git('rebase', '--quiet', 'main');
    expect(await renumber(tree.root)).toEqual([
      { from: '0003_health_mine.sql', to: '0004_health_mine.sql' },
      { from: '0004_health_more.sql', to: '0005_health_more.sql' },
    ]);
    expect(await names()).toEqual([
      ...RELEASED,
      '0003_jobs_theirs.sql',
      '0004_health_mine.sql',
      '0005_health_more.sql',
    ]);
    expect(await readFile(join(tree.root, FOLDER, '0005_health_more.sql'), 'utf8')).toBe('-- 0004_health_more.sql\n');
    expect(await renumber(tree.root)).toEqual([]);
  });

  it('counts what main has before the branch has it too', async () => {
    await commit('0003_health_same.sql', '0004_health_same.sql');
    await git('switch', '--quiet', 'main');
    await commit('0003_jobs_theirs.sql');
    await git('switch', '--quiet', 'mine');
    await renumber(tree.root);
    expect(await names()).toEqual([...RELEASED, '0004_health_same.sql', '0005_health_same.sql']);
    expect(await readFile(join(tree.root, FOLDER, '0005_health_same.sql'), 'utf8')).toBe('-- 0004_health_same.sql\n');
  });

  it('closes gaps, and takes files that are not committed yet', async () => {
    await write('0005_health_same.sql');
    await write('0004_health_same.sql');
    await renumber(tree.root);
    expect(await names()).toEqual([...RELEASED, '0003_health_same.sql', '0004_health_same.sql']);
    expect(await readFile(join(tree.root, FOLDER, '0004_health_same.sql'), 'utf8')).toBe('-- 0005_health_same.sql\n');
  });

  it('prefers the main of the origin, and takes another base', async () => {
    await commit('0003_health_mine.sql');
    await git('update-ref', 'refs/remotes/origin/main', 'mine');
    await write('0003_agents_new.sql');
    expect(await renumber(tree.root)).toEqual([{ from: '0003_agents_new.sql', to: '0004_agents_new.sql' }]);
    expect(await renumber(tree.root, 'main')).toEqual([]);
    await expect(renumber(tree.root, 'nowhere')).rejects.toThrow('There is no branch or commit nowhere.');
  });

  it('touches nothing if a name is wrong', async () => {
    await write('0007_health_fine.sql');
    await write('add-index.sql');
    await expect(renumber(tree.root)).rejects.toThrow('add-index.sql: name it NNNN_<room>_<what>.sql');
    expect(await names()).toEqual([...RELEASED, '0007_health_fine.sql', 'add-index.sql']);
  });
});
