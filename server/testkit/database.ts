import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { silentLog } from './silent-log.ts';

export interface TestDatabase extends AsyncDisposable {
  readonly database: Database;
  /** For a second pool or a program of its own on the same database. */
  readonly settings: {
    readonly owner: pg.PoolConfig;
    readonly authenticator: pg.PoolConfig;
    readonly rolePrefix: string;
  };
}

/** A migrated database of one's own; dropped when disposed. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const { database: original, rolePrefix } = inject('template');
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const connection = (user: string, database: string) => ({ host: cluster.host, port: cluster.port, user, database });
  const asSuperuser = async (statement: string) => {
    const root = new pg.Client(connection(cluster.superuser, 'postgres'));
    await root.connect();
    await root.query(statement);
    await root.end();
  };
  const template = options.empty ? 'template0' : `${original} strategy file_copy`;
  await asSuperuser(`create database ${name} owner ${rolePrefix}owner template ${template}`);
  const settings = {
    owner: connection(`${rolePrefix}owner`, name),
    authenticator: connection(`${rolePrefix}authenticator`, name),
    rolePrefix,
  };
  const database = openDatabase(settings, silentLog);
  return {
    database,
    settings,
    async [Symbol.asyncDispose]() {
      await database.close();
      await asSuperuser(`drop database ${name} with (force)`);
    },
  };
}
