import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@watchroom/embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { apiGrants } from '../src/main/grants.ts';
import { DATABASE_FOLDER } from '../src/main/folders.ts';
import { makeOwnerAndDatabase } from '../src/main/open-database.ts';
import { prepareRooms } from '../src/main/open-rooms.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { silentLog } from './silent-log.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { host: string; port: number; superuser: string };
    /** A migrated database to clone, and the prefix of the roles, which all clones share. */
    template: { database: string; rolePrefix: string };
  }
}

const TEST_PREFIX = 'watchroom_';
const TEMPLATE = 'watchroom_template';

/** One PostgreSQL for all test files, in memory where the machine can, with a migrated template to clone. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'watchroom-tests-'));
  // The database's own user passes through it.
  chmodSync(folder, 0o755);
  const server = await startEmbeddedPostgres({ folder, fast: true, settings: { max_connections: '200' } });
  const end = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server);
  } catch (error) {
    await end();
    throw error;
  }
  project.provide('cluster', { host: server.socketDirectory, port: server.port, superuser: server.superuser });
  project.provide('template', { database: TEMPLATE, rolePrefix: TEST_PREFIX });
  return end;
}

async function makeTemplate(server: EmbeddedPostgres): Promise<void> {
  const root = new pg.Client(server.connection(server.superuser, 'postgres'));
  await root.connect();
  await makeOwnerAndDatabase(root, TEST_PREFIX, TEMPLATE);
  await root.end();
  const database = openDatabase(
    {
      owner: server.connection(`${TEST_PREFIX}owner`, TEMPLATE),
      authenticator: server.connection(`${TEST_PREFIX}authenticator`, TEMPLATE),
      rolePrefix: TEST_PREFIX,
    },
    silentLog,
  );
  await migrate(database, { folder: DATABASE_FOLDER, grants: apiGrants() });
  await prepareRooms(database, silentLog);
  await database.close();
}
