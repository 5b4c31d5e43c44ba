import { type DocumentKind, FILE_SOURCE } from '../../platform/documents/document-kind.ts';
import { spreadFirstRuns } from '../canaries/apply.ts';
import type { ReadCanary } from '../canaries/read-canary.ts';
import { findUnchanged, writeDocument } from './write-document.ts';

/** New or changed checks in one sync. */
const MANY = 500;

/** Canaries that files declare. */
export const canaryDocuments: DocumentKind<ReadCanary> = {
  kind: 'Canary',
  takesUnnamed: true,
  resourceType: 'canary',
  reader: new URL('./read-document.ts', import.meta.url),
  sync(database, clock) {
    const firstRuns = spreadFirstRuns();
    return {
      async owned() {
        const found = await database.query<{ id: string; source: string }>(
          `select id, source from health.canaries where source like '${FILE_SOURCE}%' and deleted_at is null`,
        );
        return new Map(found.rows.map((row) => [row.id, row.source]));
      },
      async apply(documents, present) {
        const unchanged = await findUnchanged(database, documents);
        const results: (string | Error)[] = [];
        for (const [place, document] of documents.entries())
          try {
            results.push(
              unchanged.get(place) ?? (await writeDocument(database, document, present, clock.now(), firstRuns)),
            );
          } catch (error) {
            results.push(error instanceof Error ? error : new Error(String(error)));
          }
        return results;
      },
      async forget(kept) {
        // A trigger takes their checks along.
        const removed = await database.query(
          `update health.canaries set deleted_at = clock_timestamp()
           where source like '${FILE_SOURCE}%' and deleted_at is null
             and not exists (select from unnest($1::uuid[]) kept where kept = id)`,
          [kept],
        );
        // Until the database has counted them it plans for twenty checks, and the first page takes three times as long.
        if (firstRuns.count > MANY) await database.query('analyze health.canaries, health.checks, health.check_states');
        return removed.rowCount ?? 0;
      },
    };
  },
};
