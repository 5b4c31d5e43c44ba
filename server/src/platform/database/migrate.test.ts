import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import { openDatabase } from './database.ts';
import { MigrationError, migrate, type SchemaSource } from './migrate.ts';

const GROUND = 'create schema platform; create table platform.settings (name text primary key, value text not null);';

let folder: string;
let source: SchemaSource;
let test: TestDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchroom-migrate-'));
  source = { folder, grants: [] };
  await mkdir(join(folder, 'migrations'));
  await mkdir(join(folder, 'api'));
  await migration('0001_platform_ground', GROUND);
  await migration('0002_logs_lines', 'create schema logs; create table logs.lines (text text);');
  await api('logs', 'create view api.lines as select text from logs.lines');
  test = await createTestDatabase({ empty: true });
});

afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const migration = (name: string, sql: string) => writeFile(join(folder, 'migrations', `${name}.sql`), sql);
const api = (room: string, sql: string) => writeFile(join(folder, 'api', `${room}.sql`), sql);

async function relations(): Promise<string[]> {
  const found = await test.database.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where nspname !~ '^(pg_|information_schema)' and relkind in ('r', 'v') order by 1`,
  );
  return found.rows.map(({ name }) => name);
}

const WHOLE = ['api.lines', 'logs.lines', 'platform.settings', 'public.watchroom_migrations'];

describe('migrating', () => {
  it('runs what is pending in order and says what it ran', async () => {
    expect(await migrate(test.database, source)).toEqual(['0001_platform_ground', '0002_logs_lines']);
    expect(await relations()).toEqual(WHOLE);
    await migration('0003_logs_more', 'alter table logs.lines add at timestamptz');
    expect(await migrate(test.database, source)).toEqual(['0003_logs_more']);
  });

  it('does nothing the second time, not even to the schema api', async () => {
    await migrate(test.database, source);
    const oid = async () => (await test.database.query(`select 'api.lines'::regclass::oid as oid`)).rows;
    const before = await oid();
    expect(await migrate(test.database, source)).toEqual([]);
    expect(await oid()).toEqual(before);
  });

  it('makes the schema api anew when only that changed', async () => {
    await migrate(test.database, source);
    await api('logs', 'create view api.texts as select text from logs.lines');
    expect(await migrate(test.database, source)).toEqual([]);
    expect(await relations()).toContain('api.texts');
    expect(await relations()).not.toContain('api.lines');
  });

  it('leaves the old schema whole when a migration fails half-way', async () => {
    await migrate(test.database, source);
    await test.database.query(`insert into logs.lines values ('kept')`);
    await migration('0003_logs_good', 'create table logs.good ()');
    await migration('0004_logs_bad', `create table logs.half (); delete from logs.lines; select 1 / 0`);
    await expect(migrate(test.database, source)).rejects.toThrow('migration 0004_logs_bad failed: division by zero');
    expect(await relations()).toEqual(WHOLE);
    expect((await test.database.query('select * from api.lines')).rows).toEqual([{ text: 'kept' }]);
    await migration('0004_logs_bad', 'create table logs.whole ()');
    expect(await migrate(test.database, source)).toEqual(['0003_logs_good', '0004_logs_bad']);
  });

  it('leaves the old schema whole when the schema api cannot be made', async () => {
    await migrate(test.database, source);
    await migration('0003_logs_good', 'create table logs.good ()');
    await api('logs', 'create view api.lines as select nothing from logs.lines');
    await expect(migrate(test.database, source)).rejects.toThrow('nothing');
    expect(await relations()).toEqual(WHOLE);
  });

  it('leaves the old schema whole when its connection is cut', async () => {
    await migrate(test.database, source);
    await migration('0003_logs_cut', 'create table logs.half (); select pg_terminate_backend(pg_backend_pid())');
    await expect(migrate(test.database, source)).rejects.toThrow(MigrationError);
    expect(await relations()).toEqual(WHOLE);
  });

  it('refuses a migration that was edited after it ran', async () => {
    await migrate(test.database, source);
    await migration('0002_logs_lines', 'create schema logs; create table logs.lines (text varchar);');
    await expect(migrate(test.database, source)).rejects.toThrow(/0002_logs_lines was edited .* restore the file/);
    expect(await relations()).toEqual(WHOLE);
  });

  it('refuses a database that a newer version migrated', async () => {
    await migration('0003_logs_newer', 'create table logs.newer ()');
    await migrate(test.database, source);
    await rm(join(folder, 'migrations/0003_logs_newer.sql'));
    await expect(migrate(test.database, source)).rejects.toThrow(
      'the database has migration 0003_logs_newer, which this version of Watchroom does not know: use the newer version',
    );
  });

  it('lets one of several processes migrate and the others wait for it', async () => {
    const others = [1, 2, 3].map(() => openDatabase(test.settings, silentLog));
    try {
      const ran = await Promise.all([test.database, ...others].map((database) => migrate(database, source)));
      expect(ran.filter((names) => names.length > 0)).toEqual([['0001_platform_ground', '0002_logs_lines']]);
      expect(await relations()).toEqual(WHOLE);
    } finally {
      await Promise.all(others.map((database) => database.close()));
    }
  });

  it('grants to the roles of the configured prefix, also when the prefix is changed later', async () => {
    const granting = { ...source, grants: ['grant usage on schema api to {{prefix}}data'] };
    const grantees = async () => {
      const found = await test.database.query<{ role: string }>(
        `select grantee::regrole::text as role from pg_namespace, aclexplode(nspacl) where nspname = 'api' and grantee <> nspowner`,
      );
      return found.rows.map(({ role }) => role);
    };
    // Roles of these names are in every cluster.
    await migrate({ ...test.database, rolePrefix: 'pg_read_all_' }, granting);
    expect(await grantees()).toEqual(['pg_read_all_data']);
    await migrate({ ...test.database, rolePrefix: 'pg_write_all_' }, granting);
    expect(await grantees()).toEqual(['pg_write_all_data']);
  });
});
