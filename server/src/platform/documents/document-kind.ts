import type { Database } from '../database/database.ts';
import type { Entry } from '../kinds/validate.ts';
import type { Clock } from '../time/clock.ts';

/**
 * Reads the spec of a document, away from the main thread. What it returns must survive a structured clone.
 * @returns what the kind makes of it, or what is wrong with it: "holds no check".
 */
export type ReadDocument<Content = unknown> = (spec: Entry) => Content | { readonly refused: string };

/** A document as its file declares it. */
export interface ParsedDocument<Content = unknown> {
  readonly kind: string;
  /** Place among the documents of its file, from 1. */
  readonly place: number;
  readonly name: string;
  readonly namespace: string;
  readonly labels: Entry;
  readonly annotations: Entry;
  readonly spec: Entry;
  /** What {@link ReadDocument} made of the spec. */
  readonly content: Content;
}

/** Sources of rows that files own begin so; the rest is the path inside the folder. */
export const FILE_SOURCE = 'file:';

export interface OwnedDocument<Content = unknown> {
  /** {@link FILE_SOURCE} and the path of its file. */
  readonly source: string;
  readonly document: ParsedDocument<Content>;
}

/** One kind's part in one sync of the folder. */
export interface DocumentSync<Content = unknown> {
  /** Id → source of what files own now. */
  owned(): Promise<ReadonlyMap<string, string>>;
  /**
   * Writes the documents that differ from what is stored.
   * @param present sources of all files that are there now.
   * @returns of each document the id of its row, or why it was not taken.
   */
  apply(
    documents: readonly OwnedDocument<Content>[],
    present: ReadonlySet<string>,
  ): Promise<readonly (string | Error)[]>;
  /** Ends the sync: deletes softly what files own and is not among these ids. @returns how many. */
  forget(kept: readonly string[]): Promise<number>;
}

/** A kind of documents, declared by the room that keeps what they describe. */
export interface DocumentKind<Content = unknown> {
  /** As documents name it. */
  readonly kind: string;
  /** Takes documents without a kind too. One kind at most. */
  readonly takesUnnamed?: true;
  /** What the history of jobs calls the rows of this kind, for example `canary`. */
  readonly resourceType: string;
  /** Module whose export `read` is the kind's {@link ReadDocument}. */
  readonly reader: URL;
  sync(database: Database, clock: Clock): DocumentSync<Content>;
}
