import { refuse } from '../errors.ts';
import { shown } from './cursor.ts';
import { csvRecords } from './csv.ts';
import { parseJson } from './json-text.ts';
import { decodePairs } from './pairs.ts';
import type { QueryPairs } from './tree.ts';

/** A body of which only the syntax is checked. */
export type DecodedBody =
  | { readonly type: 'json'; readonly text: string; readonly value: unknown }
  | { readonly type: 'form'; readonly pairs: QueryPairs }
  | { readonly type: 'csv' | 'text' | 'xml'; readonly text: string }
  | { readonly type: 'binary'; readonly bytes: Uint8Array };

/** Rows to write, or the named arguments of a call. */
export interface BodyRows {
  readonly kind: 'rows';
  /** Whether an array was sent; else it is one object. */
  readonly isArray: boolean;
  /** Keys of the rows, in the order sent. */
  readonly keys: readonly string[];
  /** JSON text of an array of objects, numbers as the client wrote them. */
  readonly json: string;
  readonly count: number;
}

export type Body =
  | BodyRows
  /** Of a form sent to a function; an argument may stand several times. */
  | { readonly kind: 'arguments'; readonly arguments: QueryPairs }
  /** For the single unnamed argument of a function. */
  | { readonly kind: 'raw'; readonly type: 'json' | 'text' | 'xml'; readonly text: string }
  | { readonly kind: 'raw'; readonly type: 'binary'; readonly bytes: Uint8Array };

interface BodyOptions {
  readonly target: 'relation' | 'function';
  /** Whether rows may lack keys that others have: with `columns`, or `Prefer: missing=default`. */
  readonly allowMissing: boolean;
}

/**
 * Decodes a body by its `Content-Type`, which is JSON when there is none. An empty JSON body is no object: for a call
 * give `{}`. Throws PGRST102 for another type, for what is not UTF-8 and for malformed JSON, with its place; PGRST900 for
 * JSON of more levels than `bodyDepth`.
 */
export function decodeBody(
  contentType: string | undefined,
  content: string | Uint8Array,
  bodyDepth?: number,
): DecodedBody {
  const type = (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase();
  switch (type) {
    case 'application/json':
    case '': {
      const text = textOf(content);
      return { type: 'json', text, value: parseJson(text, bodyDepth) };
    }
    case 'text/csv':
      return { type: 'csv', text: textOf(content) };
    case 'application/x-www-form-urlencoded':
      return { type: 'form', pairs: decodePairs(textOf(content)) };
    case 'text/plain':
      return { type: 'text', text: withoutNul(textOf(content)) };
    case 'text/xml':
      return { type: 'xml', text: withoutNul(textOf(content)) };
    case 'application/octet-stream':
      return { type: 'binary', bytes: typeof content === 'string' ? Buffer.from(content) : content };
    default:
      throw badType(contentType ?? '');
  }
}

/** A JSON body of a value that is not the client's own text, such as one that an adapter made. */
export function jsonBody(value: unknown): DecodedBody {
  return { type: 'json', text: JSON.stringify(value) ?? 'null', value };
}

/** Checks the shape of a body. Throws PGRST102 for rows that are none or whose keys differ. */
export function parseBody(body: DecodedBody, options: BodyOptions): Body {
  const isCall = options.target === 'function';
  switch (body.type) {
    case 'json':
      return isCall ? callBody(body.text, body.value) : jsonRows(body.text, body.value, options.allowMissing);
    case 'csv':
      return csvRows(body.text);
    case 'form':
      return isCall ? { kind: 'arguments', arguments: body.pairs } : formRow(body.pairs);
    case 'text':
    case 'xml':
      if (isCall) return { kind: 'raw', type: body.type, text: body.text };
      throw badType(body.type === 'xml' ? 'text/xml' : 'text/plain');
    case 'binary':
      if (isCall) return { kind: 'raw', type: 'binary', bytes: body.bytes };
      throw badType('application/octet-stream');
  }
}

function badType(type: string) {
  return refuse.badBody(`Content-Type not acceptable: ${shown(type)}`);
}

function textOf(content: string | Uint8Array): string {
  if (typeof content === 'string') return content;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    throw refuse.badBody('The body is not UTF-8', { cause });
  }
}

function withoutNul(text: string): string {
  const at = text.indexOf('\0');
  if (at === -1) return text;
  throw refuse.badBody('The body has a NUL character, which no text of the database can hold', {
    details: `It is character ${at + 1}`,
  });
}

function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Arguments by name, of a list those of its first object, or whatever JSON a single unnamed argument takes. */
function callBody(text: string, value: unknown): Body {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [];
  if (isRow(first)) return { kind: 'rows', isArray: true, keys: Object.keys(first), json: text, count: 1 };
  if (!isRow(value)) return { kind: 'raw', type: 'json', text };
  return { kind: 'rows', isArray: false, keys: Object.keys(value), json: `[${text}]`, count: 1 };
}

function jsonRows(text: string, value: unknown, allowMissing: boolean): BodyRows {
  if (isRow(value)) {
    return { kind: 'rows', isArray: false, keys: Object.keys(value), json: `[${text}]`, count: 1 };
  }
  if (!Array.isArray(value)) throw refuse.badBody('The body must be a JSON object or an array of objects');
  return { kind: 'rows', isArray: true, keys: keysOf(value, allowMissing), json: text, count: value.length };
}

function keysOf(rows: readonly unknown[], allowMissing: boolean): readonly string[] {
  const keys = new Set<string>();
  let first: readonly string[] | undefined;
  for (const [index, row] of rows.entries()) {
    if (!isRow(row)) {
      throw refuse.badBody('All object keys must match', {
        details: `Item ${index + 1} of the array is not an object`,
      });
    }
    const own = Object.keys(row);
    if (first === undefined || allowMissing) {
      first ??= own;
      for (const key of own) keys.add(key);
      continue;
    }
    const other =
      own.length < first.length ? first.find((key) => !Object.hasOwn(row, key)) : own.find((key) => !keys.has(key));
    if (other !== undefined) {
      throw refuse.badBody('All object keys must match', {
        details: `Item ${index + 1} of the array ${keys.has(other) ? 'lacks' : 'has'} the key '${shown(other)}', unlike the first`,
        hint: 'Name the keys in the columns parameter, or send Prefer: missing=default',
      });
    }
  }
  return [...keys];
}

function csvRows(text: string): BodyRows {
  const { header, records } = csvRecords(text);
  const rows = records.map((record) => Object.fromEntries(header.map((name, index) => [name, record[index]])));
  return { kind: 'rows', isArray: true, keys: header, json: JSON.stringify(rows), count: rows.length };
}

function formRow(pairs: QueryPairs): BodyRows {
  const row = Object.fromEntries(pairs);
  return { kind: 'rows', isArray: false, keys: Object.keys(row), json: JSON.stringify([row]), count: 1 };
}
