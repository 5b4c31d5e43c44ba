import type { ErrorCode } from '@watchroom/contract/errors';

export type ApiErrorCode = ErrorCode | 'timeout' | 'network' | 'offline' | 'unexpected';

/** The one shape that every failed call has: a code to branch on and a sentence to show. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** Dotted path of a field → what is wrong with it. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(code: ApiErrorCode, message: string, fields: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(message, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.fields = fields;
  }
}

/** What never reached the server, in the words of the specification. */
export const UNREACHED = {
  timeout: 'Request timed out. Please try again.',
  network: 'Network Error. Please try again.',
  offline: 'No internet connection. Please try again.',
} as const;

/** Reads an error answer of ours or of the data API; a body that is neither still gives a sentence. */
export function errorFromAnswer(status: number, text: string): ApiError {
  const given = recordIn(text);
  const sentence = [given['error'], given['message']].find((part) => typeof part === 'string' && part !== '');
  const fields = isRecord(given['fields']) ? given['fields'] : {};
  return new ApiError(
    codeFrom(given['code'], status),
    typeof sentence === 'string' ? sentence : 'An error occurred',
    Object.fromEntries(Object.entries(fields).map(([path, reason]) => [path, String(reason)])),
  );
}

const CODES: Readonly<Record<number, ApiErrorCode>> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  // Of the data API: the one row that was asked for is not there.
  406: 'not_found',
  409: 'conflict',
  412: 'stale',
  413: 'too_large',
  429: 'too_many_requests',
  500: 'internal',
};

/** PostgreSQL ended the statement because it took too long: the server works, and asking again may help. */
const QUERY_CANCELED = '57014';

/** Our codes are words; those of the data API are PostgreSQL's and PostgREST's, of which the status says enough. */
function codeFrom(code: unknown, status: number): ApiErrorCode {
  if (typeof code === 'string' && /^[a-z_]+$/.test(code)) return code as ErrorCode;
  if (code === QUERY_CANCELED) return 'unavailable';
  return CODES[status] ?? (status >= 500 ? 'unavailable' : 'unexpected');
}

/** The sentence of any thrown thing. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'An error occurred';
}

function recordIn(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
