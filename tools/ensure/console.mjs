import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { withLock } from './lock.mjs';
import { nodeOf } from './node.mjs';
import { Failure, handOver, runProgram, step } from './step.mjs';

const sources = ['console', 'libraries/ui', 'contract', 'package-lock.json', 'tsconfig.base.json'];
const ignored = /^(?:dist|node_modules|tests|README\.md)$|\.test\.tsx?$/;
const draftPrefix = 'console-build-';

/**
 * Builds the console into console/dist unless what is there was built from these very sources.
 * @param {string} root
 */
export async function ensureConsole(root) {
  const dist = join(root, 'console', 'dist');
  const isBuilt = () => {
    const stamp = join(dist, '.stamp');
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources(root);
  };
  if (isBuilt()) return;
  await withLock(root, async (noteChild) => {
    if (isBuilt()) return;
    await step('Building the console (usually some seconds)', () => build(root, dist, noteChild));
  });
}

async function build(root, dist, noteChild) {
  const cache = join(root, '.cache');
  for (const name of readdirSync(cache)) {
    if (name.startsWith(draftPrefix)) rmSync(join(cache, name), { recursive: true, force: true });
  }
  // Taken before the build: a file saved while it runs makes the result stale, not wrongly fresh.
  const stamp = hashOfSources(root);
  const draft = mkdtempSync(join(cache, draftPrefix));
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  // The native config loader writes nothing into node_modules, which may belong to somebody else.
  const args = [
    vite,
    'build',
    'console',
    '--configLoader',
    'native',
    '--outDir',
    draft,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ];
  const result = await runProgram(nodeOf(root), args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    onStart: noteChild,
  });
  if (!result.ok) {
    rmSync(draft, { recursive: true, force: true });
    throw new Failure(
      `${result.output}\n\nThe console could not be built (vite ended with ${result.ending}). ` +
        'Mend what it names above and run the same command again.',
    );
  }
  compress(join(draft, 'assets'));
  writeFileSync(join(draft, '.stamp'), stamp);
  chmodSync(draft, 0o755);
  handOver(root, draft);
  swapIn(draft, dist, join(cache, `${draftPrefix}old`));
}

/** Compressed once, at the highest quality, instead of at every request: a tenth less travels, and serving costs nothing. */
function compress(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!/\.(?:js|css|svg)$/.test(name)) continue;
    const content = readFileSync(join(folder, name));
    const packed = { br: brotliCompressSync(content), gz: gzipSync(content, { level: 9 }) };
    for (const [ending, bytes] of Object.entries(packed))
      if (bytes.length < content.length) writeFileSync(join(folder, `${name}.${ending}`), bytes);
  }
}

/** A server that serves the old build meets a missing file for the time of two renames at most. */
function swapIn(draft, dist, old) {
  mkdirSync(join(dist, '..'), { recursive: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(draft, dist);
  rmSync(old, { recursive: true, force: true });
}

function hashOfSources(root) {
  const hash = createHash('sha256');
  const visit = (path, isFolder) => {
    if (!isFolder)
      return hash
        .update(path)
        .update('\0')
        .update(readFileSync(join(root, path)));
    const entries = readdirSync(join(root, path), { withFileTypes: true }).filter(({ name }) => !ignored.test(name));
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) visit(`${path}/${entry.name}`, entry.isDirectory());
  };
  for (const source of sources) visit(source, !source.endsWith('.json'));
  return hash.digest('hex');
}
