import { readdirSync, readFileSync } from 'node:fs';

/** Unit of the times in `/proc/<pid>/stat` on every Linux of today. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** Seconds of CPU of the process itself. */
  readonly own: number;
  /** Seconds of those children that ended and were waited for, and of theirs. */
  readonly reaped: number;
}

function readTimes(pid: number): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold spaces and brackets itself.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
      (place) => fields[place] ?? 0,
    );
    return {
      pid,
      parent,
      own: (user + system) / TICKS_PER_SECOND,
      reaped: (childUser + childSystem) / TICKS_PER_SECOND,
    };
  } catch {
    // It ended since it was listed.
    return undefined;
  }
}

/** The process and everything that it started, as far as it lives. */
function processTree(root: number): number[] {
  return treeTimes(root).map(({ pid }) => pid);
}

function treeTimes(root: number): ProcessTimes[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readTimes(Number(name)) ?? []);
  const children = Map.groupBy(all, ({ parent }) => parent);
  const found = all.filter(({ pid }) => pid === root);
  for (const member of found) found.push(...(children.get(member.pid) ?? []));
  return found;
}

/** Seconds of CPU that one process took by itself so far. */
export function cpuOfProcess(pid: number): number {
  return readTimes(pid)?.own ?? 0;
}

/** Seconds of CPU of a process with all that it started, also what has ended since. */
export function cpuOfTree(root: number): number {
  return treeTimes(root).reduce((sum, { own, reaped }) => sum + own + reaped, 0);
}

/** Bytes of resident memory of one process. */
export function residentMemory(pid: number): number {
  return kilobytesIn(`/proc/${pid}/status`, 'VmRSS') * 1024;
}

/** Bytes of a tree in which a page that several processes share counts once. */
export function proportionalMemory(root: number): number {
  return processTree(root).reduce((sum, pid) => sum + kilobytesIn(`/proc/${pid}/smaps_rollup`, 'Pss') * 1024, 0);
}

function kilobytesIn(path: string, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(path, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
