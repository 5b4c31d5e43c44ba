import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The checkout whose tools run; the tree that they look at may be another one (a fixture). */
export const projectRoot = join(import.meta.dirname, '..', '..', '..');

export interface Outcome {
  /** Exit code; null when a signal ended the program. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a JavaScript tool of this project with our own Node.
 * @param script path below node_modules, for example `typescript/bin/tsc`
 * @param cwd the tree to look at
 * @param nodeFlags flags for Node itself
 */
export function runTool(script: string, args: readonly string[], cwd: string, nodeFlags: readonly string[] = []) {
  return runProgram(process.execPath, [...nodeFlags, join(projectRoot, 'node_modules', script), ...args], cwd);
}

/** Runs a program to its end with captured output. Rejects only if it cannot be started. */
export function runProgram(command: string, args: readonly string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (status) => {
      resolve({ status, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}

/** The lines of a program's output that say something, at most `limit` of them. */
export function linesOf(text: string, limit = 200): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const said = lines.filter((line) => line.trim() !== '');
  return said.length > limit ? [...said.slice(0, limit), `… and ${said.length - limit} more lines`] : said;
}
