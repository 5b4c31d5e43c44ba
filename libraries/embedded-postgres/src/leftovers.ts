import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './failure.ts';
import { getProcess, listProcesses, signalProcess, waitUntilGone } from './process-list.ts';
import type { RunningProcess } from './process-list.ts';

/**
 * The server's `cluster_name`: it stands in the command line of the postmaster and in the title of each backend, so all processes of one cluster
 * can be told from those of any other. The inode keeps two containers apart that use the same path and see each other's processes.
 */
export async function clusterName(dataFolder: string): Promise<string> {
  const { dev, ino } = await stat(dataFolder);
  return `embedded-${createHash('sha256').update(`${dev}:${ino}:${dataFolder}`).digest('hex').slice(0, 12)}`;
}

/**
 * Makes way for a new server after a kill: ends the server of a killed parent (its watcher has begun that already), ends backends whose
 * postmaster was killed (PostgreSQL refuses to start while they hold the shared memory, and a busy one may go on for hours), and deletes a lock file
 * whose process number now belongs to a stranger. Needs the folder's lock, so whatever runs is nobody's. Throws `in_use` after `milliseconds`.
 */
export async function clearLeftovers(dataFolder: string, name: string, milliseconds: number): Promise<void> {
  await clearPidFile(dataFolder, name);
  const signalled = new Set<number>();
  const began = performance.now();
  const left = await waitUntilGone(async () => {
    const running = (await listProcesses()).filter((entry) => isServerProcess(entry) && entry.command.includes(name));
    const postmasters = running.filter((entry) => !isBackend(entry));
    for (const entry of postmasters.length > 0 ? postmasters : running) {
      // SIGKILL reaches a backend that is stopped or stuck; without its postmaster the next start recovers from the log anyway.
      const late = postmasters.length === 0 && performance.now() - began > 1000;
      if (signalled.has(entry.pid) && !late) continue;
      signalled.add(entry.pid);
      signalProcess(entry.pid, late ? 'SIGKILL' : postmasters.length > 0 ? 'SIGINT' : 'SIGQUIT');
    }
    return running;
  }, milliseconds);
  if (left[0]) {
    throw new EmbeddedPostgresError(
      'in_use',
      `The PostgreSQL of an earlier run (process ${left[0].pid}) is still shutting down in ${dataFolder}. Start again when it has ended.`,
    );
  }
}

async function clearPidFile(dataFolder: string, name: string): Promise<void> {
  const path = join(dataFolder, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
  // 0 and negative numbers would mean whole process groups.
  const holder = pid > 0 ? await getProcess(pid) : undefined;
  if (!holder || (isServerProcess(holder) && holder.command.includes(name))) return;
  if (isServerProcess(holder) && !isBackend(holder) && mayServe(holder, dataFolder)) {
    throw new EmbeddedPostgresError(
      'in_use',
      `The cluster ${dataFolder} is in use by a PostgreSQL started by other means (process ${pid}). Stop it first, for example with: kill -INT ${pid}`,
    );
  }
  // The number was given to a stranger after a crash, as is usual in containers; PostgreSQL would refuse to start.
  await rm(path, { force: true });
}

/** A server without -D takes its folder from the environment, which cannot be seen: rather refuse than start a second one. */
function mayServe({ command }: RunningProcess, dataFolder: string): boolean {
  return command.includes(dataFolder) || !/ (-D|--data-directory)/.test(command);
}

/** The watcher shell has the server's command among its arguments, and outlives the server until the server's parent has reaped it. */
function isServerProcess(entry: RunningProcess): boolean {
  if (entry.command.startsWith('/bin/sh ')) return false;
  return isBackend(entry) || /^(.*\/)?postgres( |$)/.test(entry.command);
}

function isBackend({ command }: RunningProcess): boolean {
  return command.startsWith('postgres: ');
}
