import { operation } from '../operation.ts';
import type { ExpressionTrial } from './inputs.ts';

export type { ExpressionTrial } from './inputs.ts';
export { EXPRESSION_LIMITS } from './limits.ts';
export { EXPRESSION_LANGUAGES, type ExpressionLanguage } from './languages.ts';
export type { ExpressionPlace, PlaceVariable } from './place.ts';
export { EXPRESSION_PLACES } from './places.ts';

/** What an expression gives. An expression can have a mistake that its evaluation did not reach: then it has a value and an error. */
export interface TrialResult {
  /** JSON with all digits of integers, indented unless that makes it too long. */
  readonly value?: string;
  /** What a place gets that expects a text. */
  readonly text?: string;
  readonly error?: TrialError;
  /** What compiling and evaluating took. */
  readonly milliseconds: number;
}

export interface TrialError {
  readonly part: 'expression' | 'environment';
  readonly message: string;
  /** Counted from 1, in code units. */
  readonly line: number;
  readonly column: number;
  readonly hint?: string;
}

/** Tries an expression. Nothing of it is stored or logged. */
export const evaluateExpression = operation<TrialResult, undefined, ExpressionTrial>(
  'POST',
  '/api/v1/expressions/evaluate',
  'action:settings.see',
);
