import { verdict } from './support/gate.ts';
import { linesOf, runTool } from './support/program.ts';

export const name = 'types';

/** Compiles both programs, the one for Node and the one for the browser, without writing anything. */
export async function run(root: string) {
  const problems: string[] = [];
  for (const config of ['tsconfig.json', 'console/tsconfig.json']) {
    const { status, stdout, stderr } = await runTool('typescript/bin/tsc', ['-p', config, '--pretty', 'false'], root);
    if (status !== 0) problems.push(...linesOf(stdout + stderr));
  }
  return verdict(problems);
}
