import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startEmbeddedPostgres } from '@watchroom/embedded-postgres';
import pg from 'pg';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { describeSchema } from '../server/src/platform/database/describe-schema.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { silentLog } from '../server/testkit/silent-log.ts';

const PREFIX = 'watchroom_';
const NAME = 'watchroom';

/** The text of `database/schema.sql` for this tree: an empty database in memory is migrated and described. */
export async function goldenDump(root: string): Promise<string> {
  // What main wires is imported by nobody; a tool asks for it by its path, as for the kinds.
  const { makeOwnerAndDatabase } = await load<{
    makeOwnerAndDatabase(root: pg.Client, prefix: string, name: string): Promise<void>;
  }>(join(root, 'server/src/main/open-database.ts'));
  const { apiGrants } = await load<{ apiGrants(): string[] }>(join(root, 'server/src/main/grants.ts'));
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'watchroom-schema-'));
  try {
    await using server = await startEmbeddedPostgres({ folder, fast: true });
    const superuser = new pg.Client(server.connection(server.superuser, 'postgres'));
    await superuser.connect();
    await makeOwnerAndDatabase(superuser, PREFIX, NAME);
    await superuser.end();
    const settings = {
      owner: server.connection(`${PREFIX}owner`, NAME),
      authenticator: server.connection(`${PREFIX}authenticator`, NAME),
      rolePrefix: PREFIX,
    };
    const database = openDatabase(settings, silentLog);
    try {
      await migrate(database, { folder: join(root, 'database'), grants: apiGrants() });
      return await describeSchema(database);
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function load<Module>(path: string): Promise<Module> {
  return import(pathToFileURL(path).href) as Promise<Module>;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  await writeFile(join(root, 'database/schema.sql'), await goldenDump(root));
}
