// Makes a checkout runnable before `npm start`, `npm test` and the other scripts: dependencies, on demand the built
// console (`--console`) and a browser for tests (`--browser`). Plain JavaScript without dependencies, because it runs
// before anything is installed and on whatever Node the machine has (18 or newer).
// It writes only when something has to be done, so that an installed and built checkout works read-only.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './ensure/browser.mjs';
import { ensureConsole } from './ensure/console.mjs';
import { ensureDependencies } from './ensure/dependencies.mjs';
import { ensureNode } from './ensure/node.mjs';
import { Failure } from './ensure/step.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const flags = process.argv.slice(2);
const unknown = flags.find((flag) => flag !== '--console' && flag !== '--browser');

try {
  if (unknown) throw new Failure(`The flag ${unknown} is unknown. Known flags are --console and --browser.`);
  ensureNode(root);
  await ensureDependencies(root);
  if (flags.includes('--browser')) await ensureBrowser(root);
  if (flags.includes('--console')) await ensureConsole(root);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
