import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import { MigrationError, migrate } from '../database/migrate.ts';
import { importFrom } from './file.ts';
import { TransferError } from './format.ts';
import { contentsOf } from './testing/contents.ts';
import { exported, imported, quietEnds, resealed } from './testing/file-text.ts';
import { fill, isUntouched } from './testing/filled-database.ts';
import { schemaFolder, temporaryFolder } from './testing/schema-folder.ts';

describe('an import', () => {
  it('refuses a file that was cut off anywhere, and changes nothing', async () => {
    await using folder = await schemaFolder();
    await using origin = await createTestDatabase({ empty: true });
    await using target = await createTestDatabase({ empty: true });
    await migrate(origin.database, folder.source);
    await fill(origin.database);
    const text = await exported(origin.database, folder.source);
    const lines = text.trimEnd().split('\n');
    for (const rest of [
      '',
      text.slice(0, 40),
      `${lines[0]}\n`,
      text.slice(0, text.length / 2),
      `${lines.slice(0, -1).join('\n')}\n`,
    ])
      await expect(imported(target.database, folder.source, rest)).rejects.toThrow(TransferError);
    const inALine = text.slice(0, text.indexOf('"run 7"'));
    await expect(imported(target.database, folder.source, inALine)).rejects.toThrow(
      `cut off after line ${inALine.split('\n').length - 1}.`,
    );
    expect(await isUntouched(target.database)).toBe(true);

    await using files = await temporaryFolder();
    const file = join(files.path, 'cut.gz');
    const zipped = gzipSync(text);
    await writeFile(file, zipped.subarray(0, zipped.length - 5));
    await expect(importFrom(file, target.database, folder.source, quietEnds())).rejects.toThrow(`${file} is cut off`);
    await writeFile(file, text);
    await expect(importFrom(file, target.database, folder.source, quietEnds())).rejects.toThrow(
      'is no export of Watchroom',
    );
    await expect(importFrom(`${file}x`, target.database, folder.source, quietEnds())).rejects.toThrow('cannot be read');
    expect(await isUntouched(target.database)).toBe(true);
  });

  it('refuses a file in which something was changed, lost, doubled or added', async () => {
    await using folder = await schemaFolder();
    await using origin = await createTestDatabase({ empty: true });
    await using target = await createTestDatabase({ empty: true });
    await migrate(origin.database, folder.source);
    await fill(origin.database);
    const text = await exported(origin.database, folder.source);
    const row = text.split('\n').find((line) => line.includes('"run 70"')) ?? '';
    const table = text.split('\n').find((line) => line.includes('"jobs.processes"')) ?? '';
    const wrong: [string, string][] = [
      [text.replace('"run 70"', '"run 71"'), 'checksum'],
      [text.replace(`${row}\n`, ''), 'checksum'],
      [`${text}${row}\n`, 'goes on after its end'],
      [text.replace(row, 'nonsense'), 'damaged at line'],
      [text.replace(row, '["one"]'), 'damaged at line'],
      [resealed(text.replace(`${table}\n`, '')), 'lacks the tables jobs.processes'],
      [resealed(text.replace(table, `${table}\n${table}`)), 'jobs.processes, which is unknown or came twice'],
      [resealed(text.replace(table, table.replace('hostname', 'host'))), 'columns of jobs.processes'],
      [
        resealed(text.replace(row, row.replace('{\\"n\\": 70}', '{'))),
        'rows of health.check_statuses were not accepted',
      ],
      [text.replace('watchroom-export', 'other'), 'is no export'],
      [text.replace('"formatVersion":1', '"formatVersion":2'), 'has format 2'],
    ];
    for (const [changed, reason] of wrong) {
      expect(changed).not.toBe(text);
      await expect(imported(target.database, folder.source, changed)).rejects.toThrow(reason);
    }
    expect(await isUntouched(target.database)).toBe(true);
  });

  it('refuses a database that was used, even one that only was migrated', async () => {
    await using folder = await schemaFolder();
    await using origin = await createTestDatabase({ empty: true });
    await migrate(origin.database, folder.source);
    const text = await exported(origin.database, folder.source);
    const before = await contentsOf(origin.database);
    await expect(imported(origin.database, folder.source, text)).rejects.toThrow('already used');
    expect(await contentsOf(origin.database)).toEqual(before);
  });

  it('migrates an older export once it is in', async () => {
    await using older = await schemaFolder();
    await using newer = await schemaFolder();
    await newer.add(
      '0900_views_more',
      `create schema if not exists views; create table views.more (n int);
       alter table identity.people add nickname text; update identity.people set nickname = lower(name);`,
    );
    await using origin = await createTestDatabase({ empty: true });
    await using target = await createTestDatabase({ empty: true });
    await migrate(origin.database, older.source);
    await fill(origin.database);
    const report = await imported(target.database, newer.source, await exported(origin.database, older.source));
    expect(report.migrated).toEqual(['0900_views_more']);
    const { rows } = await target.database.query(`select nickname from identity.people where name = 'Ada'`);
    expect(rows).toEqual([{ nickname: 'ada' }]);
    expect(await migrate(target.database, newer.source)).toEqual([]);

    await using back = await createTestDatabase({ empty: true });
    const tooNew = await exported(target.database, newer.source);
    await expect(imported(back.database, older.source, tooNew)).rejects.toThrow(MigrationError);
    await expect(imported(back.database, older.source, tooNew)).rejects.toThrow(
      'the export has migration 0900_views_more',
    );
    await expect(exported(target.database, older.source)).rejects.toThrow('the database has migration 0900_views_more');
  });
});
