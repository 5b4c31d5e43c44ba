import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Failure, handOver } from './step.mjs';

const pollMs = 200;
const heartbeatMs = 2_000;
/** A holder on another machine (a shared folder, a container) is judged by its heartbeat alone. */
const silentMs = 60_000;

/**
 * Runs `work` while no other process of any user installs or builds in this checkout.
 * The lock is a folder that holds one file, named at random, which tells of the holder. It is taken by renaming a folder
 * that is already complete onto its place: that succeeds only if nothing or an empty folder is there. A dead holder's lock
 * is broken by deleting that one file by name, so that two breakers can never break the lock of the one that was quicker.
 * @template T
 * @param {string} root
 * @param {(noteChild: (pid: number) => void) => Promise<T>} work a child that is noted keeps the lock alive when we are killed
 * @returns {Promise<T>}
 */
export async function withLock(root, work) {
  const cache = join(root, '.cache');
  const lock = join(cache, 'ensure.lock');
  const token = randomUUID();
  const holder = { host: hostname(), pid: process.pid, started: startOf(process.pid), children: [] };
  const file = join(lock, token);
  try {
    mkdirSync(cache, { recursive: true });
    await acquire(lock, token, holder, join(cache, `ensure.${token}`));
    handOver(root, cache);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    throw new Failure(
      `Something has to be installed or built, but this user cannot write in ${root}. ` +
        'Run the same command once as the owner of the folder.',
    );
  }
  const heartbeat = setInterval(() => touch(file), heartbeatMs);
  heartbeat.unref();
  const release = () => {
    clearInterval(heartbeat);
    ignoring(['ENOENT'], () => unlinkSync(file));
    ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => rmdirSync(lock));
  };
  const noteChild = (pid) => {
    holder.children.push({ pid, started: startOf(pid) });
    writeFileSync(file, JSON.stringify(holder));
  };
  try {
    return await work(noteChild);
  } finally {
    release();
  }
}

async function acquire(lock, token, holder, draft) {
  mkdirSync(draft);
  writeFileSync(join(draft, token), JSON.stringify(holder));
  let told = false;
  try {
    for (;;) {
      try {
        return renameSync(draft, lock);
      } catch (error) {
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      }
      const other = breakIfDead(lock);
      if (other && !told) {
        told = true;
        console.log(`Waiting for process ${other.pid}, which installs or builds in this folder`);
      }
      if (other) await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Returns the living holder, or nothing after the lock of a dead one was broken. */
function breakIfDead(lock) {
  const [token] = ignoring(['ENOENT'], () => readdirSync(lock)) ?? [];
  if (token === undefined) return undefined;
  const file = join(lock, token);
  const text = ignoring(['ENOENT'], () => readFileSync(file, 'utf8'));
  if (text === undefined) return undefined;
  const age = Date.now() - (ignoring(['ENOENT'], () => statSync(file).mtimeMs) ?? Date.now());
  let holder;
  try {
    holder = JSON.parse(text);
  } catch {
    // A holder that was just rewriting its note, or was killed while doing so.
    if (age < silentMs) return { pid: 'unknown' };
  }
  const alive = holder && (holder.host === hostname() ? [holder, ...holder.children].some(isAlive) : age < silentMs);
  if (alive) return holder;
  ignoring(['ENOENT'], () => unlinkSync(file));
  return undefined;
}

function isAlive({ pid, started }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  // The number may have been given to another process since.
  const now = startOf(pid);
  return started === null || now === null || started === now;
}

/** Start of a process in clock ticks since boot, null where the system does not tell. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name stands in brackets and may contain blanks; the start is the 20th field behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function touch(file) {
  const now = new Date();
  ignoring(['ENOENT'], () => utimesSync(file, now, now));
}

function ignoring(codes, work) {
  try {
    return work();
  } catch (error) {
    if (!codes.includes(error.code)) throw error;
    return undefined;
  }
}
