import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../testkit/silent-log.ts';
import type { Logger } from '../platform/log/logger.ts';
import { readCommand } from './config.ts';
import { deriveKeys } from './keys.ts';
import { openConfiguredDatabase } from './open-database.ts';

/** PostgreSQL writes this of itself, after everything that it had to say before. */
const LAST = 'database system is shut down';

it('the embedded database logs its errors without rows, statements and parameters', async () => {
  const data = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'watchroom-log-'));
  const lines: string[] = [];
  const log: Logger = { ...silentLog, debug: (...said: unknown[]) => void lines.push(JSON.stringify(said)) };
  try {
    const { config } = readCommand(['--data', data], {});
    const { database, close } = await openConfiguredDatabase(config, deriveKeys(Buffer.alloc(32)), log);
    try {
      await database.query('create table public.notes (name text not null, spec jsonb)');
      const insert = 'insert into public.notes values ($1, $2::text::jsonb)';
      const row = '{"password":"S3CRET"}';
      await expect(database.query(insert, [null, row])).rejects.toThrow('not-null');
      await expect(database.query(insert, ['a', '{"password":"S3CRET\\u0000"}'])).rejects.toThrow('Unicode');
      await expect(database.query(`insert into public.notes values (null, '${row}')`)).rejects.toThrow('not-null');
    } finally {
      await close();
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
  const text = lines.join('\n');
  expect(text).toContain(LAST);
  expect(text.split('violates not-null constraint')).toHaveLength(3);
  expect(text).toContain('unsupported Unicode escape sequence');
  expect(text).not.toContain('S3CRET');
});
