import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { runProgram, step } from './step.mjs';

/** Debian's packages of the servers that tests of connections speak to. Nothing is installed: they are unpacked into `.cache/daemons`. */
const packages = ['mariadb-server-core', 'openssh-server', 'redis-server', 'slapd'];
/** A machine without a network must not wait for minutes. */
const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::https::Timeout=15'];

/**
 * Unpacks the servers for tests, with the libraries that this machine lacks. Where that cannot be done the tests of these
 * servers are left out, and a line says so.
 * @param {string} root
 */
export async function ensureDaemons(root) {
  const folder = daemonsFolder(root);
  if (isComplete(folder)) return;
  await withLock(root, async (noteChild) => {
    if (isComplete(folder)) return;
    const problem = await step('Fetching servers for the tests (usually some seconds)', () =>
      fetchAll(root, folder, noteChild),
    );
    if (problem) console.warn(`Tests that need ${packages.join(', ')} are left out. ${problem}`);
  });
}

/**
 * Where the packages are unpacked, as below the root of a file system.
 * @param {string} root
 */
export function daemonsFolder(root) {
  return join(root, '.cache', 'daemons');
}

function isComplete(folder) {
  const stamp = join(folder, '.stamp');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === packages.join();
}

/** @returns {Promise<string | undefined>} what went wrong */
async function fetchAll(root, folder, noteChild) {
  const run = async (command, args, cwd) => {
    const result = await runProgram(command, args, { cwd, onStart: noteChild });
    return { ...result, problem: result.ok ? undefined : `${command} ${args[0]}: ${lastLine(result)}` };
  };
  const draft = mkdtempSync(join(root, '.cache', 'daemons-'));
  try {
    const archives = join(draft, '.archives');
    mkdirSync(archives);
    let problem = await download(run, archives);
    if (problem && process.getuid?.() === 0) {
      await run('apt-get', ['update', ...patience], root);
      problem = await download(run, archives);
    }
    if (problem) return problem;
    for (const archive of readdirSync(archives)) {
      const unpacked = await run('dpkg', ['-x', join(archives, archive), draft], root);
      if (unpacked.problem) return unpacked.problem;
    }
    rmSync(archives, { recursive: true });
    writeFileSync(join(draft, '.stamp'), packages.join());
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return undefined;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function download(run, archives) {
  const planned = await run('apt-get', ['install', '-s', '--no-install-recommends', ...packages], archives);
  if (planned.problem) return planned.problem;
  const names = [...planned.output.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
  if (names.length === 0) return undefined;
  return (await run('apt-get', ['download', ...patience, ...names], archives)).problem;
}

function lastLine({ output, ending }) {
  return output.split('\n').findLast((line) => line.startsWith('E:')) ?? ending;
}
