// The whole gate behind `npm test`: every gate of tools/gates, then every test; a table and the totals at the end.
//   node tools/verify.ts --only types,lint   these gates only
//   node tools/verify.ts --gates             no tests
//   node tools/verify.ts --tests             no gates
//   node tools/verify.ts --changed           gates, and the tests that the change since main may affect
//   node tools/verify.ts --changed --since HEAD~3
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from './gates/support/program.ts';
import { loadGates, runGates } from './verify/gates.ts';
import { changedTests } from './verify/changed.ts';
import { runTests } from './verify/tests.ts';
import { describeGates, rowOf, summary } from './verify/report.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    gates: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'main' },
  },
});

const known = await loadGates(join(projectRoot, 'tools', 'gates'));
const only = flags.only?.split(',').map((name) => name.trim());
const strangers = only?.filter((name) => !known.some((gate) => gate.name === name)) ?? [];
if (strangers.length > 0) {
  console.error(
    `No gate is called ${strangers.join(', ')}. The gates are ${known.map((gate) => gate.name).join(', ')}.`,
  );
  process.exit(2);
}
const gates = known.filter((gate) => only?.includes(gate.name) ?? true);
const started = performance.now();
const gateRuns =
  flags.tests && !flags.gates && !only ? [] : await runGates(gates, projectRoot, (run) => console.log(rowOf(run)));
if (gateRuns.length > 0) console.log(describeGates(gateRuns));

const isWithTests = flags.tests || !(flags.gates || only);
const files = flags.changed && isWithTests ? await changedTests(projectRoot, flags.since) : undefined;
if (files?.length === 0) console.log('The change affects no test.');
const testRun = isWithTests && files?.length !== 0 ? await runTests(projectRoot, files) : undefined;
const totals = {
  passed: gateRuns.filter((run) => run.ok).length + (testRun?.passed ?? 0),
  failed: gateRuns.filter((run) => !run.ok).length + (testRun?.failed ?? 0),
};
console.log(summary(gateRuns, testRun, (performance.now() - started) / 1000));

const cache = join(projectRoot, '.cache');
await mkdir(cache, { recursive: true });
const draft = join(cache, `verify.${process.pid}.json`);
await writeFile(draft, `${JSON.stringify(totals)}\n`);
await rename(draft, join(cache, 'verify.json'));
process.exitCode = totals.failed > 0 ? 1 : 0;
