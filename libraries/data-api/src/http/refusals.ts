import pg from 'pg';
import { DataApiError, type ErrorBody } from '../errors.ts';
import { ConnectionLost } from '../execute/batch.ts';
import type { DataApiOptions } from '../options.ts';

/** What is sent instead of an answer. */
export interface Refusal {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
}

/** Statuses by SQLSTATE, or by its beginning; the longest that fits counts. */
const STATUSES: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '21000': 500,
  '23503': 409,
  '23505': 409,
  '25': 500,
  '25006': 405,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '42501': 403,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53': 503,
  '53400': 500,
  '54': 400,
  '55': 500,
  '57': 500,
  '57P01': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  P0001: 400,
  XX: 500,
};

const CONSTRAINT_CLASS = '23';

const TIME_LIMIT_HINT =
  'It took longer than the server allows, or was cancelled. Ask for less, or filter by what has an index.';

/** Of what the caller sent: the server's own statements are far from the limit. */
const TOO_COMPLEX_HINT = 'A value or the request is nested too deep for the database. Send one with fewer levels.';

const UNKNOWN_OUTCOME_HINT = 'Try again. Of a write it is not known whether it was done.';

/**
 * How an error is told to the client, in PostgREST's terms. Only message, detail and hint of a database error go out.
 *
 * @param isAnonymous Whether nobody is signed in: what is not allowed is then 401 and not 403.
 * @param explain Words for a constraint that a write broke.
 * @returns undefined for an error that is none of this library or of the database.
 */
export function refusalOf(
  error: unknown,
  isAnonymous: boolean,
  explain?: DataApiOptions['explainConstraint'],
): Refusal | undefined {
  const statusFor = (status: number, code: string) => (code === '42501' && isAnonymous ? 401 : status);
  if (error instanceof DataApiError) {
    const headers: Refusal['headers'] = error.status === 429 ? { 'retry-after': '1' } : {};
    return { status: statusFor(error.status, error.code), body: error.body(), headers };
  }
  if (error instanceof ConnectionLost) {
    const body = {
      code: 'PGRST001',
      message: 'The database connection failed',
      details: null,
      hint: UNKNOWN_OUTCOME_HINT,
    };
    return { status: 503, body, headers: {} };
  }
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const { code = 'XX000', message } = error;
  if (isAboutOurText(error)) return { status: 500, body: OUR_FAULT, headers: {} };
  if (code === 'PGRST') return raisedRefusal(message, error.detail ?? null);
  const detail = ROW_TELLERS.includes(code) ? null : (error.detail ?? null);
  const hint = HINTS[code] ?? error.hint ?? null;
  const { constraint, column } = error;
  const words = code.startsWith(CONSTRAINT_CLASS) ? explain?.({ code, constraint, column }) : undefined;
  return {
    status: statusFor(statusOf(code, message), code),
    body: { ...words?.more, code, message: words?.message ?? message, details: detail, hint },
    headers: {},
  };
}

const OUR_FAULT: ErrorBody = {
  code: 'PGRSTX00',
  message: 'The request could not be put into SQL',
  details: null,
  hint: 'This is a fault of the server, and its log says more.',
};

/** Codes of errors that quote the statement: syntax, names, aliases, grouping and the types of what is bound. */
const TEXT_TELLERS: readonly string[] = [
  '42601', '42602', '42611', '42701', '42702', '42703', '42712', '42803', '42P01', '42P02', '42P08', '42P10',
  '42P18', '42P19', '42P20',
]; // biome-ignore format: a list

/** Whether PostgreSQL points at a place in the statement of this library, and not in a function that it calls. */
function isAboutOurText({ code = '', position, internalQuery }: pg.DatabaseError): boolean {
  return position !== undefined && internalQuery === undefined && TEXT_TELLERS.includes(code);
}

/** In place of the database's own, which speak to its administrator. */
const HINTS: Readonly<Record<string, string>> = { '57014': TIME_LIMIT_HINT, '54001': TOO_COMPLEX_HINT };

/** Their detail is the whole row of the base table, with columns that the caller's view does not show. */
const ROW_TELLERS: readonly string[] = ['23502', '23514', '44000'];

const STALE_CODES: readonly string[] = [
  '42501', '42P01', '42703', '42883', 'PGRST200', 'PGRST202', 'PGRST204', 'PGRST205',
]; // biome-ignore format: a list

/** Whether a changed schema, or a changed grant, that was not yet noticed would explain it. */
export function isSignOfStaleSchema(error: unknown): boolean {
  const isKnown = error instanceof DataApiError || error instanceof pg.DatabaseError;
  return isKnown && error.code !== undefined && STALE_CODES.includes(error.code);
}

function statusOf(code: string, message: string): number {
  // The extension pg-safeupdate refuses with a code that else means a fault of a function or view.
  if (code === '21000' && message.endsWith('requires a WHERE clause')) return 400;
  const [, raised] = /^PT(.*)$/.exec(code) ?? [];
  if (raised !== undefined) return /^[2-5]\d\d$/.test(raised) ? Number(raised) : 500;
  return STATUSES[code] ?? STATUSES[code.slice(0, 2)] ?? 400;
}

/** `raise sqlstate 'PGRST'`: message and detail are JSON and say everything about the answer. */
function raisedRefusal(message: string, detail: string | null): Refusal {
  const told = jsonObject(message);
  if (typeof told?.['code'] !== 'string' || typeof told['message'] !== 'string') {
    return unreadable(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_HINT);
  }
  if (detail === null) return unreadable('DETAIL is missing in the RAISE statement', DETAIL_HINT);
  const more = jsonObject(detail);
  const status = more?.['status'];
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599) {
    return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_HINT);
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const body: ErrorBody = {
    code: told['code'],
    message: told['message'],
    details: text(told['details']),
    hint: text(told['hint']),
  };
  const headers = Object.entries(more?.['headers'] ?? {}).filter(
    (pair): pair is [string, string] => isHeaderName(pair[0]) && isHeaderValue(pair[1]),
  );
  return { status, body, headers: Object.fromEntries(headers) };
}

const MESSAGE_HINT =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.";
const DETAIL_HINT =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

function unreadable(details: string, hint: string): Refusal {
  const message = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`;
  return { status: 500, body: { code: 'PGRST121', message, details, hint }, headers: {} };
}

const isHeaderName = (name: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(name);
/** A line break would start another header. */
const isHeaderValue = (value: unknown): value is string =>
  typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
