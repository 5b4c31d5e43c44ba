/**
 * The error catalogue: every error that a caller can see has a stable code here. A retired code is never used again.
 * The body of an error answer is {@link ErrorBody}; clients of the data API read `error` first and `message` second.
 */
export const ERRORS = {
  bad_request: { status: 400, title: 'The request is malformed' },
  invalid_input: { status: 400, title: 'A field is invalid' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  refresh_required: { status: 403, title: 'Confirm that it is you' },
  forbidden: { status: 403, title: 'Your role does not allow this' },
  not_found: { status: 404, title: 'Nothing here' },
  conflict: { status: 409, title: 'It already exists or has changed' },
  stale: { status: 412, title: 'Someone else changed this in the meantime' },
  source_owned: { status: 409, title: 'A document manages this; edit the document' },
  test_failed: { status: 400, title: 'The test failed' },
  not_implemented: { status: 501, title: 'This server cannot do that' },
  not_runnable: { status: 422, title: 'The check cannot run' },
  too_large: { status: 413, title: 'The body is too large' },
  head_too_large: { status: 431, title: 'The address or the headers are too large' },
  too_slow: { status: 408, title: 'The request did not arrive in time' },
  too_many_requests: { status: 429, title: 'Too many attempts' },
  internal: { status: 500, title: 'The server failed' },
  unavailable: { status: 503, title: 'The server is not ready' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorBody {
  readonly code: ErrorCode;
  /** One sentence for a person: what failed, where, and what to do. */
  readonly error: string;
  /** The same sentence, under the name that clients of the data API read. */
  readonly message: string;
  /** For `invalid_input`: dotted path of the field → what is wrong with it. */
  readonly fields?: Readonly<Record<string, string>>;
}
