// Makes a checkout runnable before `npm start`, `npm test` and the other scripts: dependencies, on demand the built
// console (`--console`), a browser (`--browser`) and servers (`--daemons`) for tests. Plain JavaScript without dependencies, because it runs
// before anything is installed and on whatever Node the machine has (18 or newer).
// It writes only when something has to be done, so that an installed and built checkout works read-only.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './ensure/browser.mjs';
import { ensureConsole } from './ensure/console.mjs';
import { ensureDaemons } from './ensure/daemons.mjs';
import { ensureDependencies } from './ensure/dependencies.mjs';
import { ensureNode } from './ensure/node.mjs';
import { Failure } from './ensure/step.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const flags = process.argv.slice(2);
const known = { '--browser': ensureBrowser, '--daemons': ensureDaemons, '--console': ensureConsole };
const unknown = flags.find((flag) => !Object.hasOwn(known, flag));

try {
  if (unknown) throw new Failure(`The flag ${unknown} is unknown. Known flags are ${Object.keys(known).join(', ')}.`);
  ensureNode(root);
  await ensureDependencies(root);
  for (const [flag, ensure] of Object.entries(known)) if (flags.includes(flag)) await ensure(root);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
