import { parseArgs } from 'node:util';
import { benchChecks, SUMMARY as CHECKS } from './checks/index.ts';
import { benchConsole, SUMMARY as CONSOLE } from './console/index.ts';
import { benchDataApi, SUMMARY as DATA_API } from './data-api/index.ts';
import { smoke } from './smoke.ts';
import { benchExpressions, SUMMARY as EXPRESSIONS } from './expressions/index.ts';

const BENCHES = {
  checks: { summary: CHECKS, run: benchChecks },
  console: { summary: CONSOLE, run: benchConsole },
  'data-api': { summary: DATA_API, run: benchDataApi },
  expressions: { summary: EXPRESSIONS, run: benchExpressions },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, smoke: { type: 'boolean', default: false } },
});
const [name, ...parts] = positionals;
const bench = Object.entries(BENCHES).find(([known]) => known === name)?.[1];

if (values.smoke && (bench || name === undefined)) {
  process.exitCode = (await smoke(name === undefined ? Object.keys(BENCHES) : [name])) ? 0 : 1;
} else if (bench) {
  await bench.run({ isQuick: values.quick, parts });
} else {
  const list = Object.entries(BENCHES).map(
    ([known, { summary }]) => `  npm run bench -- ${known} [part …] [--quick]   ${summary}`,
  );
  list.push('  npm run bench -- --smoke   each bench at small scale, to see that it works');
  console.log(
    [name === undefined ? 'Choose what to measure:' : `There is no bench "${name}". Choose of these:`, ...list].join(
      '\n',
    ),
  );
  if (name !== undefined) process.exitCode = 1;
}
