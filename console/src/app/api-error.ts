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

/** Reads the body of an error answer; a body that is not ours still gives a sentence. */
export function errorFromBody(status: number, body: unknown): ApiError {
  const given = isRecord(body) ? body : {};
  const sentence = [given['error'], given['message']].find((text) => typeof text === 'string' && text !== '');
  const fields = isRecord(given['fields']) ? given['fields'] : {};
  return new ApiError(
    codeFrom(given['code'], status),
    typeof sentence === 'string' ? sentence : 'An error occurred',
    Object.fromEntries(Object.entries(fields).map(([path, text]) => [path, String(text)])),
  );
}

function codeFrom(code: unknown, status: number): ApiErrorCode {
  if (typeof code === 'string') return code as ErrorCode;
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 412) return 'stale';
  if (status === 502 || status === 503 || status === 504) return 'unavailable';
  return 'unexpected';
}

/** The sentence of any thrown thing. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'An error occurred';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
