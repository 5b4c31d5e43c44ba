import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SchemaSource } from '../../database/migrate.ts';

export interface SchemaFolder extends AsyncDisposable {
  readonly source: SchemaSource;
  /** Adds a migration behind those that are there. */
  add(name: string, sql: string): Promise<void>;
}

/** The SQL of the product. */
export const DATABASE_FOLDER = join(import.meta.dirname, '../../../../../database');

export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'watchroom-transfer-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** A copy of the product's migrations, to which a test adds its own. */
export async function schemaFolder(): Promise<SchemaFolder> {
  const folder = await temporaryFolder();
  await cp(DATABASE_FOLDER, folder.path, { recursive: true });
  return {
    source: { folder: folder.path, grants: [] },
    add: (name, sql) => writeFile(join(folder.path, 'migrations', `${name}.sql`), sql),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
