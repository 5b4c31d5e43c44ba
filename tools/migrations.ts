import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renumber } from './migrations/renumber.ts';

const USAGE = 'Usage: npm run migrations -- renumber [--base BRANCH]';

/** `renumber` gives the migrations that are not on the base branch the next free numbers after those that are. */
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { base: { type: 'string' } } });
  if (positionals.length !== 1 || positionals[0] !== 'renumber') throw new Error(USAGE);
  const moves = await renumber(join(import.meta.dirname, '..'), values.base);
  for (const { from, to } of moves) console.log(`${from} → ${to}`);
  console.log(
    moves.length === 0
      ? 'Every migration has its number.'
      : 'Run: npm run generate. A database that has already run one of them under its old number does not start any more; make it anew.',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
