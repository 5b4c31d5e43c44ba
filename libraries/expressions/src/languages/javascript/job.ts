import type { FailureCode } from '../../failure.ts';
import type { Form } from '../../language.ts';
import type { Limits } from '../../limits.ts';
import type { Environment } from '../../run.ts';

/** One evaluation, as it is sent to a thread. */
export interface Job {
  readonly text: string;
  readonly env: Environment;
  /** Names that the script uses and does not declare. */
  readonly names: readonly string[];
  readonly form: Form;
  readonly limits: Limits;
}

/** What a thread sends back. A thread that is spent has to be replaced: its sandbox may be damaged. */
export type Outcome = { readonly value: unknown } | { readonly failure: Failed; readonly isSpent: boolean };

export interface Failed {
  readonly code: FailureCode;
  readonly message: string;
  /** Line and column, counted from 1. */
  readonly place: readonly [line: number, column: number] | undefined;
}
