import { globSync } from 'node:fs';
import { runProgram } from '../gates/support/program.ts';

/** Code that runs in the product, so that tests which start it as a program may see a change of it. */
const PRODUCT = /^(server|contract|console|libraries|database)\/(?!.*\.test\.tsx?$)/;
/** Tests that start the product instead of importing it: no import leads from them to what they test. */
const WHOLE_PRODUCT = 'tests/**/*.test.ts';

/**
 * Test files that a change may affect: those that import a changed file, however indirectly, and every test of the whole product
 * when its code changed.
 * @param since commit, branch or tag to compare with; what is not committed counts as changed.
 * @returns paths relative to the project, sorted.
 * @throws when git does not know the commit.
 */
export async function changedTests(root: string, since: string): Promise<string[]> {
  const base = await git(root, 'merge-base', since, 'HEAD');
  const [committed, untracked, imported] = await Promise.all([
    git(root, 'diff', '--name-only', base),
    git(root, 'ls-files', '--others', '--exclude-standard'),
    run(root, 'npx', 'vitest', 'list', '--filesOnly', '--changed', base),
  ]);
  const changed = [...lines(committed), ...lines(untracked)];
  const whole = changed.some((path) => PRODUCT.test(path)) ? globSync(WHOLE_PRODUCT, { cwd: root }) : [];
  const own = lines(imported).filter((line) => line.endsWith('.test.ts'));
  return [...new Set([...own, ...whole])].toSorted();
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function git(root: string, ...parameters: readonly string[]): Promise<string> {
  return run(root, 'git', ...parameters);
}

async function run(root: string, program: string, ...parameters: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runProgram(program, [...parameters], root);
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')} failed:\n${stderr || stdout}`);
  return stdout.trim();
}
