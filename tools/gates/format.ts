import { relative } from 'node:path';
import { verdict } from './support/gate.ts';
import { linesOf, runTool } from './support/program.ts';

export const name = 'format';

/** Compares every file with what the formatter would write. */
export async function run(root: string) {
  const args = ['format', '--reporter=github', '--max-diagnostics=none', '.'];
  const { status, stdout, stderr } = await runTool('@biomejs/biome/bin/biome', args, root);
  if (status === 0) return verdict([]);
  const files = [...stdout.matchAll(/file=([^,\n]+)/g)].flatMap(([, file]) => (file ? [relative(root, file)] : []));
  if (files.length === 0) return verdict(linesOf(stdout + stderr));
  return verdict([...new Set(files)].map((file) => `${file}: not formatted. Run "npm run format".`));
}
