import type { Database } from '../database/database.ts';
import type { Logger } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';

export interface JobContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the server stops; a job that heeds it is run again later. */
  readonly signal: AbortSignal;
}

/** What a run did; errors beside successes make it a WARNING, errors alone FAILED. */
export interface JobOutcome {
  readonly successes: number;
  readonly errors: readonly string[];
  /** Figures for `details.summary`. */
  readonly summary?: Readonly<Record<string, unknown>>;
  /** Resources that the run worked on, each with a row of the history of its own; a resource at most once. */
  readonly resources?: readonly ResourceOutcome[];
}

export interface ResourceOutcome {
  /** As `job_histories.resource_type` says it, for example `canary`. */
  readonly type: string;
  readonly id: string;
  readonly successes: number;
  readonly errors: readonly string[];
}

/** Background work that declares itself beside its body. It may run twice and must not mind (at least once). */
export interface Job {
  /** Kebab-case; the name in `job_histories` and in the queue. */
  readonly name: string;
  /** Five cron fields in UTC, finest a minute; absent for a job that is only asked for. */
  readonly schedule?: string;
  /** Attempts before it is given up, with the library's growing pauses. Default 3. */
  readonly attempts?: number;
  /** A run without successes and errors leaves no row in the history; any other has its row when it has ended. */
  readonly quiet?: true;
  run(context: JobContext, payload: unknown): Promise<JobOutcome>;
}
