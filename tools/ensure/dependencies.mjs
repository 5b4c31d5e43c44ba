import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withLock } from './lock.mjs';
import { nodeOf } from './node.mjs';
import { Failure, handOver, runProgram, step } from './step.mjs';

/**
 * Installs what the lock file says unless node_modules holds it already.
 * @param {string} root
 */
export async function ensureDependencies(root) {
  const lockFile = join(root, 'package-lock.json');
  if (!existsSync(lockFile))
    throw new Failure('package-lock.json is missing. Get it back with "git checkout package-lock.json".');
  // The platform belongs to the stamp because a folder may be shared with a container of another kind.
  const lockText = readFileSync(lockFile, 'utf8');
  const wanted = createHash('sha256').update(lockText).update(`${process.platform} ${process.arch}`).digest('hex');
  const stampFile = join(root, 'node_modules', '.watchroom-stamp');
  const isDone = () => readIfThere(stampFile) === wanted;
  if (isDone()) return;
  if (isInstalled(root, lockText)) return writeStamp(root, stampFile, wanted);
  await withLock(root, async (noteChild) => {
    if (isDone()) return;
    await step('Installing dependencies (usually about a minute)', () => install(root, noteChild));
    writeStamp(root, stampFile, wanted);
    handOver(root, join(root, 'node_modules'));
  });
}

async function install(root, noteChild) {
  // Without --include=dev, NODE_ENV=production would leave out the tools that build the console.
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  // The npm that started us, else the one on the PATH (pnpm and yarn name themselves in the same variable).
  const cli = process.env.npm_execpath;
  const isNpm = cli !== undefined && basename(cli) === 'npm-cli.js';
  const result = await runProgram(isNpm ? process.execPath : 'npm', isNpm ? [cli, ...args] : args, {
    cwd: root,
    onStart: noteChild,
  });
  if (!result.ok) {
    throw new Failure(
      `${result.output}\n\nThe dependencies could not be installed (npm ci ended with ${result.ending}). ` +
        'Mend what npm names above and run "npm ci", then the same command again.',
    );
  }
  const probe = await runProgram(nodeOf(root), ['--version'], { cwd: root });
  if (probe.ok) return;
  throw new Failure(
    `The bundled Node does not run on this system (${probe.ending}). It needs Linux with glibc 2.28 or newer; ` +
      'on other systems use the container image.',
  );
}

/**
 * True if npm itself has already installed exactly this lock file, for example by "npm ci" or "npm install" by hand.
 * npm writes node_modules/.package-lock.json as its last act.
 */
function isInstalled(root, lockText) {
  const text = readIfThere(join(root, 'node_modules', '.package-lock.json'));
  if (text === undefined) return false;
  const wanted = JSON.parse(lockText).packages;
  const there = JSON.parse(text).packages;
  const isModule = (path) => path.includes('node_modules/');
  const matches = ([path, entry]) => {
    const found = there[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    return Boolean(entry.optional && !isMadeForHere(entry));
  };
  return (
    Object.entries(wanted)
      .filter(([path]) => isModule(path))
      .every(matches) &&
    Object.keys(there)
      .filter(isModule)
      .every((path) => path in wanted)
  );
}

/**
 * Whether an optional package is one for this very platform, which npm would not have left out. One that names no platform
 * may be needed only by another one that was left out; one for a C library is left to npm.
 */
function isMadeForHere({ os, cpu, libc }) {
  if (libc || (!os && !cpu)) return false;
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
}

/** The stamp only saves time, so a checkout that cannot be written goes without. */
function writeStamp(root, file, text) {
  try {
    writeFileSync(file, text);
    handOver(root, file);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}
