import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STUCK_EXIT_CODE } from './watchdog.ts';

const NEVER = 3_600_000;

interface Line {
  readonly msg: string;
  readonly postgres?: number;
}

let folder: string;
let child: ChildProcess;
let ended: Promise<unknown[]>;
let lines: AsyncIterator<string>;
let postgres: number;

const nextLine = async () => JSON.parse((await lines.next()).value as string) as Line;

async function start(limits: { readonly stuck: number; readonly signalled: number }): Promise<void> {
  const program = fileURLToPath(new URL('./testing/program.ts', import.meta.url));
  const flags = [program, folder, String(limits.stuck), String(limits.signalled)];
  child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
  ended = once(child, 'exit');
  lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  const ready = await nextLine();
  expect(ready.msg).toBe('ready');
  postgres = ready.postgres ?? 0;
}

async function block(): Promise<void> {
  child.stdin?.write('x');
  expect((await nextLine()).msg).toBe('blocked');
}

const databaseIsAlive = () => {
  try {
    return process.kill(postgres, 0);
  } catch {
    return false;
  }
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchroom-watchdog-'));
});
afterEach(async () => {
  child.kill('SIGKILL');
  await expect.poll(databaseIsAlive).toBe(false);
  await rm(folder, { recursive: true, force: true });
});

describe('a process whose main thread is stuck', () => {
  it('ends on SIGTERM with a reason and a code of its own, and its database with it', async () => {
    await start({ stuck: NEVER, signalled: 1_000 });
    await block();
    child.kill('SIGTERM');
    expect((await nextLine()).msg).toMatch(/did not respond for \d.* after SIGTERM/);
    expect(await ended).toEqual([STUCK_EXIT_CODE, null]);
    await expect.poll(databaseIsAlive).toBe(false);
  });

  it('ends without a signal too, when it is stuck for long', async () => {
    await start({ stuck: 1_000, signalled: NEVER });
    await block();
    expect((await nextLine()).msg).toContain('did not respond for');
    expect(await ended).toEqual([STUCK_EXIT_CODE, null]);
    await expect.poll(databaseIsAlive).toBe(false);
  });
});

describe('a process whose main thread runs', () => {
  it('stops in order on SIGTERM', async () => {
    await start({ stuck: 20_000, signalled: 20_000 });
    child.kill('SIGTERM');
    expect((await nextLine()).msg).toBe('stopped in order');
    expect(await ended).toEqual([0, null]);
    expect(databaseIsAlive()).toBe(false);
  });
});
