import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EmbeddedPostgresError } from '@watchroom/embedded-postgres';
import fastify from 'fastify';
import { ConfigError } from '../platform/config/setting.ts';
import type { Database } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Logger } from '../platform/log/logger.ts';
import { exportTo, importFrom } from '../platform/transfer/file.ts';
import { VERSION } from '../platform/version.ts';
import type { Command } from './config.ts';
import { DATABASE_FOLDER } from './folders.ts';
import { apiGrants } from './grants.ts';
import { deriveKeys, type Keys, loadMasterKey } from './keys.ts';
import { openConfiguredDatabase } from './open-database.ts';
import { prepareRooms } from './open-rooms.ts';
import type { Config } from './settings.ts';

interface Opened {
  readonly database: Database;
  readonly keys: Keys;
  readonly log: Logger;
  /** Standard streams, and what the signals of the terminal stop. */
  readonly ends: {
    readonly input: NodeJS.ReadStream;
    readonly output: NodeJS.WriteStream;
    readonly signal: AbortSignal;
  };
}

const SCHEMA = { folder: DATABASE_FOLDER, grants: apiGrants() };

/** Runs a command that works on the database and ends. */
export async function runOnDatabase({ name, file = '', config }: Command): Promise<void> {
  if (name === 'migrate') await onDatabase(config, bringUpToDate);
  else if (name === 'import') await onDatabase(config, (opened) => fill(file, opened));
  else {
    if (config.databaseUrl === undefined && !existsSync(join(config.data, 'postgres')))
      throw new ConfigError(
        `${resolve(config.data)} holds no database: name its folder with --data, or set DATABASE_URL.`,
      );
    await onDatabase(config, (opened) => writeOut(file, opened));
  }
}

async function bringUpToDate({ database, log }: Opened): Promise<void> {
  const migrated = await migrate(database, SCHEMA);
  await prepareRooms(database, log);
  console.error(migrated.length === 0 ? 'The database is up to date.' : `Migrated: ${migrated.join(', ')}`);
}

async function writeOut(file: string, { database, ends }: Opened): Promise<void> {
  const { tables, rows } = await exportTo(file, database, { program: VERSION, databaseFolder: DATABASE_FOLDER }, ends);
  console.error(`Exported ${rows} rows of ${tables} tables.`);
}

async function fill(file: string, { database, keys, ends }: Opened): Promise<void> {
  const { header, tables, rows, migrated } = await importFrom(file, database, SCHEMA, ends);
  console.error(`Imported ${rows} rows of ${tables} tables, as they were at ${header.time}.`);
  if (migrated.length > 0) console.error(`Migrated: ${migrated.join(', ')}`);
  if (header.keyFingerprint !== null && header.keyFingerprint !== keys.fingerprint)
    console.error(
      `Warning: the export was made under the key ${header.keyFingerprint}, and this installation has the key ${keys.fingerprint}: ` +
        'it cannot read what was encrypted under the other. To keep that readable, import again into an empty database with the WATCHROOM_KEY of the origin.',
    );
}

/** Opens the database as the server does, for one piece of work. Standard output stays free for an export. */
async function onDatabase(given: Config, work: (opened: Opened) => Promise<void>): Promise<void> {
  const config = { ...given, data: resolve(given.data) };
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const { log } = fastify({ logger: { level: config.logLevel, stream: process.stderr } });
  const keys = deriveKeys(await loadMasterKey(config.key, config.data));
  const opened = await openConfiguredDatabase(config, keys, log).catch((error: unknown) => {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof EmbeddedPostgresError && cause.code === 'in_use')) throw error;
    throw new ConfigError(
      `${cause.message} Stop the server first. A server on a database of its own (DATABASE_URL) can go on running meanwhile.`,
      { cause },
    );
  });
  try {
    const ends = { input: process.stdin, output: process.stdout, signal: interrupted.signal };
    await work({ database: opened.database, keys, log, ends });
  } finally {
    await opened.close();
  }
}
