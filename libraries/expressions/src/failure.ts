/** What kind of error this is: text that does not parse, names that do not exist, a run that failed, a limit that was reached. */
export type FailureCode = 'syntax' | 'check' | 'evaluation' | 'limit';

/**
 * An error of an expression while it is compiled or evaluated, without its place: the machine knows where it is and adds the place
 * once, when the error leaves it.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly hint: string | undefined;
  /** Offset into the text, where the thrower knows it better than the machine. */
  readonly offset: number | undefined;

  constructor(code: FailureCode, message: string, { hint, offset }: { hint?: string; offset?: number } = {}) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.offset = offset;
  }
}

/** Ends the evaluation. No stack is collected: an expression may fail a thousand times inside `exists` and still be true. */
export function fail(message: string, code: FailureCode = 'evaluation'): never {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    throw new Failure(code, message);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
