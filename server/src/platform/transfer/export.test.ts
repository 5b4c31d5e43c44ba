import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import { migrate } from '../database/migrate.ts';
import { exportLines } from './export.ts';
import { exportTo } from './file.ts';
import { contentsOf } from './testing/contents.ts';
import { imported, quietEnds } from './testing/file-text.ts';
import { fill } from './testing/filled-database.ts';
import { DATABASE_FOLDER, schemaFolder, temporaryFolder } from './testing/schema-folder.ts';

describe('an export', () => {
  it('is one moment of the database, while others go on writing', async () => {
    await using folder = await schemaFolder();
    await using origin = await createTestDatabase({ empty: true });
    await migrate(origin.database, folder.source);
    await fill(origin.database);
    const before = await contentsOf(origin.database);
    const pieces = exportLines(origin.database, { program: '1', databaseFolder: folder.source.folder });
    const first = await pieces.next();
    let text = first.done === true ? '' : first.value;
    await origin.database.query(`insert into platform.settings values ('late', 'x')`);
    await origin.database.query(`delete from health.check_statuses`);
    for await (const piece of pieces) text += piece;
    await using target = await createTestDatabase({ empty: true });
    await imported(target.database, folder.source, text);
    expect(await contentsOf(target.database)).toEqual(before);
  });

  it('gives its connection back when nobody takes the rest', async () => {
    await using test = await createTestDatabase();
    await fill(test.database);
    const pieces = exportLines(test.database, { program: '1', databaseFolder: DATABASE_FOLDER });
    await pieces.next();
    await pieces.return(undefined);
    // Waits for ever if the locks of the export are still held.
    await test.database.query(`set lock_timeout = '5s'; truncate health.check_statuses`);
  });

  it('can be read by its owner only and leaves an older file whole until it is complete', async () => {
    await using test = await createTestDatabase();
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'backup.gz');
    await writeFile(file, 'older');
    const options = { program: '1', databaseFolder: DATABASE_FOLDER };
    const stop = new AbortController();
    stop.abort();
    await expect(exportTo(file, test.database, options, { ...quietEnds(), signal: stop.signal })).rejects.toThrow(
      'interrupted',
    );
    expect(await readFile(file, 'utf8')).toBe('older');
    expect(await readdir(folder.path)).toEqual(['backup.gz']);

    const trailer = await exportTo(file, test.database, options, quietEnds());
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder.path)).toEqual(['backup.gz']);
    expect(gunzipSync(await readFile(file)).toString()).toContain(trailer.sha256);
  });

  it('says where it cannot be written and that an empty database has nothing to export', async () => {
    await using test = await createTestDatabase();
    await using empty = await createTestDatabase({ empty: true });
    const options = { program: '1', databaseFolder: DATABASE_FOLDER };
    await expect(exportTo('/nowhere/x.gz', test.database, options, quietEnds())).rejects.toThrow(
      /^\/nowhere\/x.gz cannot be written/,
    );
    await expect(exportTo('/dev/null', empty.database, options, quietEnds())).rejects.toThrow('nothing to export');
  });
});
