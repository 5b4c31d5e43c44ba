import type { JobOutcome } from '../../platform/rooms/job.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { spreadFirstRuns } from '../canaries/apply.ts';
import { markDeleted } from '../canaries/store.ts';
import { fingerprintOf, listDocuments, messageOf, readDocument } from './files.ts';
import type { ParsedFile } from './parse.ts';
import type { DocumentReader } from './reader.ts';
import { FILE_SOURCE, findUnchanged, type OwnedDocument, writeDocument } from './write-document.ts';

/** What this process saw of a file when it was last in step; what the database says about its canaries wins. */
export type SeenFiles = Map<string, SeenFile>;

interface SeenFile {
  readonly fingerprint: string;
  readonly ids: readonly string[];
  /** What was wrong with it, which stays wrong until the file changes. */
  readonly refused: readonly string[];
  /** Wall clock in ms: from then on the file is read again even if it has not changed. */
  readonly readAgainAt?: number;
}

/** ms until a file that reached a limit is tried again: a busy machine may have been the reason. */
const TRY_AGAIN_AFTER = 600_000;

/** Files that are compared with the database in one query. */
const FILES_AT_ONCE = 100;

/** New or changed checks in one sync. */
const MANY = 500;

interface Tally {
  successes: number;
  readonly errors: string[];
  readonly kept: string[];
}

/**
 * Brings the canaries of the documents folder in step with its files. A file that cannot be read or parsed keeps the
 * canaries that it had: a typing error must not delete checks. A document that is gone deletes its canary softly.
 */
export async function syncDocuments(
  database: Database,
  folder: string,
  clock: Clock,
  reader: DocumentReader,
  seen: SeenFiles = new Map(),
): Promise<JobOutcome> {
  const found = await listDocuments(folder);
  const live = await liveCanaries(database);
  const tally: Tally = { successes: 0, errors: [...found.errors], kept: [] };
  const firstRuns = spreadFirstRuns();
  const present = new Set(found.paths.map((path) => FILE_SOURCE + path));
  const fingerprints = new Map<string, string>();
  const changed: string[] = [];
  for (const path of found.paths) {
    const fingerprint = await fingerprintOf(folder, path).catch(() => undefined);
    const before = seen.get(path);
    const isDue = (before?.readAgainAt ?? Infinity) <= clock.now();
    const isKnown = fingerprint !== undefined && before?.fingerprint === fingerprint && !isDue;
    if (isKnown && before.ids.every((id) => live.has(id))) {
      tally.kept.push(...before.ids, ...(before.refused.length === 0 ? [] : idsOfFile(live, path)));
      tally.successes += before.ids.length;
      tally.errors.push(...before.refused);
      continue;
    }
    if (fingerprint !== undefined) fingerprints.set(path, fingerprint);
    seen.delete(path);
    changed.push(path);
  }
  for (let first = 0; first < changed.length; first += FILES_AT_ONCE) {
    const files = await parseFiles(folder, changed.slice(first, first + FILES_AT_ONCE), reader);
    const owned = files.flatMap(({ path, parsed }) =>
      parsed.canaries.map((document) => ({ source: FILE_SOURCE + path, document })),
    );
    const unchanged = await findUnchanged(database, owned);
    const idOf = new Map(owned.map(({ document }, place) => [document, unchanged.get(place)]));
    for (const { path, parsed, isRead } of files) {
      const source = FILE_SOURCE + path;
      tally.errors.push(...parsed.refused);
      const ids: string[] = [];
      for (const document of parsed.canaries) {
        const one: OwnedDocument = { source, document };
        try {
          ids.push(idOf.get(document) ?? (await writeDocument(database, one, present, clock.now(), firstRuns)));
          tally.successes += 1;
        } catch (error) {
          tally.errors.push(`${path}, document ${document.place}: ${messageOf(error)}`);
        }
      }
      const isWritten = ids.length === parsed.canaries.length;
      const fingerprint = fingerprints.get(path);
      if (isRead && isWritten && fingerprint !== undefined)
        seen.set(path, {
          fingerprint,
          ids,
          refused: parsed.refused,
          ...(parsed.isOverLimit ? { readAgainAt: clock.now() + TRY_AGAIN_AFTER } : {}),
        });
      const isWhole = isWritten && parsed.refused.length === 0;
      tally.kept.push(...ids, ...(isWhole ? [] : idsOfFile(live, path)));
    }
  }
  for (const path of seen.keys()) if (!present.has(FILE_SOURCE + path)) seen.delete(path);
  for (const inside of found.unread)
    tally.kept.push(...idsOf(live, (source) => source.startsWith(FILE_SOURCE + inside) && !present.has(source)));
  const gone = await removeOthers(database, tally.kept);
  // Until the database has counted them it plans for twenty checks, and the first page takes three times as long.
  if (firstRuns.count > MANY) await database.query('analyze health.canaries, health.checks, health.check_states');
  return {
    successes: tally.successes,
    errors: tally.errors,
    summary: { files: found.paths.length, canaries: tally.successes, removed: gone },
  };
}

interface ReadFile {
  readonly path: string;
  readonly parsed: ParsedFile;
  /** False when the file system gave no text, which it may do the next time. */
  readonly isRead: boolean;
}

async function parseFiles(
  folder: string,
  paths: readonly string[],
  reader: DocumentReader,
): Promise<readonly ReadFile[]> {
  const files = await Promise.all(
    paths.map((path) =>
      readDocument(folder, path).then(
        (content) => ({ path, content }),
        (error: unknown) => ({ path, refusal: `${path}: ${messageOf(error)}` }),
      ),
    ),
  );
  const readable = files.filter((file) => 'content' in file);
  const parsed = await reader.parse(readable);
  const byPath = new Map(readable.map(({ path }, index) => [path, parsed[index]]));
  return files.map((file) => {
    const found = byPath.get(file.path);
    const refused = 'refusal' in file ? [file.refusal] : [];
    return { path: file.path, parsed: found ?? { canaries: [], refused }, isRead: found !== undefined };
  });
}

/** Id → source of the canaries that files own. */
async function liveCanaries(database: Queryable): Promise<ReadonlyMap<string, string>> {
  const found = await database.query<{ id: string; source: string }>(
    `select id, source from health.canaries where source like '${FILE_SOURCE}%' and deleted_at is null`,
  );
  return new Map(found.rows.map((row) => [row.id, row.source]));
}

function idsOfFile(live: ReadonlyMap<string, string>, path: string): string[] {
  return idsOf(live, (source) => source === FILE_SOURCE + path);
}

function idsOf(live: ReadonlyMap<string, string>, matches: (source: string) => boolean): string[] {
  return [...live].filter(([, source]) => matches(source)).map(([id]) => id);
}

async function removeOthers(database: Database, kept: readonly string[]): Promise<number> {
  return database.transaction(async (transaction) => {
    const gone = await transaction.query<{ id: string }>(
      `select id from health.canaries where source like '${FILE_SOURCE}%' and deleted_at is null
         and not exists (select from unnest($1::uuid[]) kept where kept = id)`,
      [kept],
    );
    const ids = gone.rows.map((row) => row.id);
    if (ids.length > 0) await markDeleted(transaction, ids);
    return ids.length;
  });
}
