import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../testkit/silent-log.ts';
import { handClock } from '../time/testing/hand-clock.ts';
import { watchFolder } from './watch.ts';

let folder: string;
let stop = () => {};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchroom-watch-'));
});
afterEach(async () => {
  stop();
  await rm(folder, { recursive: true, force: true });
});

/** Watches the folder by a clock that the test moves. */
function watched() {
  const clock = handClock();
  let asked = 0;
  stop = watchFolder(folder, clock, silentLog, () => void (asked += 1));
  const forwardIfReported = () => {
    const isReported = clock.waiting.length === 2;
    if (isReported) clock.forward(300);
    return isReported;
  };
  return {
    settled: async () => {
      await expect.poll(forwardIfReported).toBe(true);
    },
    /** Writes the file until more reports came than earlier changes can have left behind. */
    write: async (path: string) => {
      const before = asked;
      const writeAgain = async () => {
        await writeFile(join(folder, path), String(asked));
        forwardIfReported();
        return asked - before;
      };
      await expect.poll(writeAgain).toBeGreaterThan(5);
    },
  };
}

describe('a watched folder', () => {
  it('asks once for a change that was written in several steps, when it has settled', async () => {
    const clock = handClock();
    let asked = 0;
    stop = watchFolder(folder, clock, silentLog, () => void (asked += 1));
    for (let step = 0; step < 5; step += 1) await writeFile(join(folder, 'a.yaml'), `step: ${step}`);
    await expect.poll(() => clock.waiting.length).toBe(2);
    expect(asked).toBe(0);
    clock.forward(1_000);
    expect(asked).toBe(1);
  });

  it('notices files of folders inside it', async () => {
    await mkdir(join(folder, 'old'));
    const { write } = watched();
    await write('old/a.yaml');
  });

  it('notices files of folders that were made while it was read', async () => {
    for (let index = 0; index < 300; index += 1) await mkdir(join(folder, `old-${index}`));
    const { settled, write } = watched();
    for (let index = 0; index < 5; index += 1) {
      // Each change begins a reading, and the second one comes while the first reading goes on.
      await writeFile(join(folder, 'a.yaml'), 'a');
      await settled();
      await mkdir(join(folder, `new-${index}`));
      await settled();
      await write(`new-${index}/a.yaml`);
    }
  });

  it('costs as much for the last of many new files as for the first', async () => {
    stop = watchFolder(folder, handClock(), silentLog, () => undefined);
    const delay = monitorEventLoopDelay();
    delay.enable();
    await Promise.all(Array.from({ length: 4_000 }, (_, index) => writeFile(join(folder, `${index}.yaml`), 'a')));
    await rm(join(folder, '0.yaml'));
    await setImmediate();
    delay.disable();
    // Reading the folder again for each file takes a minute.
    expect(delay.max / 1e9).toBeLessThan(10);
  });

  it('is watched although a link in it leads to itself', async () => {
    const clock = handClock();
    await symlink('loop.yaml', join(folder, 'loop.yaml'));
    let asked = 0;
    stop = watchFolder(folder, clock, silentLog, () => void (asked += 1));
    await writeFile(join(folder, 'a.yaml'), 'a');
    await expect.poll(() => clock.waiting.length).toBe(2);
    clock.forward(1_000);
    expect(asked).toBe(1);
  });

  it('is read once a minute anyway, since mounted volumes report nothing', () => {
    const clock = handClock();
    let asked = 0;
    stop = watchFolder(join(folder, 'not there yet'), clock, silentLog, () => void (asked += 1));
    clock.forward(180_000);
    expect(asked).toBe(3);
    stop();
    clock.forward(180_000);
    expect(asked).toBe(3);
  });
});
