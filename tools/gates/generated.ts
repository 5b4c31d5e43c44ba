import { verdict } from './support/gate.ts';
import { linesOf, runProgram } from './support/program.ts';

export const name = 'generated';

/** Generated files are committed; regenerating them must change nothing. */
export async function run(root: string) {
  const { status, stdout, stderr } = await runProgram(process.execPath, ['tools/generate.ts', '--check'], root);
  if (status === 0) return verdict([]);
  return verdict([
    ...linesOf(stdout + stderr),
    'Generated files are out of date. Run "npm run generate" and commit the result.',
  ]);
}
