import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, lchown, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../src/index.ts';
import type { EmbeddedPostgresOptions } from '../src/index.ts';
import { getProcess, signalProcess } from '../src/process-list.ts';

export const isRoot = process.getuid?.() === 0;
/** An ordinary user to run as: `nobody` when the tests run as root, else the user of the tests. */
export const ordinaryUser = isRoot ? { uid: 65534, gid: 65534 } : {};

/** A folder that is deleted after the test. In memory where possible: initdb takes half the time there. */
export async function temporaryFolder(owner: { uid?: number; gid?: number } = {}): Promise<string> {
  const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = await realpath(await mkdtemp(join(base, 'embedded-test-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  if (owner.uid !== undefined && owner.gid !== undefined) await lchown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o755);
  return folder;
}

/** Asks until the answer is neither undefined nor false; errors count as "not yet". */
export async function eventually<T>(ask: () => Promise<T | undefined | false>, milliseconds = 10_000): Promise<T> {
  const deadline = performance.now() + milliseconds;
  let last: unknown;
  while (performance.now() < deadline) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      last = error;
    }
    await delay(20);
  }
  throw new Error(`nothing within ${milliseconds} ms`, { cause: last });
}

/** Starts what must be refused, and returns the refusal. */
export async function startFailure(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgresError> {
  const outcome = await startEmbeddedPostgres(options).catch((error: unknown) => error);
  if (outcome instanceof EmbeddedPostgresError) return outcome;
  throw new Error('the start was not refused', { cause: outcome });
}

/** Reads JSON that the tests or the library have written themselves. */
export function parse<T>(text: string): T {
  const value: unknown = JSON.parse(text);
  return value as T;
}

export const isGone = async (pid: number) => (await getProcess(pid)) === undefined;

/** What `host-process.ts` reports, one JSON object per line. */
export interface Report {
  started?: { pid: number; socketDirectory: string; connection: pg.ClientConfig };
  failed?: { code: string; message: string };
  queried?: Record<string, unknown>[];
}

export interface Host {
  pid: number;
  next: () => Promise<Report>;
  exited: Promise<unknown>;
  process: ChildProcess;
}

/** Starts a Node process that starts the server of the folder; it is killed after the test. */
export function startHost(folder: string, owner: { uid?: number; gid?: number } = {}, before: string[] = []): Host {
  const command = [...before, process.execPath, fileURLToPath(new URL('host-process.ts', import.meta.url)), folder];
  const child = spawn(command[0] ?? '', command.slice(1), {
    ...owner,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = once(child, 'exit');
  let server: number | undefined;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    const ended = async () => server === undefined || (await isGone(server));
    // Killed outright, the server would leave shared memory behind.
    await eventually(ended, 5000).catch(() => server && signalProcess(server, 'SIGKILL'));
  });
  return {
    pid: child.pid ?? 0,
    exited,
    process: child,
    next: async () => {
      const line = await lines.next();
      if (line.done) throw new Error('the host process ended without a report');
      const report = parse<Report>(line.value);
      server = report.started?.pid;
      return report;
    },
  };
}

/** Starts a host process and waits until its server is ready. */
export async function startedHost(folder: string, owner: { uid?: number; gid?: number } = {}, before: string[] = []) {
  const host = startHost(folder, owner, before);
  const report = await host.next();
  if (!report.started) throw new Error(`not started: ${report.failed?.message}`);
  return { ...host, server: report.started };
}
