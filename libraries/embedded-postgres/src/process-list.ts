import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface RunningProcess {
  pid: number;
  /** Arguments joined by one blank; a PostgreSQL backend shows its title here. */
  command: string;
}

/**
 * All processes with a command line. Zombies have none and count as gone, which matters in a container whose first process does not reap.
 * The command line is used because it is readable for every user; the working directory is not (a root without CAP_SYS_PTRACE cannot see it).
 */
export async function listProcesses(): Promise<RunningProcess[]> {
  if (process.platform !== 'linux') return listByPs(['-axww']);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(getProcess));
  return found.filter((entry) => entry !== undefined);
}

/** One process, or undefined when it is gone or a zombie. */
export async function getProcess(pid: number): Promise<RunningProcess | undefined> {
  if (process.platform !== 'linux') return (await listByPs(['-ww', '-p', String(pid)]))[0];
  try {
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    return command === '' ? undefined : { pid, command };
  } catch {
    return undefined; // it ended in between
  }
}

/** Asks for the processes until there are none or the time is over; resolves to those that are left. */
export async function waitUntilGone(
  list: () => Promise<RunningProcess[]>,
  milliseconds: number,
): Promise<RunningProcess[]> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    const left = await list();
    if (left.length === 0 || performance.now() > deadline) return left;
    await delay(20);
  }
}

/** Sends a signal to a process that may end at this very moment. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // already gone
  }
}

async function listByPs(selection: string[]): Promise<RunningProcess[]> {
  try {
    const { stdout } = await promisify(execFile)('ps', [...selection, '-o', 'pid=,stat=,command='], {
      env: { ...process.env, LC_ALL: 'C' },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.split('\n').flatMap((line) => {
      const [, pid, state, command] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      return pid && command && !state?.startsWith('Z') ? [{ pid: Number(pid), command }] : [];
    });
  } catch {
    return []; // ps exits with 1 when the asked process is gone
  }
}
