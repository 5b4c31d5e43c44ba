import { accessSync, constants, existsSync } from 'node:fs';
import { withLock } from './lock.mjs';
import { Failure, runProgram, step } from './step.mjs';

/** Debian's, the lightest first: it has the same engine, and neither windows nor an address bar to draw. */
const systemBrowsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const wantedPackage = 'chromium-headless-shell';
const aptGet = '/usr/bin/apt-get';

/**
 * The browser that tests drive: the one that CHROMIUM_PATH names, else one of Debian's.
 * @returns {string | undefined} path of the program; undefined when none is installed
 */
export function findBrowser() {
  return process.env.CHROMIUM_PATH || systemBrowsers.find(isProgram);
}

/**
 * Makes sure that a browser for tests is there.
 * @param {string} root
 */
export async function ensureBrowser(root) {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isProgram(named)) return;
    throw new Failure(`CHROMIUM_PATH names ${named}, which is no program. Correct or unset it.`);
  }
  if (findBrowser()) return;
  if (!existsSync(aptGet)) {
    throw new Failure(
      'The tests need Chromium or Chrome. Install one and name its program, for example ' +
        '"CHROMIUM_PATH=/opt/google/chrome/chrome npm test".',
    );
  }
  if (process.getuid?.() !== 0) {
    throw new Failure(
      `The tests need a browser. Install it with "sudo apt-get update && sudo apt-get install -y ${wantedPackage}", ` +
        'or name one that you have in CHROMIUM_PATH.',
    );
  }
  await withLock(root, async (noteChild) => {
    if (findBrowser()) return;
    await step('Installing Chromium for the tests (usually about a minute)', () => install(root, noteChild));
  });
}

async function install(root, noteChild) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', wantedPackage]]) {
    const result = await runProgram(aptGet, args, { cwd: root, env, onStart: noteChild });
    if (result.ok) continue;
    throw new Failure(
      `${result.output}\n\nChromium could not be installed (apt-get ${args[0]} ended with ${result.ending}). ` +
        `Run "apt-get update && apt-get install -y ${wantedPackage}", or name a browser in CHROMIUM_PATH.`,
    );
  }
  if (findBrowser()) return;
  throw new Failure(
    `apt-get has installed ${wantedPackage}, but ${systemBrowsers[0]} is not there. Name the browser in CHROMIUM_PATH.`,
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
