import { createHash, createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../platform/database/database.ts';
import { ConfigError } from '../platform/config/setting.ts';

/** Keys of one purpose each, derived from the master key (HKDF would do the same; HMAC with a label is enough for one block). */
export interface Keys {
  readonly cookie: Buffer;
  readonly encryption: Buffer;
  /** For the password of the database's authenticator. */
  readonly database: Buffer;
  /** Tells two keys apart without showing either; every ciphertext names it. */
  readonly fingerprint: string;
}

export function deriveKeys(master: Buffer): Keys {
  const purpose = (label: string) => createHmac('sha256', master).update(`watchroom ${label}`).digest();
  return {
    cookie: purpose('cookie'),
    encryption: purpose('encryption'),
    database: purpose('database'),
    fingerprint: createHash('sha256').update(purpose('fingerprint')).digest('hex').slice(0, 16),
  };
}

/** The configured key, or the one of the data folder, which is made on the first start with mode 0600. */
export async function loadMasterKey(configured: string | undefined, dataFolder: string): Promise<Buffer> {
  if (configured !== undefined) return Buffer.from(configured, 'base64');
  const file = join(dataFolder, 'key');
  await mkdir(dataFolder, { recursive: true });
  await createOnce(file, `${randomBytes(32).toString('base64')}\n`);
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
  if (key.length !== 32) throw new ConfigError(`${file} does not hold a key of 32 bytes: restore it from a backup.`);
  return key;
}

/** A replica with another key would write what the others cannot read: it must not start. */
export async function checkKeyFingerprint(database: Queryable, keys: Keys): Promise<void> {
  await database.query(
    `insert into platform.settings (name, value) values ('key_fingerprint', $1) on conflict do nothing`,
    [keys.fingerprint],
  );
  const stored = await database.query<{ value: string }>(
    `select value from platform.settings where name = 'key_fingerprint'`,
  );
  if (stored.rows[0]?.value !== keys.fingerprint)
    throw new ConfigError(
      `this server's key (${keys.fingerprint}) is not the one that the database was made with (${stored.rows[0]?.value ?? 'none'}): give the same WATCHROOM_KEY to all replicas.`,
    );
}

/** Written aside and linked: a file cut off by a crash is never taken for a key, and of two first starts one wins. */
async function createOnce(file: string, content: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, content, { mode: 0o600, flag: 'wx' });
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(temporary);
}
