import { type ErrorBody, type ErrorCode, ERRORS } from '@watchroom/contract/errors';

/** An error of the catalogue; the only kind that reaches a caller with its own words. */
export class CatalogueError extends Error {
  override name = 'CatalogueError';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Whole seconds, of a caller who is refused for now: becomes the header `Retry-After` (RFC 9110, 10.2.3). */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: Readonly<Record<string, string>>; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  body(): ErrorBody {
    return errorBody(this.code, this.message, this.fields);
  }
}

/** An error of one row of several: the message and the fields name the row. @param index from 0. */
export function inRow({ code, message, fields, cause }: CatalogueError, index: number): CatalogueError {
  const named = Object.entries(fields ?? {}).map(([path, reason]) => [`[${index}].${path}`, reason] as const);
  return new CatalogueError(code, `row ${index + 1}: ${message}`, {
    ...(fields ? { fields: Object.fromEntries(named) } : {}),
    cause,
  });
}

export function errorBody(code: ErrorCode, message: string, fields?: Readonly<Record<string, string>>): ErrorBody {
  return { code, error: message, message, ...(fields ? { fields } : {}) };
}

/** Codes of PostgreSQL (appendix A of its manual) that are the caller's to mend; all others are ours. */
const FROM_DATABASE: Readonly<Record<string, { code: ErrorCode; message: string }>> = {
  '23505': { code: 'conflict', message: 'One with this name already exists.' },
  '23503': {
    code: 'conflict',
    message: 'Something else refers to it, or it refers to something that no longer exists.',
  },
  '23502': { code: 'invalid_input', message: 'A required value is missing.' },
  '23514': { code: 'invalid_input', message: 'A value is outside the allowed range.' },
  '22P02': { code: 'invalid_input', message: 'A value has the wrong type, for example text instead of an id.' },
  '22P05': { code: 'invalid_input', message: 'A text holds a character that cannot be stored.' },
  '22021': { code: 'invalid_input', message: 'A text holds a character that cannot be stored.' },
  '22007': { code: 'invalid_input', message: 'A value is not a valid time.' },
  '22008': { code: 'invalid_input', message: 'A time is out of range.' },
  '42501': { code: 'forbidden', message: 'Your role does not allow this.' },
  '40P01': { code: 'unavailable', message: 'Something else changed this at the same moment. Try again.' },
  '40001': { code: 'unavailable', message: 'Something else changed this at the same moment. Try again.' },
  '54001': { code: 'bad_request', message: 'A value is nested too deep for the database. Send one with fewer levels.' },
  '57014': {
    code: 'unavailable',
    message: 'The database took too long. Request less, or try again in a moment.',
  },
  '57P01': { code: 'unavailable', message: 'The database is restarting. Try again in a moment.' },
  '57P03': { code: 'unavailable', message: 'The database is starting. Try again in a moment.' },
  '53300': { code: 'unavailable', message: 'The database has too many connections. Try again in a moment.' },
};

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);

/** The one place that translates what the database says. */
export function fromDatabase(error: unknown): CatalogueError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = FROM_DATABASE[code];
  if (known) return new CatalogueError(known.code, known.message, { cause: error });
  if (
    UNREACHABLE.has(code) ||
    (error instanceof Error && /Connection terminated|timeout exceeded when trying/.test(error.message))
  )
    return new CatalogueError('unavailable', 'The database does not answer. Try again in a moment.', { cause: error });
  return undefined;
}
