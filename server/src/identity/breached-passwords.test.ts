import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBreachedPasswords } from './breached-passwords.ts';

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const LISTED = ['password', '123456', ...Array.from({ length: 2_000 }, (_, index) => `listed ${index}`)];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchroom-list-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function listOf(lines: readonly string[]): Promise<string> {
  const file = join(folder, crypto.randomUUID());
  await writeFile(file, lines.join(''));
  return file;
}

describe('the list of known passwords', () => {
  it.each([
    ['hashes alone', (hash: string) => `${hash}\n`],
    ['hashes with how often they were seen', (hash: string, index: number) => `${hash}:${index ** 3}\n`],
    ['lower case and lines of Windows', (hash: string, index: number) => `${hash.toLowerCase()}:${index}\r\n`],
  ])('finds each of its passwords, and no other, in a file of %s', async (_, line) => {
    const isListed = await openBreachedPasswords(await listOf(LISTED.map(hashOf).sort().map(line)));
    for (const password of LISTED) expect(await isListed(password)).toBe(true);
    for (let index = 0; index < 200; index += 1) expect(await isListed(`free ${index}`)).toBe(false);
  });

  it('of one line finds that one', async () => {
    const isListed = await openBreachedPasswords(await listOf([hashOf('password')]));
    expect(await isListed('password')).toBe(true);
    expect(await isListed('another')).toBe(false);
  });

  it('that is not given knows none', async () => {
    expect(await (await openBreachedPasswords(undefined))('password')).toBe(false);
  });

  it('that is missing or no such list stops the start with a sentence', async () => {
    await expect(openBreachedPasswords(join(folder, 'missing'))).rejects.toThrow('cannot be read');
    await expect(openBreachedPasswords(await listOf(['password\n']))).rejects.toThrow('does not begin with a SHA-1');
  });
});
