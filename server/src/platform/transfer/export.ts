import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Database, Queryable } from '../database/database.ts';
import { readAppliedMigrations } from '../database/migrate.ts';
import {
  type ExportHeader,
  FORMAT,
  FORMAT_VERSION,
  PLAIN_FORMS,
  SETTINGS_TABLE,
  SETTINGS_THAT_STAY,
  type SequenceLine,
  type TableLine,
  TransferError,
  type Trailer,
} from './format.ts';
import { listPartitions, listSequences, listTables, type Table } from './tables.ts';

export interface ExportOptions {
  /** Version of this program. */
  readonly program: string;
  /** Folder with `migrations`, to tell a database that is newer than this program. */
  readonly databaseFolder: string;
  /** Told the numbers of the trailer at the end. */
  onEnd?(trailer: Trailer): void;
}

/** Rows on the wire at one moment: enough to hide the round trip, small beside the rest of the process. */
const FETCH_ROWS = 5_000;
const FETCH_CHARACTERS = 1_000_000;
/** Where one row was wide, others may be: the most that a fetch may hold if all of its rows were. */
const WORST_FETCH_CHARACTERS = 64_000_000;
const CHUNK_CHARACTERS = 65_536;

/**
 * The whole database as the lines of an export, in pieces of about 64 kB, from one consistent snapshot while servers go on
 * writing. Holds one connection until the last piece was taken or the iteration is ended.
 * @throws TransferError, MigrationError when the database is empty or newer than this program.
 */
export async function* exportLines(database: Database, options: ExportOptions): AsyncGenerator<string> {
  const client = await database.connect();
  // Without a listener a connection that is lost between two queries ends the process; the next query fails anyway.
  client.on('error', () => undefined);
  try {
    const queryable = asQueryable(client);
    // The locks come before the snapshot: a partition dropped between the two would be missing from it.
    const known = await listTables(queryable);
    if (known.length === 0)
      throw new TransferError('there is nothing to export: this database has no tables of Watchroom.');
    await client.query('begin isolation level repeatable read read only');
    await client.query(PLAIN_FORMS);
    await client.query(`lock table ${known.map((table) => table.sql).join(', ')} in access share mode`);
    yield* pieces(snapshotLines(client, queryable, options), options);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function* snapshotLines(client: pg.Client, queryable: Queryable, options: ExportOptions) {
  const migrations = await readAppliedMigrations(queryable, options.databaseFolder);
  const key = await queryable.query<{ value: string }>(
    `select value from platform.settings where name = 'key_fingerprint'`,
  );
  const now = await queryable.query<{ now: Date }>('select now()');
  const header: ExportHeader = {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    program: options.program,
    time: (now.rows[0]?.now ?? new Date()).toISOString(),
    keyFingerprint: key.rows[0]?.value ?? null,
    migrations,
  };
  yield { line: header };
  for (const table of await listTables(queryable)) {
    const partitions = table.partitioned ? { partitions: await listPartitions(queryable, table) } : {};
    const opened: TableLine = { table: table.fullName, columns: table.columns, ...partitions };
    yield { line: opened, opensTable: true };
    for await (const rows of rowsOf(client, table)) yield { rows };
  }
  for (const sequence of await listSequences(queryable)) {
    const state = await queryable.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${sequence.sql}`,
    );
    const { last_value = '1', is_called = false } = state.rows[0] ?? {};
    const line: SequenceLine = { sequence: sequence.fullName, lastValue: last_value, isCalled: is_called };
    yield { line };
  }
}

type Item = { line: object; opensTable?: boolean } | { rows: readonly unknown[] };

async function* pieces(items: AsyncIterable<Item>, options: ExportOptions): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let tables = 0;
  let rows = 0;
  let piece = '';
  for await (const item of items) {
    const lines = 'rows' in item ? item.rows : [item.line];
    if ('rows' in item) rows += item.rows.length;
    else if (item.opensTable) tables += 1;
    for (const line of lines) {
      piece += `${JSON.stringify(line)}\n`;
      if (piece.length < CHUNK_CHARACTERS) continue;
      hash.update(piece);
      yield piece;
      piece = '';
    }
  }
  const trailer: Trailer = { end: true, tables, rows, sha256: hash.update(piece).digest('hex') };
  yield `${piece}${JSON.stringify(trailer)}\n`;
  options.onEnd?.(trailer);
}

/** Every value as the server sends it: its own text form is the only one that brings every type back exactly. */
const AS_TEXT = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

/** The rows of a table in groups that fit into memory, however wide they are. */
async function* rowsOf(client: pg.Client, table: Table): AsyncGenerator<(string | null)[][]> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column.name)).join(', ');
  const stay = SETTINGS_THAT_STAY.map((name) => pg.escapeLiteral(name)).join(', ');
  const where = table.fullName === SETTINGS_TABLE ? ` where name not in (${stay})` : '';
  await client.query(`declare export no scroll cursor for select ${columns} from ${table.sql}${where}`);
  let count = 50;
  let widest = 1;
  for (;;) {
    const fetched = await client.query<(string | null)[]>({
      text: `fetch forward ${count} from export`,
      rowMode: 'array',
      types: AS_TEXT,
    });
    if (fetched.rows.length > 0) yield fetched.rows;
    if (fetched.rows.length < count) break;
    const widths = fetched.rows.map((row) => row.reduce((sum, value) => sum + (value?.length ?? 0), 1));
    const average = widths.reduce((sum, width) => sum + width, 0) / widths.length;
    widest = widths.reduce((most, width) => Math.max(most, width), widest);
    const fitting = Math.floor(Math.min(FETCH_CHARACTERS / average, WORST_FETCH_CHARACTERS / widest));
    count = Math.max(1, Math.min(FETCH_ROWS, count * 4, fitting));
  }
  await client.query('close export');
}

function asQueryable(client: pg.Client): Queryable {
  return { query: (text, values) => client.query(text, values ? [...values] : undefined) };
}
