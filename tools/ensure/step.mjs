import { spawn } from 'node:child_process';
import { lchownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A step that cannot be done; the message says what failed and what to do. */
export class Failure extends Error {}

/**
 * Prints one line for a step and completes it with the time that the step took.
 * @template T
 * @param {string} title what happens, with the usual duration if it is long
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const started = Date.now();
  process.stdout.write(`${title} ... `);
  try {
    const result = await work();
    process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
}

/**
 * Runs a program and keeps its output for the case of failure.
 * The child shares our process group, so Ctrl+C in a terminal reaches it too.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, onStart?: (pid: number) => void }} options
 * @returns {Promise<{ ok: boolean, ending: string, output: string }>} `ending` is for people: "exit code 1"
 */
export function runProgram(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    if (child.pid !== undefined) options.onStart?.(child.pid);
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward).on('SIGHUP', forward);
    const finish = (ok, ending) => {
      process.off('SIGINT', forward).off('SIGTERM', forward).off('SIGHUP', forward);
      resolve({ ok, ending, output: Buffer.concat(chunks).toString('utf8').trimEnd() });
    };
    child.on('error', (error) => finish(false, error.message));
    child.on('close', (code, signal) => finish(code === 0, signal ? `signal ${signal}` : `exit code ${code}`));
  });
}

/**
 * Gives what root has written to the owner of the checkout; otherwise that person could never update it.
 * Does nothing for an ordinary user or where root owns the checkout.
 * @param {string} root
 * @param {string} path file or folder
 */
export function handOver(root, path) {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(root);
  if (uid === 0) return;
  const visit = (entry, isFolder) => {
    try {
      lchownSync(entry, uid, gid);
      if (!isFolder) return;
      for (const child of readdirSync(entry, { withFileTypes: true }))
        visit(join(entry, child.name), child.isDirectory());
    } catch (error) {
      // Another process may tidy its own files in the cache meanwhile.
      if (error.code !== 'ENOENT') throw error;
    }
  };
  visit(path, statSync(path).isDirectory());
}
