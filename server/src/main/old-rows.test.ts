import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testkit/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { DATABASE_FOLDER } from './folders.ts';
import { apiGrants } from './grants.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ empty: true });
});
afterAll(() => test[Symbol.asyncDispose]());

/** Migrates as a version did that knew the migrations up to this number, without what it exposed. */
async function migrateUpTo(last: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'watchroom-older-'));
  try {
    for (const part of ['migrations', 'api']) await mkdir(join(folder, part));
    for (const name of await readdir(join(DATABASE_FOLDER, 'migrations')))
      if (name.slice(0, 4) <= last)
        await cp(join(DATABASE_FOLDER, 'migrations', name), join(folder, 'migrations', name));
    await migrate(test.database, { folder, grants: [] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sources = async (table: string) =>
  (
    await test.database.query<{ name: string; source: string | null }>(
      `select name, source from ${table} order by name, source`,
    )
  ).rows.map(({ name, source }) => [name, source]);

describe('rows of a version before', () => {
  it('lose the source and the icons that no document gave them, and nothing else', async () => {
    const { database } = test;
    await migrateUpTo('0017');
    await database.query(`
      insert into health.canaries (name, namespace, source, spec) values
        ('mine', 'default', 'UI', '{}'), ('twice', 'default', null, '{}'),
        ('filed', 'default', 'file:a.yaml', '{"icon": "star"}')`);
    await database.query(
      `insert into health.canaries (name, namespace, source, spec) values ('twice', 'default', 'UI', '{}')`,
    );
    await database.query(`insert into identity.teams (name, source) values ('ops', 'UI')`);
    await database.query(`insert into views.saved_views (name, page, source) values ('red', '/health', 'UI')`);
    await database.query(`
      insert into health.checks (canary_id, type, name, icon, spec, transformed)
      select k.id, 'http', made.name, made.icon, made.spec::jsonb, made.transformed
      from health.canaries k
      join (values ('mine', 'plain', 'world', '{}', null), ('mine', 'own', 'rocket', '{"icon": "rocket"}', null),
                   ('mine', 'empty', 'world', '{"icon": ""}', null), ('mine', 'other', 'bolt', null, true),
                   ('filed', 'shared', 'star', '{}', null)) made (canary, name, icon, spec, transformed) on made.canary = k.name`);
    const trail = async () => [
      (await database.query('select from platform.audit_log')).rowCount,
      (
        await database.query(
          'select id, updated_at from health.canaries union all select id, updated_at from health.checks order by id',
        )
      ).rows,
    ];
    const before = await trail();

    await migrate(database, { folder: DATABASE_FOLDER, grants: apiGrants() });

    expect(await sources('health.canaries')).toEqual([
      ['filed', 'file:a.yaml'],
      ['mine', null],
      ['twice', 'UI'],
      ['twice', null],
    ]);
    expect(await sources('identity.teams')).toEqual([['ops', null]]);
    expect(await sources('views.saved_views')).toEqual([['red', null]]);
    const icons = await database.query('select name, icon from health.checks order by name');
    expect(icons.rows).toEqual([
      { name: 'empty', icon: null },
      { name: 'other', icon: 'bolt' },
      { name: 'own', icon: 'rocket' },
      { name: 'plain', icon: null },
      { name: 'shared', icon: 'star' },
    ]);
    expect(await trail()).toEqual(before);
  });
});
