import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './step.mjs';

const pinned = `node-${process.platform}-${process.arch}`;

/**
 * Where no Node is pinned for this platform, the one on the PATH has to be new enough.
 * @param {string} root
 */
export function ensureNode(root) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (manifest.optionalDependencies?.[pinned]) return;
  const wanted = manifest.engines.node.replace('>=', '');
  if (isAtLeast(process.versions.node, wanted)) return;
  throw new Failure(
    `Watchroom needs Node ${wanted} or newer; ${process.execPath} is ${process.versions.node}, and no Node is bundled for ` +
      `${process.platform} on ${process.arch}. Install one from https://nodejs.org/, with "brew install node@24" or ` +
      'with "nvm install 24", and run the same command again.',
  );
}

/**
 * The Node that runs everything after the installation: the pinned one, else the one that runs now.
 * @param {string} root
 * @returns {string} path of the program
 */
export function nodeOf(root) {
  const path = join(root, 'node_modules', pinned, 'bin', 'node');
  return existsSync(path) ? path : process.execPath;
}

/**
 * @param {string} version for example `24.21.0`
 * @param {string} wanted for example `24.7`
 */
function isAtLeast(version, wanted) {
  const have = version.split('.').map(Number);
  for (const [index, part] of wanted.split('.').map(Number).entries()) {
    if (have[index] !== part) return have[index] > part;
  }
  return true;
}
