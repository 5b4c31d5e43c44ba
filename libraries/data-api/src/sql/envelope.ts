import { type BodyFrame, ENVELOPE_COLUMNS, type Statement } from '../execute/statement.ts';
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
  /** First line of CSV, without line end. May be a client's text. */
  readonly csvHeader?: string;
  readonly stripNulls?: boolean;
  /** A larger body is refused. */
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

const BODY = 'body_rows';

/**
 * The statement that gives an {@link Envelope}. The rows of a body come one by one, and the server never holds them all:
 * whoever reads them counts their bytes and can stop. A statement that may write also refuses itself, which undoes it.
 */
export function envelope(writer: SqlWriter, parts: EnvelopeParts): Statement {
  const { rows, format, maxRows } = parts;
  if (rows === undefined || format === 'none') {
    const from = rows === undefined ? '' : ` from (select count(*) as n from (${rows}) r) e`;
    return { text: `${ctes(parts.with)}${tell(writer, parts, 'null')}${from}`, values: writer.values };
  }
  const row = parts.stripNulls ? 'json_strip_nulls(r.r::json)::text' : 'r.r::text';
  const body = `select ${row} as body from (${rows}) r`;
  const frame = frameOf(parts);
  // Nothing else is told: what arrives is counted by whoever reads it.
  if (!isTold(parts)) {
    return { text: body, values: writer.values, frame: maxRows === undefined ? frame : { ...frame, maxRows } };
  }
  const bytes = `(select coalesce(sum(octet_length(body)), 0) from ${BODY})`;
  const isTooLarge = `${bytes} > ${writer.bind(parts.maxBodyBytes)}::bigint`;
  const refused = bounded('null', isTooLarge, 'too_many_bytes');
  const nulls = ENVELOPE_COLUMNS.slice(1).map((name) => `null::text as ${name}`);
  const text =
    `${ctes([...(parts.with ?? []), `${BODY} as materialized (${body})`])}` +
    `select body, ${nulls.join(', ')} from ${BODY} union all ` +
    `${tell(writer, parts, refused)} from (select count(*) as n from ${BODY}) e`;
  return { text, values: writer.values, frame };
}

function isTold(parts: EnvelopeParts): boolean {
  const { count, total, key, inserted, readsSettings } = parts;
  const isAny = [count, total, key, inserted].some((sql) => sql !== undefined);
  return isAny || readsSettings === true || (parts.with?.length ?? 0) > 0;
}

function frameOf({ format, csvHeader, maxBodyBytes: maxBytes }: EnvelopeParts): BodyFrame {
  const isHeaded = csvHeader !== undefined;
  switch (format) {
    case 'csv':
      return { isOne: false, isHeaded, before: csvHeader ?? '', between: '\n', after: '', maxBytes };
    case 'array':
      return { isOne: false, isHeaded: false, before: '[', between: ',', after: ']', maxBytes };
    default:
      return { isOne: true, isHeaded: false, before: '', between: '', after: '', maxBytes };
  }
}

const ctes = (texts: readonly string[] = []) => (texts.length === 0 ? '' : `with ${texts.join(', ')} `);

/** The row of what is told beside the body. @param body SQL of its first column. */
function tell(writer: SqlWriter, parts: EnvelopeParts, body: string): string {
  const columns = [
    body,
    parts.count ?? (parts.rows === undefined ? '0' : countRows(writer, parts.maxRows)),
    parts.total ?? 'null',
    parts.key ?? 'null',
    parts.inserted ?? 'null',
    parts.readsSettings ? responseStatus() : 'null',
    parts.readsSettings ? responseHeaders() : 'null',
  ];
  return `select ${columns.map((column, index) => `(${column})::text as ${ENVELOPE_COLUMNS[index]}`).join(', ')}`;
}

function countRows(writer: SqlWriter, most: number | undefined): string {
  return most === undefined ? 'n' : bounded('n::text', `n > ${writer.bind(most)}::bigint`, 'too_many_rows');
}

function bounded(value: string, isAbove: string, raised: Raised): string {
  return `case when ${isAbove} then ${raise(raised)} else ${value} end`;
}
