import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommand } from '../src/main/config.ts';
import { DATABASE_FOLDER } from '../src/main/folders.ts';
import { apiGrants } from '../src/main/grants.ts';
import { deriveKeys } from '../src/main/keys.ts';
import { openConfiguredDatabase } from '../src/main/open-database.ts';
import { describeSchema } from '../src/platform/database/describe-schema.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { silentLog } from './silent-log.ts';

/** Relative to the root, with slashes. */
export const GOLDEN_DUMP = 'database/schema.sql';

/** The text of `database/schema.sql`: an empty embedded database in memory is migrated and described. */
export async function goldenDump(): Promise<string> {
  const data = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'watchroom-schema-'));
  try {
    const { config } = readCommand(['--data', data], {});
    const opened = await openConfiguredDatabase(config, deriveKeys(Buffer.alloc(32)), silentLog);
    try {
      await migrate(opened.database, { folder: DATABASE_FOLDER, grants: apiGrants() });
      return await describeSchema(opened.database);
    } finally {
      await opened.close();
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}
