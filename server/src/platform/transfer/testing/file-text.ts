import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import type { Database } from '../../database/database.ts';
import type { SchemaSource } from '../../database/migrate.ts';
import { exportLines } from '../export.ts';
import type { TransferEnds } from '../file.ts';
import { type ImportReport, importBytes } from '../import.ts';

/** The text of an export, before it is zipped. */
export async function exported(database: Database, source: SchemaSource): Promise<string> {
  let text = '';
  for await (const piece of exportLines(database, { program: '1.2.3', databaseFolder: source.folder })) text += piece;
  return text;
}

/** Reads such a text, in pieces that cut through lines and characters. */
export function imported(database: Database, source: SchemaSource, text: string): Promise<ImportReport> {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 4093) }, (_, index) =>
    bytes.subarray(index * 4093, (index + 1) * 4093),
  );
  return importBytes(database, source, Readable.from(pieces));
}

/** The same text with the checksum of what it holds now, as one who forges a file would write it. */
export function resealed(text: string): string {
  const end = text.trimEnd().lastIndexOf('\n') + 1;
  const before = text.slice(0, end);
  const sha256 = createHash('sha256').update(before).digest('hex');
  return `${before}${text.slice(end).replace(/[0-9a-f]{64}/, sha256)}`;
}

export function quietEnds(): TransferEnds {
  return { input: new PassThrough(), output: new PassThrough(), signal: new AbortController().signal };
}
