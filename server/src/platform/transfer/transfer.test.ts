import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import { silentLog } from '../../../testkit/silent-log.ts';
import { openDatabase } from '../database/database.ts';
import { describeSchema } from '../database/describe-schema.ts';
import { migrate } from '../database/migrate.ts';
import { exportTo, importFrom } from './file.ts';
import { contentsOf } from './testing/contents.ts';
import { TYPES_SQL, VALUES_SQL } from './testing/every-type.ts';
import { exported, imported, quietEnds, resealed } from './testing/file-text.ts';
import { fill, isUntouched } from './testing/filled-database.ts';
import { DATABASE_FOLDER, schemaFolder } from './testing/schema-folder.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

describe('export and import', () => {
  it('bring the schema and every row of every table into another database', async () => {
    await using folder = await schemaFolder();
    await using origin = await createTestDatabase({ empty: true });
    await using target = await createTestDatabase({ empty: true });
    await migrate(origin.database, folder.source);
    await fill(origin.database);
    const report = await imported(target.database, folder.source, await exported(origin.database, folder.source));

    const contents = await contentsOf(origin.database);
    expect(contents['health.check_statuses']).toHaveLength(7000);
    expect(await contentsOf(target.database)).toEqual(contents);
    expect(await describeSchema(target.database)).toBe(await describeSchema(origin.database));
    expect(report).toMatchObject({ migrated: [], header: { program: '1.2.3', keyFingerprint: 'abc' } });
    expect(report.rows).toBe(Object.values(contents).flat().length);
    const { rows } = await target.database.query(
      `select tableoid::regclass::text as part from health.check_statuses limit 1`,
    );
    expect(rows).toEqual([{ part: 'health.check_statuses_20260101' }]);
  });

  it('leave no table of ours out', async () => {
    await using test = await createTestDatabase();
    const found = await test.database.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where relkind in ('r', 'p') and not relispartition and nspname !~ '^(pg_|information_schema|graphile_worker|public)'`,
    );
    expect(Object.keys(await contentsOf(test.database)).sort()).toEqual(found.rows.map(({ name }) => name).sort());
  });

  it('bring values of every type back exactly', async () => {
    await using folder = await schemaFolder();
    await folder.add('0900_views_types', TYPES_SQL);
    await using origin = await createTestDatabase({ empty: true });
    await using target = await createTestDatabase({ empty: true });
    await migrate(origin.database, folder.source);
    await origin.database.query(VALUES_SQL);
    const text = await exported(origin.database, folder.source);
    await imported(target.database, folder.source, text);
    const contents = await contentsOf(origin.database);
    expect(contents['views.every_type']).toHaveLength(4);
    expect(await contentsOf(target.database)).toEqual(contents);
    expect(text).toContain('9223372036854775807');
    expect(text).toContain('123456789012345678901234567890.123456789');
    // The next values of both databases are the same.
    const next = `insert into views.every_type (i4) values (5) returning always_id::text, serial_id::text, twice::text`;
    expect((await target.database.query(next)).rows).toEqual((await origin.database.query(next)).rows);
  });

  it('do not depend on how the server or its user wants values written', async () => {
    await using folder = await schemaFolder();
    await folder.add('0900_views_types', TYPES_SQL);
    await using origin = await createTestDatabase({ empty: true });
    await using target = await createTestDatabase({ empty: true });
    await migrate(origin.database, folder.source);
    await origin.database.query(VALUES_SQL);
    for (const { database } of [origin, target]) {
      const { rows } = await database.query<{ name: string }>('select current_database() as name');
      for (const setting of [
        `timezone = 'Asia/Kathmandu'`,
        `datestyle = '${database === origin.database ? 'SQL, DMY' : 'German, MDY'}'`,
        `bytea_output = 'escape'`,
        `extra_float_digits = '-5'`,
        `intervalstyle = 'sql_standard'`,
        `search_path = '${database === origin.database ? 'views' : 'identity'}'`,
      ])
        await database.query(`alter database ${rows[0]?.name} set ${setting}`);
    }
    const reader = openDatabase(origin.settings, silentLog);
    const writer = openDatabase(target.settings, silentLog);
    try {
      await imported(writer, folder.source, await exported(reader, folder.source));
    } finally {
      await Promise.all([reader.close(), writer.close()]);
    }
    expect(await contentsOf(target.database)).toEqual(await contentsOf(origin.database));
  });

  it('accept rows that refer to later ones and to each other', async () => {
    await using folder = await schemaFolder();
    await folder.add(
      '0900_views_circle',
      `create schema if not exists views;
       create table views.left_side (id int primary key, other int, parent int references views.left_side);
       create table views.right_side (id int primary key, other int not null references views.left_side deferrable initially deferred);
       alter table views.left_side add constraint circle foreign key (other) references views.right_side;`,
    );
    await using origin = await createTestDatabase({ empty: true });
    await using target = await createTestDatabase({ empty: true });
    await migrate(origin.database, folder.source);
    await origin.database.query(
      `begin; insert into views.left_side select i, null, null from generate_series(1, 3000) i;
       insert into views.right_side select i, i from generate_series(1, 3000) i;
       update views.left_side set other = id, parent = 3001 - id; commit`,
    );
    const text = await exported(origin.database, folder.source);
    await imported(target.database, folder.source, text);
    expect(await contentsOf(target.database)).toEqual(await contentsOf(origin.database));
    await expect(target.database.query('insert into views.right_side values (9999, 9999)')).rejects.toThrow(
      'foreign key',
    );

    await using broken = await createTestDatabase({ empty: true });
    const dangling = resealed(text.replace('["7","7"]', '["7","777777"]'));
    await expect(imported(broken.database, folder.source, dangling)).rejects.toThrow('right_side_other_fkey');
    expect(await isUntouched(broken.database)).toBe(true);
  });

  it('write no audit trail of their own, and triggers work again afterwards', async () => {
    await using folder = await schemaFolder();
    await using origin = await createTestDatabase({ empty: true });
    await using target = await createTestDatabase({ empty: true });
    await migrate(origin.database, folder.source);
    await fill(origin.database);
    await imported(target.database, folder.source, await exported(origin.database, folder.source));
    const trail = async () => (await target.database.query('select from platform.audit_log')).rowCount ?? 0;
    const before = await trail();
    expect(before).toBe((await origin.database.query('select from platform.audit_log')).rowCount);
    await target.database.query(`update identity.people set name = 'Lovelace' where name = 'Ada'`);
    expect(await trail()).toBe(before + 1);
  });

  it('leave the fingerprint of the key to the installation that imports', async () => {
    await using folder = await schemaFolder();
    await using origin = await createTestDatabase({ empty: true });
    await using target = await createTestDatabase({ empty: true });
    await migrate(origin.database, folder.source);
    await fill(origin.database);
    await imported(target.database, folder.source, await exported(origin.database, folder.source));
    const { rows } = await target.database.query<{ name: string }>('select name from platform.settings order by name');
    expect(rows.map(({ name }) => name)).toEqual(['api_checksum', 'colour']);
  });

  it('reads what an export writes to a stream', async () => {
    await using origin = await createTestDatabase();
    await using target = await createTestDatabase({ empty: true });
    const pipe = new PassThrough();
    const source = { folder: DATABASE_FOLDER, grants: [] };
    await Promise.all([
      exportTo(
        '-',
        origin.database,
        { program: '1', databaseFolder: DATABASE_FOLDER },
        { ...quietEnds(), output: pipe },
      ).then(() => pipe.end()),
      importFrom('-', target.database, source, { ...quietEnds(), input: pipe }),
    ]);
    const { rows } = await target.database.query('select id::text from agents.agents');
    expect(rows).toEqual([{ id: NIL }]);
  });
});
