import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { JobOutcome } from '../../jobs/index.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { applyCanary, type FirstRuns, spreadFirstRuns } from '../canaries/apply.ts';
import { markDeleted } from '../canaries/store.ts';
import { type CanaryDocument, MOST_BYTES, type ParsedFile, parseCanaryFile } from './parse.ts';

/** Sources of canaries that files own begin so; the rest is the path inside the folder. */
export const FILE_SOURCE = 'file:';

const DOCUMENT = /\.(ya?ml|json)$/i;
const MOST_FILES = 20_000;

/**
 * Brings the canaries of the documents folder in step with its files. A file that cannot be read or parsed keeps the
 * canaries that it had: a typing error must not delete checks. A document that is gone deletes its canary softly.
 */
export async function syncDocuments(database: Database, folder: string, clock: Clock): Promise<JobOutcome> {
  const errors: string[] = [];
  const files = await listDocuments(folder);
  const firstRuns = spreadFirstRuns();
  let successes = 0;
  const kept: string[] = [];
  for (const path of files) {
    const source = FILE_SOURCE + path;
    const parsed = await parseFile(folder, path);
    errors.push(...parsed.refused);
    const ids: string[] = [];
    for (const document of parsed.canaries) {
      try {
        ids.push(await database.transaction((transaction) => upsert(transaction, source, document, clock.now(), firstRuns)));
        successes += 1;
      } catch (error) {
        errors.push(`${path}, document ${document.place}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    const isWhole = parsed.refused.length === 0 && ids.length === parsed.canaries.length;
    kept.push(...(isWhole ? ids : [...ids, ...(await idsOf(database, source))]));
  }
  const gone = await database.transaction((transaction) => removeOthers(transaction, kept));
  return { successes, errors, summary: { files: files.length, canaries: successes, removed: gone } };
}

async function listDocuments(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && DOCUMENT.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort()
    .slice(0, MOST_FILES);
}

async function parseFile(folder: string, path: string): Promise<ParsedFile> {
  try {
    const { size } = await stat(join(folder, path));
    if (size > MOST_BYTES) return { canaries: [], refused: [`${path} is larger than ${MOST_BYTES / 1024 / 1024} MiB: split it into smaller files`] };
    return parseCanaryFile(path, await readFile(join(folder, path), 'utf8'));
  } catch (error) {
    return { canaries: [], refused: [`${path}: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

/** @returns the id of the canary. */
async function upsert(
  transaction: Queryable,
  source: string,
  document: CanaryDocument,
  now: number,
  firstRuns: FirstRuns,
): Promise<string> {
  const { name, namespace, labels, annotations, spec } = document;
  const values = [name, namespace, source, labels, annotations, spec];
  const same = await transaction.query<{ id: string }>(
    `select id from health.canaries where (name, namespace, source) = ($1, $2, $3) and deleted_at is null
       and labels = $4 and annotations = $5 and spec = $6 and schedule_error is null`,
    values,
  );
  if (same.rows[0]) return same.rows[0].id;
  const revived = await transaction.query<{ id: string }>(
    `update health.canaries set deleted_at = null, labels = $4, annotations = $5, spec = $6
     where id = (select id from health.canaries where (name, namespace, source) = ($1, $2, $3)
                 order by deleted_at is not null, deleted_at desc limit 1)
     returning id`,
    values,
  );
  const made = revived.rows[0]
    ? revived
    : await transaction.query<{ id: string }>(
        'insert into health.canaries (name, namespace, source, labels, annotations, spec) values ($1, $2, $3, $4, $5, $6) returning id',
        values,
      );
  const id = made.rows[0]?.id ?? '';
  await applyCanary(transaction, { id, namespace, labels, annotations, spec }, now, firstRuns);
  return id;
}

async function idsOf(database: Queryable, source: string): Promise<string[]> {
  const found = await database.query<{ id: string }>('select id from health.canaries where source = $1 and deleted_at is null', [source]);
  return found.rows.map((row) => row.id);
}

async function removeOthers(transaction: Queryable, kept: readonly string[]): Promise<number> {
  const gone = await transaction.query<{ id: string }>(
    `select id from health.canaries where source like '${FILE_SOURCE}%' and deleted_at is null and not (id = any($1::uuid[]))`,
    [kept],
  );
  if (gone.rows.length > 0)
    await markDeleted(
      transaction,
      gone.rows.map((row) => row.id),
    );
  return gone.rows.length;
}
