import { EmbeddedPostgresError, startEmbeddedPostgres } from '@watchroom/embedded-postgres';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { ConfigError } from '../platform/config/setting.ts';
import { type Database, openDatabase, type Queryable } from '../platform/database/database.ts';
import { alterPasswordStatement, authenticatorPassword, ensureRoles } from '../platform/database/roles.ts';
import type { Logger } from '../platform/log/logger.ts';
import { DATABASE_ROLES } from './grants.ts';
import type { Keys } from './keys.ts';
import type { Config } from './settings.ts';

export interface OpenedDatabase {
  readonly database: Database;
  /** No other process can use it. */
  readonly embedded: boolean;
  close(): Promise<void>;
}

/** PostgreSQL versions that Watchroom works with. */
const OLDEST_SERVER = 150_000;
const DATABASE_NAME = 'watchroom';
/** SQLSTATE invalid_password. */
const WRONG_PASSWORD = '28P01';

/** Opens the configured database, or starts the embedded one in the data folder, with its roles. */
export async function openConfiguredDatabase(config: Config, keys: Keys, log: Logger): Promise<OpenedDatabase> {
  return config.databaseUrl === undefined
    ? openEmbedded(config, log)
    : openExternal(config.databaseUrl, config.rolePrefix, keys, log);
}

async function openEmbedded(config: Config, log: Logger): Promise<OpenedDatabase> {
  const server = await startEmbeddedPostgres({
    folder: config.data,
    settings: EMBEDDED_SETTINGS,
    onLog: (line) => log.debug({ postgres: line }, 'postgres'),
    onRestart: ({ reason, attempt }) =>
      log.warn({ reason, attempt }, 'the embedded database died and is started again'),
  }).catch((error: unknown) => {
    throw error instanceof EmbeddedPostgresError ? new ConfigError(error.message, { cause: error }) : error;
  });
  try {
    const prefix = config.rolePrefix;
    await asSuperuser(server.connection(server.superuser, 'postgres'), (root) => makeOwnerAndDatabase(root, prefix));
    const settings = {
      owner: server.connection(`${prefix}owner`, DATABASE_NAME),
      authenticator: server.connection(`${prefix}authenticator`, DATABASE_NAME),
      rolePrefix: prefix,
    };
    const database = openDatabase(settings, log);
    return {
      database,
      embedded: true,
      close: async () => {
        await database.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The write load is many small batches: WAL is written lazily in big steps, and a crash loses at most what was not acknowledged. */
const EMBEDDED_SETTINGS = {
  max_connections: '60',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  jit: 'off',
  // PostgreSQL explains an error with rows, statements and parameters, and those hold secrets.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
};

async function asSuperuser(connection: pg.ClientConfig, work: (root: pg.Client) => Promise<void>): Promise<void> {
  const root = new pg.Client(connection);
  await root.connect();
  try {
    await work(root);
  } finally {
    await root.end();
  }
}

/** The superuser makes the owner, the roles and the database, and is not used for anything else. */
export async function makeOwnerAndDatabase(
  root: pg.Client,
  prefix: string,
  databaseName = DATABASE_NAME,
): Promise<void> {
  const owner = pg.escapeIdentifier(`${prefix}owner`);
  const found = await root.query('select from pg_roles where rolname = $1', [`${prefix}owner`]);
  if (found.rowCount === 0) await root.query(`create role ${owner} login nosuperuser nocreatedb nocreaterole`);
  await ensureRoles(queryable(root), { prefix, product: DATABASE_ROLES, owner: `${prefix}owner` }, null);
  // Only a superuser may set it: what a request sorts on disk must not fill the disk.
  await root.query(`alter role ${pg.escapeIdentifier(`${prefix}authenticator`)} set temp_file_limit = '1GB'`);
  const database = await root.query<{ owner: string }>(
    'select r.rolname as owner from pg_database d join pg_roles r on r.oid = d.datdba where datname = $1',
    [databaseName],
  );
  const madeBy = database.rows[0]?.owner;
  if (madeBy !== undefined && madeBy !== `${prefix}owner`)
    throw new ConfigError(
      `WATCHROOM_ROLE_PREFIX is "${prefix}", but this data folder was made with "${madeBy.replace(/owner$/, '')}": give that one, or export the database and import it into a new folder.`,
    );
  if (database.rowCount === 0)
    await root.query(`create database ${pg.escapeIdentifier(databaseName)} owner ${owner} template template0`);
}

async function openExternal(url: string, prefix: string, keys: Keys, log: Logger): Promise<OpenedDatabase> {
  const password = authenticatorPassword(keys.database);
  const owner = parseIntoClientConfig(url);
  const user = `${prefix}authenticator`;
  const database = openDatabase({ owner, authenticator: { ...owner, user, password }, rolePrefix: prefix }, log);
  const server = `${owner.host ?? 'localhost'}`;
  try {
    const version = await database
      .query<{ number: number }>(`select current_setting('server_version_num')::int as number`)
      .catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new ConfigError(`DATABASE_URL: ${server} cannot be used: ${reason}`, { cause });
      });
    if ((version.rows[0]?.number ?? 0) < OLDEST_SERVER)
      throw new ConfigError(`DATABASE_URL: ${server} is older than PostgreSQL 15: upgrade it.`);
    await ensureRoles(database, { prefix, product: DATABASE_ROLES }, password);
    await database
      .readAs({ role: 'viewer', personId: null }, (reader) => reader.query('select 1'))
      .catch((cause: unknown) => {
        if (!(cause instanceof Error && 'code' in cause && cause.code === WRONG_PASSWORD)) throw cause;
        throw new ConfigError(
          `DATABASE_URL: the role ${user} has another password than the one that belongs to WATCHROOM_KEY. Give the key that the role was made with, or let an administrator of the database run:\n\n${alterPasswordStatement(user, password)};\n`,
          { cause },
        );
      });
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, embedded: false, close: () => database.close() };
}

function queryable(client: pg.Client): Queryable {
  return { query: (text, values) => client.query(text, values ? [...values] : undefined) };
}
