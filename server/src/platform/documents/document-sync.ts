import type { Job } from '../rooms/job.ts';
import type { DocumentKind } from './document-kind.ts';
import { createDocumentReader } from './reader.ts';
import { type SeenFiles, syncDocuments } from './sync.ts';

export const DOCUMENT_SYNC = 'document-sync';

/**
 * Brings what the rooms keep in step with a folder of documents; asked for when a file changes.
 * @throws Error when two rooms declare the same kind.
 */
export function documentSync(folder: string, kinds: readonly DocumentKind[]): Job {
  refuseTwins(kinds.map(({ kind }) => kind));
  refuseTwins(kinds.flatMap(({ takesUnnamed }) => (takesUnnamed ? ['documents without a kind'] : [])));
  const seen: SeenFiles = new Map();
  const reader = createDocumentReader(kinds);
  return {
    name: DOCUMENT_SYNC,
    run: ({ database, clock }) => syncDocuments(database, folder, clock, kinds, reader, seen),
  };
}

function refuseTwins(names: readonly string[]): void {
  const twin = names.find((name, place) => names.indexOf(name) !== place);
  if (twin !== undefined) throw new Error(`two rooms take ${twin}: let one room.ts declare it`);
}
