import type { Job } from '../../platform/rooms/job.ts';
import { createDocumentReader } from '../documents/reader.ts';
import { type SeenFiles, syncDocuments } from '../documents/sync.ts';

export const DOCUMENT_SYNC = 'document-sync';

/** Brings canaries in step with the documents folder; asked for when a file changes. */
export function documentSync(folder: string): Job {
  const seen: SeenFiles = new Map();
  const reader = createDocumentReader();
  return {
    name: DOCUMENT_SYNC,
    run: ({ database, clock }) => syncDocuments(database, folder, clock, reader, seen),
  };
}
