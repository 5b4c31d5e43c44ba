import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Queryable } from './database.ts';

/** What a database is brought to: SQL files, and statements derived from the code. */
export interface SchemaSource {
  /** Folder with `migrations/NNNN_<room>_<what>.sql` and `api/<room>.sql`. */
  readonly folder: string;
  /** Grants on the schema `api`, derived from the permission matrix; `{{prefix}}` stands for the role prefix. */
  readonly grants: readonly string[];
}

/** A migration as the database remembers it. */
export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

interface Migration extends AppliedMigration {
  readonly sql: string;
}

export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Two processes that start at once: one migrates, the other waits. The number is arbitrary and never changes. */
const ADVISORY_LOCK = 7_246_553_112;

/**
 * Brings the database to the schema of this program, in one transaction: an interruption leaves the old schema whole.
 * @returns the names of the migrations that were run.
 * @throws MigrationError when the database is newer than this program or an applied migration was edited.
 */
export async function migrate(database: Database, source: SchemaSource): Promise<string[]> {
  return database.transaction((transaction) => migrateWithin(transaction, database.rolePrefix, source));
}

/** The same inside a transaction of the caller, to which the search path of the database applies. */
export async function migrateWithin(transaction: Queryable, prefix: string, source: SchemaSource): Promise<string[]> {
  const migrations = await readMigrations(source.folder);
  const api = await readApi(join(source.folder, 'api'), source.grants, prefix);
  await lock(transaction);
  const pending = await pendingMigrations(transaction, migrations);
  if (pending.length === 0 && (await appliedApi(transaction)) === api.checksum) return [];

  await transaction.query('drop schema if exists api cascade');
  for (const migration of pending) await apply(transaction, prefix, migration);
  await transaction.query('create schema api');
  for (const statement of api.statements) await transaction.query(statement);
  await transaction.query(
    `insert into platform.settings (name, value) values ('api_checksum', $1)
     on conflict (name) do update set value = excluded.value`,
    [api.checksum],
  );
  return pending.map((migration) => migration.name);
}

/** Runs only these migrations, and makes no schema `api`: the ground for the rows of an older export. */
export async function migrateOnly(
  transaction: Queryable,
  prefix: string,
  source: SchemaSource,
  numbers: readonly number[],
): Promise<void> {
  const migrations = await readMigrations(source.folder);
  await lock(transaction);
  for (const migration of await pendingMigrations(transaction, migrations))
    if (numbers.includes(migration.number)) await apply(transaction, prefix, migration);
}

/**
 * The migrations that a database has, the newest one last.
 * @throws MigrationError when this program does not know one of them or knows another text of it.
 */
export async function readAppliedMigrations(database: Queryable, folder: string): Promise<AppliedMigration[]> {
  const applied = await database.query<AppliedMigration>(
    'select number, name, checksum from public.watchroom_migrations order by number',
  );
  checkKnown(applied.rows, await readMigrations(folder), 'the database');
  return applied.rows;
}

/** The same check for a list that came from elsewhere. @param owner what has them, to begin the sentence with. */
export async function checkKnownMigrations(
  applied: readonly AppliedMigration[],
  folder: string,
  owner: string,
): Promise<void> {
  checkKnown(applied, await readMigrations(folder), owner);
}

async function lock(transaction: Queryable): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
  await transaction.query(`create table if not exists public.watchroom_migrations (
    number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
}

async function apply(transaction: Queryable, prefix: string, migration: Migration): Promise<void> {
  await transaction.query(withPrefix(migration.sql, prefix)).catch((cause: unknown) => {
    throw new MigrationError(`migration ${migration.name} failed: ${message(cause)}`, { cause });
  });
  await transaction.query('insert into public.watchroom_migrations (number, name, checksum) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.checksum,
  ]);
}

async function pendingMigrations(transaction: Queryable, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await transaction.query<AppliedMigration>(
    'select number, name, checksum from public.watchroom_migrations order by number',
  );
  checkKnown(applied.rows, migrations, 'the database');
  const done = new Set(applied.rows.map((row) => row.number));
  return migrations.filter((migration) => !done.has(migration.number));
}

function checkKnown(applied: readonly AppliedMigration[], migrations: readonly Migration[], owner: string): void {
  for (const row of applied) {
    const known = migrations.find((migration) => migration.number === row.number);
    if (!known)
      throw new MigrationError(
        `${owner} has migration ${row.name}, which this version of Watchroom does not know: use the newer version`,
      );
    if (known.checksum !== row.checksum)
      throw new MigrationError(
        `migration ${known.name} was edited after it was applied: restore the file and write the change as a new migration`,
      );
  }
}

async function appliedApi(transaction: Queryable): Promise<string | undefined> {
  const found = await transaction.query<{ value: string }>(
    "select value from platform.settings where name = 'api_checksum'",
  );
  return found.rows[0]?.value;
}

async function readMigrations(databaseFolder: string): Promise<Migration[]> {
  const folder = join(databaseFolder, 'migrations');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8');
      return { number: Number(file.slice(0, 4)), name: file.replace(/\.sql$/, ''), sql, checksum: sha256(sql) };
    }),
  );
}

/** The prefix counts into the checksum: the roles of another prefix have no grants yet. */
async function readApi(folder: string, grants: readonly string[], prefix: string) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const statements = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const prefixed = [...statements, ...grants].map((statement) => withPrefix(statement, prefix));
  return { statements: prefixed, checksum: sha256(prefixed.join('\n')) };
}

function withPrefix(sql: string, prefix: string): string {
  return sql.replaceAll('{{prefix}}', () => prefix);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function message(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
