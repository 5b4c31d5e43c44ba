/**
 * The file of an export: gzip around lines of JSON. The first line is the header; an object opens a table or names a
 * sequence; an array is a row of the table that was opened last, each value in PostgreSQL's own text form or null; the
 * last line is the trailer, without which a file counts as cut off.
 */
export const FORMAT = 'watchroom-export';
export const FORMAT_VERSION = 1;

/** Stops an export or an import; the message is for the person at the terminal. */
export class TransferError extends Error {
  override name = 'TransferError';
}

export interface ExportHeader {
  readonly format: typeof FORMAT;
  readonly formatVersion: number;
  /** Version of the program that wrote the file. */
  readonly program: string;
  /** Moment of the snapshot, ISO 8601. */
  readonly time: string;
  /** Fingerprint of the key that the values in the database are encrypted with; null when no server ever ran on it. */
  readonly keyFingerprint: string | null;
  /** The migrations that made the tables, the newest one last. */
  readonly migrations: readonly { readonly number: number; readonly name: string; readonly checksum: string }[];
}

export interface TableLine {
  /** Name with schema, unquoted. */
  readonly table: string;
  readonly columns: readonly Column[];
  /** Ranges of a partitioned table; absent for a plain one. */
  readonly partitions?: readonly Partition[];
}

export interface Column {
  readonly name: string;
  /** As PostgreSQL writes it, with the schema where the type is not its own. */
  readonly type: string;
}

export interface Partition {
  readonly name: string;
  /** Bounds as PostgreSQL writes them; `from` is included, `to` is not. */
  readonly from: string;
  readonly to: string;
}

export interface SequenceLine {
  readonly sequence: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

export interface Trailer {
  readonly end: true;
  readonly tables: number;
  readonly rows: number;
  /** SHA-256 in hex of all lines before this one. */
  readonly sha256: string;
}

export type Row = readonly (string | null)[];

/** Rows of `platform.settings` that belong to one installation and stay with it. */
export const SETTINGS_THAT_STAY: readonly string[] = ['api_checksum', 'key_fingerprint'];

export const SETTINGS_TABLE = 'platform.settings';

/** Values have one text form, whatever a server, a database or a user was configured to. */
export const PLAIN_FORMS = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local xmloption = 'content';
  set local search_path = pg_catalog; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;
