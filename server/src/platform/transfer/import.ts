import pg from 'pg';
import type { Database, Queryable } from '../database/database.ts';
import { checkKnownMigrations, migrateOnly, migrateWithin, type SchemaSource } from '../database/migrate.ts';
import {
  type ExportHeader,
  FORMAT,
  FORMAT_VERSION,
  PLAIN_FORMS,
  type Row,
  type SequenceLine,
  type TableLine,
  TransferError,
  type Trailer,
} from './format.ts';
import { linesOf, type NumberedLine } from './lines.ts';
import { liftRules } from './rules.ts';
import { listSequences, listTables, quoted, type Table } from './tables.ts';

export interface ImportReport {
  readonly header: ExportHeader;
  readonly tables: number;
  readonly rows: number;
  /** Migrations that ran after an older export was in. */
  readonly migrated: readonly string[];
}

/** Rows of one insert: many enough to hide the round trip. */
const BATCH_ROWS = 1_000;
const BATCH_CHARACTERS = 1_000_000;

/**
 * Fills a database that Watchroom never used from the bytes of an export (already unzipped), in one transaction: what fails
 * half-way leaves nothing behind. An older export is migrated once it is in.
 * @throws TransferError, MigrationError naming what is wrong with the file or the database.
 */
export async function importBytes(
  database: Database,
  source: SchemaSource,
  bytes: AsyncIterable<Buffer>,
): Promise<ImportReport> {
  return database.transaction(async (transaction) => {
    await refuseUsedDatabase(transaction);
    const lines = linesOf(bytes);
    const first = await lines.next();
    const header = readHeader(first.done === true ? undefined : first.value.text);
    await checkKnownMigrations(header.migrations, source.folder, 'the export');
    const numbers = header.migrations.map((migration) => migration.number);
    await migrateOnly(transaction, database.rolePrefix, source, numbers);

    await transaction.query(PLAIN_FORMS);
    const tables = await listTables(transaction);
    const rules = await liftRules(transaction, tables);
    // The rows that migrations wrote are in the export, too, as they are by now.
    await transaction.query(`truncate ${tables.map((table) => table.sql).join(', ')}`);
    const trailer = await copyIn(transaction, tables, lines);
    await rules.restore();
    await transaction.query('set local search_path to default; set local timezone to default');
    const migrated = await migrateWithin(transaction, database.rolePrefix, source);
    return { header, tables: trailer.tables, rows: trailer.rows, migrated };
  });
}

async function refuseUsedDatabase(transaction: Queryable): Promise<void> {
  const used = await transaction.query<{ used: boolean }>(
    `select to_regclass('public.watchroom_migrations') is not null as used`,
  );
  if (used.rows[0]?.used === true)
    throw new TransferError(
      'this database was already used by Watchroom, and an import replaces nothing: give it a new data folder or a new, empty database.',
    );
}

function readHeader(text: string | undefined): ExportHeader {
  const header = text === undefined ? undefined : parse(text);
  if (!isObject(header) || header['format'] !== FORMAT)
    throw new TransferError('this file is no export of Watchroom: its first line does not say so.');
  if (header['formatVersion'] !== FORMAT_VERSION)
    throw new TransferError(
      `the export has format ${String(header['formatVersion'])} and this version of Watchroom reads ${FORMAT_VERSION}: use the version that wrote it (${String(header['program'])}) or a newer one.`,
    );
  if (!Array.isArray(header['migrations']) || header['migrations'].length === 0)
    throw new TransferError('the file is damaged: its first line names no migrations.');
  return header as unknown as ExportHeader;
}

/** Everything between header and trailer. */
async function copyIn(transaction: Queryable, tables: readonly Table[], lines: AsyncGenerator<NumberedLine>) {
  const waiting = new Map(tables.map((table) => [table.fullName, table]));
  const sequences = new Map((await listSequences(transaction)).map((sequence) => [sequence.fullName, sequence.sql]));
  let current: Table | undefined;
  let batch: Row[] = [];
  let characters = 0;
  let rows = 0;
  let trailer: Trailer | undefined;

  const flush = async () => {
    if (current && batch.length > 0) await insert(transaction, current, batch);
    batch = [];
    characters = 0;
  };
  for await (const line of lines) {
    if (trailer) throw new TransferError(`the file goes on after its end, at line ${line.number}.`);
    const content = parse(line.text);
    if (Array.isArray(content)) {
      if (!current || !isRow(content, current.columns.length)) throw damaged(line);
      batch.push(content);
      rows += 1;
      characters += line.text.length;
      if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush();
      continue;
    }
    await flush();
    if (!isObject(content)) throw damaged(line);
    if ('table' in content) {
      current = await openTable(transaction, waiting, content as unknown as TableLine);
    } else if ('sequence' in content) {
      await setSequence(transaction, sequences, content as unknown as SequenceLine);
    } else if (content['end'] === true) {
      trailer = content as unknown as Trailer;
      if (trailer.sha256 !== line.digestBefore() || trailer.rows !== rows)
        throw new TransferError('the file is damaged: its content does not match its checksum.');
    } else throw damaged(line);
  }
  if (!trailer) throw new TransferError('the file is cut off: its last line is missing.');
  if (waiting.size > 0) throw new TransferError(`the export lacks the tables ${[...waiting.keys()].join(', ')}.`);
  return trailer;
}

async function openTable(transaction: Queryable, waiting: Map<string, Table>, line: TableLine): Promise<Table> {
  const table = waiting.get(line.table);
  if (!table) throw new TransferError(`the export has the table ${line.table}, which is unknown or came twice.`);
  waiting.delete(line.table);
  if (JSON.stringify(table.columns) !== JSON.stringify(line.columns))
    throw new TransferError(`the columns of ${line.table} in the export are not those of this version.`);
  for (const partition of line.partitions ?? [])
    await transaction.query(
      `create table if not exists ${quoted(table.schema, partition.name)} partition of ${table.sql}
       for values from (${pg.escapeLiteral(partition.from)}) to (${pg.escapeLiteral(partition.to)})`,
    );
  return table;
}

/** Types are those of the table; each value goes through the input function of its type, the reverse of the export. */
async function insert(transaction: Queryable, table: Table, batch: readonly Row[]): Promise<void> {
  const names = table.columns.map((column) => pg.escapeIdentifier(column.name));
  const values = table.columns.map((column, index) => `c${index}::${column.type}`);
  const aliases = table.columns.map((_, index) => `c${index}`);
  const sources = table.columns.map((_, index) => `$${index + 1}::text[]`);
  await transaction
    .query(
      `insert into ${table.sql} (${names.join(', ')}) overriding system value
       select ${values.join(', ')} from unnest(${sources.join(', ')}) as r(${aliases.join(', ')})`,
      table.columns.map((_, index) => batch.map((row) => row[index] ?? null)),
    )
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new TransferError(`rows of ${table.fullName} were not accepted: ${reason}`, { cause });
    });
}

async function setSequence(transaction: Queryable, known: ReadonlyMap<string, string>, line: SequenceLine) {
  const sql = known.get(line.sequence);
  if (sql === undefined) throw new TransferError(`the export has the sequence ${line.sequence}, which is unknown.`);
  await transaction.query('select setval($1::regclass, $2::bigint, $3)', [sql, line.lastValue, line.isCalled]);
}

function isRow(content: readonly unknown[], length: number): content is Row {
  return content.length === length && content.every((value) => value === null || typeof value === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function damaged(line: NumberedLine): TransferError {
  return new TransferError(`the file is damaged at line ${line.number}.`);
}
