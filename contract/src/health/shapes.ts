/** Health of a check as it is stored and sent; `null` before the first run and for a check that cannot run. */
export type CheckStatus = 'healthy' | 'unhealthy';

/** One past run as a bar of the uptime strip. */
export interface StripEntry {
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly pass: boolean;
  /** Milliseconds. */
  readonly duration: number;
  /** The message of the run, or its error: the first 160 characters in one line. Absent when it said nothing. */
  readonly message?: string;
}

export interface Uptime {
  readonly passed: number;
  readonly failed: number;
  readonly last_pass?: string | null;
  readonly last_fail?: string | null;
}

/** Milliseconds over the passing and failing runs of the last hour, or of the asked range. */
export interface Latency {
  readonly p95?: number;
  readonly p97?: number;
  readonly p99?: number;
  /** Average of the last hour. */
  readonly rolling1h: number;
}

/** A check as the list shows it. */
export interface CheckRow {
  readonly id: string;
  readonly canary_id: string;
  readonly canary_name: string;
  readonly canary_namespace: string;
  readonly agent_id: string;
  readonly name: string;
  readonly namespace: string;
  readonly description: string | null;
  /** The id of the kind as stored, for example `http`. */
  readonly type: string;
  readonly icon: string | null;
  readonly endpoint: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly severity: string | null;
  readonly owner: string | null;
  readonly status: CheckStatus | null;
  /** Why the check cannot run, as a sentence; `null` when it can. */
  readonly problem: string | null;
  readonly uptime: Uptime;
  readonly latency: Latency;
  readonly last_runtime: string | null;
  readonly next_runtime: string | null;
  readonly last_transition_time: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  readonly silenced_at: string | null;
}

export interface ListedCheck extends CheckRow {
  /** The last 36 runs, oldest first. */
  readonly strip: readonly StripEntry[];
  /** The message or error of the last run; empty when there is none. */
  readonly message: string;
}

export interface HealthCounts {
  readonly total: number;
  readonly healthy: number;
  readonly unhealthy: number;
  /** Never run yet, or not runnable. */
  readonly unknown: number;
}

export interface CheckGroup {
  readonly key: string;
  /** Rows of the list in this group: without the passing checks where those are hidden. The figures are of all its checks. */
  readonly shown: number;
  readonly counts: HealthCounts;
  readonly uptime: Uptime;
  readonly latency: Latency;
}

export interface CheckTab {
  readonly value: string;
  readonly total: number;
}

export interface LabelValues {
  readonly key: string;
  /** At most 100, alphabetical. */
  readonly values: readonly string[];
}

export interface ChecksPage {
  /** Checks that match query, labels and tab, before `hidePassing`. */
  readonly counts: HealthCounts;
  /** Checks that match everything, of which `checks` is one page. */
  readonly total: number;
  readonly tabs: readonly CheckTab[];
  /** The groups of the whole result in the order of the rows; empty without grouping. Rows come group after group. */
  readonly groups: readonly CheckGroup[];
  readonly checks: readonly ListedCheck[];
}

/** `GET /api/v1/health/checks/:id`. */
export interface CheckDetail extends ListedCheck {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly canary: CanarySummary;
  /** The check whose `transform` makes this one; `null` for a check that has an entry of its own. */
  readonly made_by: { readonly id: string; readonly name: string } | null;
}

export interface CanarySummary {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  /** The file that owns the canary, or `UI`. */
  readonly source: string;
  /** False when a document owns it: then it is changed there. */
  readonly editable: boolean;
  readonly schedule_error: string | null;
  /** What was taken leniently, for example a misspelt field, each with its path. */
  readonly warnings: readonly string[];
  readonly updated_at: string;
}

/** Result of one run. */
export interface CheckResult {
  readonly pass: boolean;
  /** Misconfigured: counted as unhealthy, but not in uptime. */
  readonly invalid: boolean;
  /** Milliseconds. */
  readonly duration: number;
  readonly message: string;
  readonly error: string;
  /** What the kind learnt, for example `code`, `headers`, `sslAge`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** `transform` said what to keep: the data is stored although the run passed. */
  readonly keepsData?: true;
  /** The checks that `transform` makes of the result; absent where it makes none. */
  readonly checks?: readonly TransformedCheck[];
}

/** One check that `transform` makes, with its result. What is absent comes from the check that has the `transform`. */
export interface TransformedCheck extends Omit<CheckResult, 'checks' | 'keepsData'> {
  readonly name: string;
  readonly type?: string;
  readonly namespace?: string;
  readonly description?: string;
  readonly icon?: string;
  readonly endpoint?: string;
  /** Added to the labels of the check that has the `transform`. */
  readonly labels: Readonly<Record<string, string>>;
  /** What is recorded when it comes no more. */
  readonly transformDeleteStrategy?: DeleteStrategy;
}

export type DeleteStrategy = 'MarkHealthy' | 'MarkUnhealthy' | 'Ignore';

/** `GET /api/canary/api/graph`. */
export interface CheckGraph {
  readonly duration: number;
  readonly runnerName: string;
  readonly status: readonly GraphPoint[];
  readonly latency: Latency;
  readonly uptime: { readonly passed: number; readonly failed: number };
}

export interface GraphPoint {
  readonly time: string;
  /** Absent when any run of the bucket failed. */
  readonly status?: true;
  /** Average of the bucket in milliseconds. */
  readonly duration: number;
  /** 95th percentile of the bucket in milliseconds. */
  readonly p95: number;
  readonly passed?: number;
  readonly failed?: number;
}

/** `GET /api/v1/health/coverage`: whether the watcher watches. */
export interface Coverage {
  /** Checks that have a schedule and can run. */
  readonly scheduled: number;
  /** Of those, how many ran within twice their interval. */
  readonly on_time: number;
  /** Ran once, but the last run is older than that. */
  readonly late: number;
  /** Never ran, although their first run was due. */
  readonly never_run: number;
  /** Cannot run: an unsupported field, an invalid entry, a bad schedule. */
  readonly not_runnable: number;
  /** on_time / scheduled, 1 when nothing is scheduled. */
  readonly ratio: number;
}
