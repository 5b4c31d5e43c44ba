import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../testkit/silent-log.ts';
import { systemClock } from '../platform/time/clock.ts';
import { type LocalProperties, openLocalProperties } from './local.ts';

let folder: string;
let file: string;
let local: LocalProperties | undefined;
let told: number;
const open = async (log = silentLog) => {
  local = await openLocalProperties(file, systemClock, log, () => void (told += 1));
  return local;
};
const noticed = { timeout: 10_000 };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchroom-properties-'));
  file = join(folder, 'local.properties');
  told = 0;
});
afterEach(() => {
  local?.stop();
  local = undefined;
  rmSync(folder, { recursive: true, force: true });
});

describe('local properties', () => {
  it('are none without a file', async () => {
    local = await openLocalProperties(undefined, systemClock, silentLog, () => undefined);
    expect(local.current().size).toBe(0);
  });

  it('stop the start when the file is missing or malformed, and say why', async () => {
    await expect(open()).rejects.toThrow(/WATCHROOM_PROPERTIES: .*local\.properties cannot be used: ENOENT/);
    writeFileSync(file, 'no sense');
    await expect(open()).rejects.toThrow(/line 1 is no "name=value"/);
  });

  it('are read again when the file is written, and when another one takes its place', async () => {
    writeFileSync(file, 'a=1');
    const { current } = await open();
    expect([...current()]).toEqual([['a', '1']]);
    writeFileSync(file, 'a=22');
    await expect.poll(() => current().get('a'), noticed).toBe('22');
    expect(told).toBe(1);
    writeFileSync(`${file}.new`, 'b=333');
    renameSync(`${file}.new`, file);
    await expect.poll(() => [...current()], noticed).toEqual([['b', '333']]);
    expect(told).toBe(2);
  });

  it('stay what they were while the file is gone or malformed', async () => {
    writeFileSync(file, 'a=1');
    const warnings: unknown[] = [];
    const log = Object.assign(Object.create(silentLog) as typeof silentLog, {
      warn: (about: unknown) => void warnings.push(about),
    });
    const { current } = await open(log);
    writeFileSync(file, 'a=1\nno sense');
    await expect.poll(() => warnings.length, noticed).toBe(1);
    rmSync(file);
    await expect.poll(() => warnings.length, noticed).toBe(2);
    expect([...current()]).toEqual([['a', '1']]);
    writeFileSync(file, 'a=2');
    await expect.poll(() => current().get('a'), noticed).toBe('2');
    expect(told).toBe(1);
  });
});
