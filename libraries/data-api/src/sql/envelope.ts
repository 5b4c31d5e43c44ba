import { ENVELOPE_COLUMNS, type Statement } from '../execute/statement.ts';
import { raise, type Raised } from './raised.ts';
import { responseHeaders, responseStatus } from './response-settings.ts';
import type { SqlWriter } from './writer.ts';

export interface EnvelopeParts {
  /** CTE texts: `name as (…)`. */
  readonly with?: readonly string[];
  /** Subselect with the rows, each in a column `r`, which it lacks for the format `none`. */
  readonly rows?: string;
  /** `none` for rows that are only counted. */
  readonly format: 'array' | 'csv' | 'object' | 'none';
  /** First line of CSV, without line end. May be a client's text: it is bound. */
  readonly csvHeader?: string;
  readonly stripNulls?: boolean;
  /** A larger body is refused by the statement itself. */
  readonly maxBodyBytes: number;
  /** As are more rows. */
  readonly maxRows?: number;
  /** SQL of a number for `Envelope.rows`. Default is the number of rows. */
  readonly count?: string;
  /** SQL of a number for `Envelope.total`. Where there are rows it may name `n`, the number of them. */
  readonly total?: string;
  /** SQL of a JSON object. */
  readonly key?: string;
  /** SQL of a number. */
  readonly inserted?: string;
  /** Whether the settings `response.status` and `response.headers` are read. */
  readonly readsSettings?: boolean;
}

/** The statement that gives one row with the columns of Envelope. */
export function envelope(writer: SqlWriter, parts: EnvelopeParts): Statement {
  const { rows } = parts;
  const hasBody = rows !== undefined && parts.format !== 'none';
  const columns = [
    hasBody ? bounded('b', `octet_length(b) > ${writer.bind(parts.maxBodyBytes)}::bigint`, 'too_many_bytes') : 'null',
    parts.count ?? (rows === undefined ? '0' : countRows(writer, parts.maxRows)),
    parts.total ?? 'null',
    parts.key ?? 'null',
    parts.inserted ?? 'null',
    parts.readsSettings ? responseStatus() : 'null',
    parts.readsSettings ? responseHeaders() : 'null',
  ];
  const named = columns.map((column, index) => `(${column})::text as ${ENVELOPE_COLUMNS[index]}`);
  const select = `select ${named.join(', ')}`;
  const ctes = parts.with?.length ? `with ${parts.with.join(', ')} ` : '';
  const body = hasBody ? `${renderBody(writer, parts)} as b, ` : '';
  const from = rows === undefined ? '' : ` from (select ${body}count(*) as n from (${rows}) r) e`;
  return { text: `${ctes}${select}${from}`, values: writer.values };
}

function countRows(writer: SqlWriter, most: number | undefined): string {
  return most === undefined ? 'n' : bounded('n::text', `n > ${writer.bind(most)}::bigint`, 'too_many_rows');
}

function bounded(value: string, isAbove: string, raised: Raised): string {
  return `case when ${isAbove} then ${raise(raised)} else ${value} end`;
}

function renderBody(writer: SqlWriter, { format, csvHeader, stripNulls }: EnvelopeParts): string {
  if (format === 'csv') {
    const lines = `coalesce(E'\\n' || string_agg(r.r, E'\\n'), '')`;
    return csvHeader === undefined ? lines : `${writer.bind(csvHeader)}::text || ${lines}`;
  }
  // Quicker than json_agg, and what it makes is already JSON.
  const json =
    format === 'object' ? '(array_agg(r.r))[1]::text' : `'[' || coalesce(string_agg(r.r::text, ','), '') || ']'`;
  return stripNulls ? `json_strip_nulls((${json})::json)::text` : json;
}
