import { accessSync, constants, existsSync } from 'node:fs';
import { withLock } from './lock.mjs';
import { Failure, runProgram, step } from './step.mjs';

const systemBrowser = '/usr/bin/chromium';
const aptGet = '/usr/bin/apt-get';

/**
 * Makes sure that the browser which tests drive is there: the one that CHROMIUM_PATH names, else Debian's chromium.
 * @param {string} root
 */
export async function ensureBrowser(root) {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isProgram(named)) return;
    throw new Failure(`CHROMIUM_PATH names ${named}, which is no program. Correct or unset it.`);
  }
  if (isProgram(systemBrowser)) return;
  if (!existsSync(aptGet)) {
    throw new Failure(
      'The tests need Chromium or Chrome. Install one and name its program, for example ' +
        '"CHROMIUM_PATH=/opt/google/chrome/chrome npm test".',
    );
  }
  if (process.getuid?.() !== 0) {
    throw new Failure(
      'The tests need a browser. Install it with "sudo apt-get update && sudo apt-get install -y chromium", ' +
        'or name one that you have in CHROMIUM_PATH.',
    );
  }
  await withLock(root, async (noteChild) => {
    if (isProgram(systemBrowser)) return;
    await step('Installing Chromium for the tests (usually about a minute)', () => install(root, noteChild));
  });
}

async function install(root, noteChild) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', 'chromium']]) {
    const result = await runProgram(aptGet, args, { cwd: root, env, onStart: noteChild });
    if (result.ok) continue;
    throw new Failure(
      `${result.output}\n\nChromium could not be installed (apt-get ${args[0]} ended with ${result.ending}). ` +
        'Run "apt-get update && apt-get install -y chromium", or name a browser in CHROMIUM_PATH.',
    );
  }
  if (isProgram(systemBrowser)) return;
  throw new Failure(
    `apt-get has installed chromium, but ${systemBrowser} is not there. Name the browser in CHROMIUM_PATH.`,
  );
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
