import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../testkit/silent-log.ts';
import { handClock } from '../testing/hand-clock.ts';
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
