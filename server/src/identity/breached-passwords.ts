import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { ConfigError } from '../platform/config/setting.ts';

const LINE_BYTES = 128;
const HASH = /^[0-9A-F]{40}/i;

/**
 * Looks passwords up in a list of known ones: SHA-1 in hexadecimal, sorted, one on each line, with or without `:count` behind it,
 * as such lists are distributed. The file is searched where it lies, since it may hold tens of gigabytes.
 * @returns a look-up that answers false without a file.
 * @throws ConfigError where the file cannot be read or is no such list.
 */
export async function openBreachedPasswords(file: string | undefined): Promise<(password: string) => Promise<boolean>> {
  if (file === undefined) return async () => false;
  const handle = await open(file).catch((cause: unknown) => {
    throw new ConfigError(`WATCHROOM_BREACHED_PASSWORDS: ${file} cannot be read.`, { cause });
  });
  const { size } = await handle.stat();
  if (!HASH.test(await lineAt(handle, 0)))
    throw new ConfigError(`WATCHROOM_BREACHED_PASSWORDS: ${file} does not begin with a SHA-1 in hexadecimal.`);
  return async (password) => isListed(handle, size, createHash('sha1').update(password).digest('hex').toUpperCase());
}

async function isListed(handle: FileHandle, size: number, hash: string): Promise<boolean> {
  let [from, to] = [0, size];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const start = await lineStart(handle, middle);
    const line = (await lineAt(handle, start)).toUpperCase();
    const found = line.slice(0, hash.length);
    if (found === hash) return true;
    if (found < hash) from = Math.max(start + line.length + 1, middle + 1);
    else to = start;
  }
  return false;
}

/** Where the line begins in which this byte stands. */
async function lineStart(handle: FileHandle, position: number): Promise<number> {
  const from = Math.max(0, position - LINE_BYTES);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(LINE_BYTES), 0, position - from, from);
  const newline = buffer.subarray(0, bytesRead).lastIndexOf('\n');
  return newline < 0 ? from : from + newline + 1;
}

async function lineAt(handle: FileHandle, position: number): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(LINE_BYTES), 0, LINE_BYTES, position);
  return buffer.toString('latin1', 0, bytesRead).split('\n', 1)[0] ?? '';
}
