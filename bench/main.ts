import { parseArgs } from 'node:util';
import { benchChecks, SUMMARY as CHECKS } from './checks/index.ts';
import { benchConsole, SUMMARY as CONSOLE } from './console/index.ts';
import { benchDataApi, SUMMARY as DATA_API } from './data-api/index.ts';

const BENCHES = {
  checks: { summary: CHECKS, run: benchChecks },
  console: { summary: CONSOLE, run: benchConsole },
  'data-api': { summary: DATA_API, run: benchDataApi },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const [name, ...parts] = positionals;
const bench = Object.entries(BENCHES).find(([known]) => known === name)?.[1];

if (bench) {
  await bench.run({ isQuick: values.quick, parts });
} else {
  const list = Object.entries(BENCHES).map(
    ([known, { summary }]) => `  npm run bench -- ${known} [part …] [--quick]   ${summary}`,
  );
  console.log(
    [name === undefined ? 'Choose what to measure:' : `There is no bench "${name}". Choose of these:`, ...list].join(
      '\n',
    ),
  );
  if (name !== undefined) process.exitCode = 1;
}
