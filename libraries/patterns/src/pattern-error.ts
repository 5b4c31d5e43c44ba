/**
 * `unsupported`: backtracking syntax that has no linear-time form. `invalid`: no pattern. `too_large`: would cost too much to compile or
 * match. `text_too_long`: the text, not the pattern, is at fault.
 */
export type PatternProblem = 'unsupported' | 'invalid' | 'too_large' | 'text_too_long';

/** The message is a sentence for the person who wrote the pattern. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  readonly code: PatternProblem;
  /** Place of the pattern in the list, from 0; undefined where the list as a whole or a text is wrong. */
  readonly index: number | undefined;

  constructor(code: PatternProblem, message: string, index?: number, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.index = index;
  }
}
