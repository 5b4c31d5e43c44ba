import { join } from 'node:path';
import { type LoadedFile, readBuiltConsole } from './support/console-size.ts';
import { listFiles, readJson } from './support/files.ts';
import { verdict } from './support/gate.ts';
import { linesOf, runProgram } from './support/program.ts';

export const name = 'sizes';

const budgetsFile = 'tools/gates/sizes.json';
/** The budgets of a room's pages, beside its screens. */
const roomBudgets = /^console\/src\/[a-z]+\/sizes\.json$/;
const shell = 'index.html';

/** Sizes are kilobytes of 1024 bytes of JavaScript as a browser counts it: compressed, with headers. */
export interface Budgets {
  /** Bytes that the headers of one answer take. */
  readonly headers: number;
  /** What no budget may exceed. */
  readonly most: { readonly shell: number; readonly page: number; readonly [page: string]: number };
  /** What an address loads; pages of the shell count what they load beyond it. */
  readonly budgets: Readonly<Record<string, { readonly loads: readonly string[]; readonly budget: number }>>;
}

/** The shell, the sign-in and each page load no more than was decided. Builds the console where it is not built. */
export async function run(root: string) {
  const { status, stdout, stderr } = await runProgram(process.execPath, ['tools/ensure.mjs', '--console'], root);
  return status === 0 ? judgeSizes(root) : verdict(linesOf(stdout + stderr));
}

/** Judges the console as it is built. */
export async function judgeSizes(root: string) {
  const { headers, most, budgets: ofShellItself } = (await readJson(root, budgetsFile)) as Budgets;
  const budgets = { ...ofShellItself, ...(await budgetsOfRooms(root)) };
  const built = await readBuiltConsole(join(root, 'console/dist'), headers);
  const ofShell = new Set((await built.filesOf(shell)).map(({ file }) => file));
  const problems: string[] = [];
  for (const [page, { loads, budget }] of Object.entries(budgets)) {
    const limit = most[page] ?? most.page;
    if (budget > limit)
      problems.push(`The budget of ${page} may not be more than ${limit} KB. Load parts of it later.`);
    const files = new Map<string, LoadedFile>();
    for (const entry of loads) {
      const isOfShell = !entry.endsWith('.html');
      for (const each of await built.filesOf(entry))
        if (!isOfShell || !ofShell.has(each.file)) files.set(each.file, each);
    }
    const problem = judge(page, [...files.values()], budget);
    if (problem) problems.push(problem);
  }
  const named = new Set(Object.values(budgets).flatMap(({ loads }) => loads));
  for (const entry of built.laterFrom(shell)) {
    if (!named.has(entry))
      problems.push(
        `${entry} has no budget. Add the page that loads it to console/src/<room>/sizes.json or ${budgetsFile}.`,
      );
  }
  return verdict(problems);
}

async function budgetsOfRooms(root: string): Promise<Budgets['budgets']> {
  const files = (await listFiles(root)).filter((file) => roomBudgets.test(file));
  const parts = await Promise.all(files.map((file) => readJson(root, file) as Promise<Budgets['budgets']>));
  return Object.assign({}, ...parts) as Budgets['budgets'];
}

function judge(page: string, files: readonly LoadedFile[], budget: number): string | undefined {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const over = bytes - budget * 1024;
  if (over <= 0) return undefined;
  const largest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, 5);
  return (
    `${page} loads ${kilobytes(bytes)} of JavaScript in ${files.length} files, ${kilobytes(over)} more than its budget of ` +
    `${budget} KB; the largest are ${largest.map((each) => `${each.file} (${kilobytes(each.bytes)})`).join(', ')}. ` +
    `Load what few need with import(), or raise the budget in its sizes.json and give the reason in the commit.`
  );
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
