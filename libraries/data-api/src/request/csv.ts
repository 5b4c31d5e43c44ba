import { type InfoField, CsvError, parse } from 'csv-parse/sync';
import { refuse } from '../errors.ts';
import { shown } from './cursor.ts';

/** A CSV text: names of the columns, and the values of each record; null for `NULL` without quotes. */
export interface CsvRecords {
  readonly header: readonly string[];
  readonly records: readonly (readonly (string | null)[])[];
}

/** Reads CSV whose first line names the columns. Throws PGRST102 with the line for records that do not fit them. */
export function csvRecords(text: string): CsvRecords {
  const [first, ...records] = read(text);
  const header = first?.map((name) => name ?? 'NULL') ?? [];
  if (header.length === 0) throw refuse.badBody('The CSV has no line that names the columns');
  const repeated = header.find((name, index) => header.indexOf(name) !== index);
  if (repeated !== undefined) throw refuse.badBody(`The CSV names the column '${shown(repeated)}' twice`);
  return { header, records };
}

function read(text: string): (string | null)[][] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true, cast: value });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const isUneven = cause.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH';
    if (isUneven) throw refuse.badBody('All lines must have same number of fields', { cause });
    throw refuse.badBody('Invalid CSV', { details: shown(cause.message), cause });
  }
}

function value(text: string, context: InfoField): string | null {
  return text === 'NULL' && !context.quoting ? null : text;
}
