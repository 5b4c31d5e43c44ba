import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Database } from '../database/database.ts';
import type { SchemaSource } from '../database/migrate.ts';
import { type ExportOptions, exportLines } from './export.ts';
import { TransferError, type Trailer } from './format.ts';
import { type ImportReport, importBytes } from './import.ts';

/** Stands for standard input or output in place of the name of a file. */
const STANDARD_STREAM = '-';

/** Where `-` leads, and what stops the work half-way. */
export interface TransferEnds {
  readonly output: Writable;
  readonly input: Readable;
  readonly signal: AbortSignal;
}

/**
 * Writes an export. The file can be read by its owner only, since it holds every secret of the database, and takes the place
 * of an older one of the same name only when it is complete.
 * @throws TransferError, MigrationError when it cannot be written.
 */
export async function exportTo(
  file: string,
  database: Database,
  options: ExportOptions,
  ends: TransferEnds,
): Promise<Trailer> {
  let trailer: Trailer | undefined;
  const lines = exportLines(database, { ...options, onEnd: (last) => (trailer = last) });
  const { signal } = ends;
  if (file === STANDARD_STREAM) {
    await pipeline(lines, createGzip(), ends.output, { signal, end: false }).catch(explained(file, 'write'));
  } else {
    const temporary = `${file}.${randomBytes(6).toString('hex')}.part`;
    try {
      // `flush` syncs the file before it gets its name: a power cut leaves the older export or this one, whole.
      const out = createWriteStream(temporary, { mode: 0o600, flags: 'wx', flush: true });
      await pipeline(lines, createGzip(), out, { signal });
      await rename(temporary, file);
      await syncFolder(dirname(file));
    } catch (error) {
      await rm(temporary, { force: true });
      explained(file, 'write')(error);
    }
  }
  if (!trailer) throw new TransferError('the export ended before its last line.');
  return trailer;
}

/**
 * Reads an export into a database that was never used.
 * @throws TransferError, MigrationError when it cannot be read; the database is then as before.
 */
export async function importFrom(
  file: string,
  database: Database,
  source: SchemaSource,
  ends: Pick<TransferEnds, 'input' | 'signal'>,
): Promise<ImportReport> {
  const bytes = file === STANDARD_STREAM ? ends.input : createReadStream(file);
  let report: ImportReport | undefined;
  await pipeline(
    bytes,
    createGunzip(),
    async (unzipped: AsyncIterable<Buffer>) => {
      report = await importBytes(database, source, unzipped);
    },
    { signal: ends.signal },
  ).catch(explained(file, 'read'));
  if (!report) throw new TransferError('the import ended before its last line.');
  return report;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Turns the errors of files and of gzip into sentences; what is one already goes on as it is. */
function explained(file: string, doing: 'read' | 'write') {
  const name = file === STANDARD_STREAM ? (doing === 'read' ? 'standard input' : 'standard output') : file;
  return (error: unknown): never => {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error ? String(error.code) : '';
    if (error.name === 'AbortError')
      throw new TransferError('it was interrupted; nothing was changed.', { cause: error });
    if (code === 'Z_BUF_ERROR') throw new TransferError(`${name} is cut off.`, { cause: error });
    if (code.startsWith('Z_'))
      throw new TransferError(`${name} is no export of Watchroom, or it is damaged: ${error.message}.`, {
        cause: error,
      });
    if (/^E[A-Z]+$/.test(code) && 'syscall' in error)
      throw new TransferError(`${name} cannot be ${doing === 'read' ? 'read' : 'written'}: ${error.message}.`, {
        cause: error,
      });
    throw error;
  };
}
