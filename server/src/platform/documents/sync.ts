import type { Database } from '../database/database.ts';
import type { JobOutcome, ResourceOutcome } from '../rooms/job.ts';
import type { Clock } from '../time/clock.ts';
import { type DocumentKind, type DocumentSync, FILE_SOURCE, type ParsedDocument } from './document-kind.ts';
import { fingerprintOf, listDocuments, messageOf, readDocument } from './files.ts';
import type { ParsedFile } from './parse.ts';
import type { DocumentReader } from './reader.ts';

/** What this process saw of a file when it was last in step; what the database says about its rows wins. */
export type SeenFiles = Map<string, SeenFile>;

interface SeenFile {
  readonly fingerprint: string;
  readonly ids: readonly string[];
  /** What was wrong with it, which stays wrong until the file changes. */
  readonly refused: readonly string[];
  readonly unsupported: readonly string[];
  /** Wall clock in ms: from then on the file is read again even if it has not changed. */
  readonly readAgainAt?: number;
}

/** ms until a file that reached a limit is tried again: a busy machine may have been the reason. */
const TRY_AGAIN_AFTER = 600_000;

/** Files that are compared with the database in one query. */
const FILES_AT_ONCE = 100;

/** Errors of a file that each of its rows tells: a file may have many of both. */
const ERRORS_OF_ONE = 5;

interface Tally {
  successes: number;
  readonly errors: string[];
  readonly kept: string[];
  /** By id, of the rows whose files were read. */
  readonly resources: Map<string, ResourceOutcome>;
}

/**
 * Brings what the documents of a folder describe in step with its files. A file that cannot be read or parsed keeps what it
 * had: a typing error must not delete anything. A document that is gone deletes its row softly.
 */
export async function syncDocuments(
  database: Database,
  folder: string,
  clock: Clock,
  kinds: readonly DocumentKind[],
  reader: DocumentReader,
  seen: SeenFiles = new Map(),
): Promise<JobOutcome> {
  const found = await listDocuments(folder);
  const syncs = new Map(kinds.map((kind) => [kind.kind, kind.sync(database, clock)] as const));
  const resourceTypes = new Map(kinds.map(({ kind, resourceType }) => [kind, resourceType] as const));
  const owned = new Map<string, string>();
  const ownedTypes = new Map<string, string>();
  for (const [kind, sync] of syncs)
    for (const [id, source] of await sync.owned()) {
      owned.set(id, source);
      ownedTypes.set(id, resourceTypes.get(kind) ?? kind);
    }
  const tally: Tally = { successes: 0, errors: [...found.errors], kept: [], resources: new Map() };
  const present = new Set(found.paths.map((path) => FILE_SOURCE + path));
  const fingerprints = new Map<string, string>();
  const changed: string[] = [];
  for (const path of found.paths) {
    const fingerprint = await fingerprintOf(folder, path).catch(() => undefined);
    const before = seen.get(path);
    const isDue = (before?.readAgainAt ?? Infinity) <= clock.now();
    const isKnown = fingerprint !== undefined && before?.fingerprint === fingerprint && !isDue;
    if (isKnown && before.ids.every((id) => owned.has(id))) {
      tally.kept.push(...before.ids, ...(before.refused.length === 0 ? [] : idsOfFile(owned, path)));
      tally.successes += before.ids.length;
      tally.errors.push(...before.refused, ...before.unsupported);
      continue;
    }
    if (fingerprint !== undefined) fingerprints.set(path, fingerprint);
    seen.delete(path);
    changed.push(path);
  }
  for (let first = 0; first < changed.length; first += FILES_AT_ONCE) {
    const files = await parseFiles(folder, changed.slice(first, first + FILES_AT_ONCE), reader);
    const applied = await applyAll(syncs, files, present);
    for (const { path, parsed, isRead } of files) {
      const { refused, unsupported } = parsed;
      tally.errors.push(...refused, ...unsupported);
      const ids: string[] = [];
      const failed: string[] = [];
      for (const document of parsed.documents) {
        const result = applied.get(document);
        if (typeof result === 'string') {
          ids.push(result);
          const type = resourceTypes.get(document.kind) ?? document.kind;
          tally.resources.set(result, { type, id: result, successes: 1, errors: [] });
        } else failed.push(`${path}, document ${document.place}: ${messageOf(result)}`);
      }
      tally.errors.push(...failed);
      tally.successes += ids.length;
      const isWritten = ids.length === parsed.documents.length;
      const fingerprint = fingerprints.get(path);
      if (isRead && isWritten && fingerprint !== undefined)
        seen.set(path, {
          fingerprint,
          ids,
          refused,
          unsupported,
          ...(parsed.isOverLimit ? { readAgainAt: clock.now() + TRY_AGAIN_AFTER } : {}),
        });
      tally.kept.push(...ids);
      const errors = [...refused, ...failed].slice(0, ERRORS_OF_ONE);
      for (const id of errors.length === 0 ? [] : idsOfFile(owned, path)) {
        tally.kept.push(id);
        const type = ownedTypes.get(id);
        if (type !== undefined && !tally.resources.has(id)) tally.resources.set(id, { type, id, successes: 0, errors });
      }
    }
  }
  for (const path of seen.keys()) if (!present.has(FILE_SOURCE + path)) seen.delete(path);
  for (const inside of found.unread)
    tally.kept.push(...idsOf(owned, (source) => source.startsWith(FILE_SOURCE + inside) && !present.has(source)));
  let removed = 0;
  for (const sync of syncs.values()) removed += await sync.forget(tally.kept);
  return {
    successes: tally.successes,
    errors: tally.errors,
    summary: { files: found.paths.length, documents: tally.successes, removed },
    resources: [...tally.resources.values()],
  };
}

/** @returns of each document the id of its row, or why it was not taken. */
async function applyAll(
  syncs: ReadonlyMap<string, DocumentSync>,
  files: readonly ReadFile[],
  present: ReadonlySet<string>,
): Promise<ReadonlyMap<ParsedDocument, string | Error>> {
  const results = new Map<ParsedDocument, string | Error>();
  for (const [kind, sync] of syncs) {
    const documents = files.flatMap(({ path, parsed }) =>
      parsed.documents
        .filter((document) => document.kind === kind)
        .map((document) => ({ source: FILE_SOURCE + path, document })),
    );
    const applied = documents.length === 0 ? [] : await sync.apply(documents, present);
    for (const [place, { document }] of documents.entries())
      results.set(document, applied[place] ?? new Error('was not taken'));
  }
  return results;
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
    return {
      path: file.path,
      parsed: found ?? { documents: [], refused, unsupported: [] },
      isRead: found !== undefined,
    };
  });
}

function idsOfFile(owned: ReadonlyMap<string, string>, path: string): string[] {
  return idsOf(owned, (source) => source === FILE_SOURCE + path);
}

function idsOf(owned: ReadonlyMap<string, string>, matches: (source: string) => boolean): string[] {
  return [...owned].filter(([, source]) => matches(source)).map(([id]) => id);
}
