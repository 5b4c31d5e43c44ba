import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readFile, watch, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Fixture, plant } from '../../gates/tests/fixture.ts';
import { projectRoot } from '../../gates/support/program.ts';

/** Stands for npm: notes each call, then makes the file `npm-runs`, waits while the file `hold` exists, fails while the file `break` exists. */
const npm = `
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
writeFileSync('npm-runs', '');
rmSync('node_modules', { recursive: true, force: true });
while (existsSync('hold')) await new Promise((resolve) => setTimeout(resolve, 10));
if (existsSync('break')) {
  console.error('npm error the registry is away');
  process.exit(7);
}
mkdirSync('node_modules/vite/bin', { recursive: true });
writeFileSync('node_modules/vite/bin/vite.js', \`
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
appendFileSync('vite-calls', process.argv.slice(2).join(' ') + ' ' + process.env.NODE_ENV + '\\\\n');
const out = process.argv[process.argv.indexOf('--outDir') + 1];
writeFileSync(out + '/index.html', 'built from ' + require('node:fs').readFileSync('console/src/main.tsx', 'utf8'));
if (existsSync('break')) { console.error('vite error in main.tsx'); process.exit(3); }
\`);
`;

const files = {
  'package.json': JSON.stringify({
    engines: { node: '>=24.7' },
    optionalDependencies: { [`node-${process.platform}-${process.arch}`]: '24.21.0' },
  }),
  'package-lock.json': JSON.stringify({ packages: {} }),
  'tsconfig.base.json': '{}',
  'fake/npm-cli.js': npm,
  'fake/package.json': '{ "type": "module" }',
  'console/src/main.tsx': 'one',
  'libraries/ui/src/index.ts': '',
  'contract/src/operation.ts': '',
};

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once the output contains the text; rejects if the process ends without it. */
  says(text: string): Promise<void>;
}

/** A checkout with the real tools/ensure.mjs and a pretended npm and Vite. */
export async function plantCheckout(changed: Readonly<Record<string, string>> = {}): Promise<Fixture> {
  const tree = await plant({ ...files, ...changed });
  await cp(join(projectRoot, 'tools/ensure.mjs'), join(tree.root, 'tools/ensure.mjs'));
  for (const part of ['browser', 'console', 'daemons', 'dependencies', 'lock', 'node', 'step']) {
    await cp(join(projectRoot, `tools/ensure/${part}.mjs`), join(tree.root, `tools/ensure/${part}.mjs`));
  }
  return tree;
}

function endGroup(group: number): void {
  if (group === 0) return;
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export function start(root: string, flags: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(process.execPath, ['tools/ensure.mjs', ...flags], {
    cwd: root,
    env: { ...process.env, npm_execpath: join(root, 'fake/npm-cli.js'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // Also after a timeout, which leaves the test function hanging: a test that fails half-way leaves nothing running.
  onTestFinished(() => endGroup(child.pid ?? 0));
  let output = '';
  const gather = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', gather);
  child.stderr.on('data', gather);
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code: code ?? null, output }));
  const says = async (text: string) => {
    while (!output.includes(text)) {
      const more = await Promise.race([once(child.stdout, 'data').then(() => true), ended.then(() => false)]);
      if (!more && !output.includes(text)) throw new Error(`ended without "${text}": ${output}`);
    }
  };
  return { child, ended, says };
}

export async function ensure(root: string, flags: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return await start(root, flags, env).ended;
}

export async function callsOf(root: string, program: 'npm' | 'vite'): Promise<string[]> {
  const file = join(root, `${program}-calls`);
  return existsSync(file) ? (await readFile(file, 'utf8')).trim().split('\n') : [];
}

/** Waits for a file to appear. */
export async function appears(file: string): Promise<void> {
  const watcher = new AbortController();
  // Opened before the look, so that the file cannot slip in between.
  const changes = watch(dirname(file), { signal: watcher.signal });
  try {
    if (existsSync(file)) return;
    for await (const _ of changes) if (existsSync(file)) return;
  } finally {
    watcher.abort();
  }
}

export async function put(root: string, file: string, text = ''): Promise<void> {
  await writeFile(join(root, file), text);
}
