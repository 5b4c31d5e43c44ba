import type { CheckResult } from '@watchroom/contract/health';

/** One finished run on its way to the database. */
export interface FinishedRun {
  readonly check_id: string;
  /** ISO 8601. */
  readonly time: string;
  readonly result: CheckResult;
  /** The moment that it was claimed for, as the database wrote it; null for a run that a person asked for. */
  readonly due: string | null;
  /** When it is due again, ISO 8601; null when never. Without `due` it is not looked at. */
  readonly next_due: string | null;
  readonly severity: string | null;
}
