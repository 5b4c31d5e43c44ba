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

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
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
  const migrations = await readMigrations(join(source.folder, 'migrations'));
  const api = await readApi(join(source.folder, 'api'), source.grants);
  return database.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    await transaction.query(`create table if not exists public.watchroom_migrations (
      number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
    const pending = await pendingMigrations(transaction, migrations);
    if (pending.length === 0 && (await appliedApi(transaction)) === api.checksum) return [];

    await transaction.query('drop schema if exists api cascade');
    const prefixed = (sql: string) => sql.replaceAll('{{prefix}}', database.rolePrefix);
    for (const migration of pending) {
      await transaction.query(prefixed(migration.sql)).catch((cause: unknown) => {
        throw new MigrationError(`migration ${migration.name} failed: ${message(cause)}`, { cause });
      });
      await transaction.query('insert into public.watchroom_migrations (number, name, checksum) values ($1, $2, $3)', [
        migration.number,
        migration.name,
        migration.checksum,
      ]);
    }
    await transaction.query('create schema api');
    for (const statement of api.statements) await transaction.query(prefixed(statement));
    await transaction.query(
      `insert into platform.settings (name, value) values ('api_checksum', $1)
       on conflict (name) do update set value = excluded.value`,
      [api.checksum],
    );
    return pending.map((migration) => migration.name);
  });
}

async function pendingMigrations(transaction: Queryable, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await transaction.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from public.watchroom_migrations order by number',
  );
  for (const row of applied.rows) {
    const known = migrations.find((migration) => migration.number === row.number);
    if (!known)
      throw new MigrationError(
        `the database has migration ${row.name}, which this version of Watchroom does not know: start the newer version`,
      );
    if (known.checksum !== row.checksum)
      throw new MigrationError(
        `migration ${known.name} was edited after it was applied: restore the file and write the change as a new migration`,
      );
  }
  const done = new Set(applied.rows.map((row) => row.number));
  return migrations.filter((migration) => !done.has(migration.number));
}

async function appliedApi(transaction: Queryable): Promise<string | undefined> {
  const found = await transaction.query<{ value: string }>("select value from platform.settings where name = 'api_checksum'");
  return found.rows[0]?.value;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8');
      return { number: Number(file.slice(0, 4)), name: file.replace(/\.sql$/, ''), sql, checksum: sha256(sql) };
    }),
  );
}

async function readApi(folder: string, grants: readonly string[]) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const statements = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  statements.push(...grants);
  return { statements, checksum: sha256(statements.join('\n')) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function message(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
