/** The time that a run has, and how long it took so far. */
export interface Limit {
  /** Milliseconds that the run may take. */
  readonly timeout: number;
  /** The field that set `timeout`; undefined when the deadline of the run is shorter. */
  readonly field: string | undefined;
  /** Milliseconds since the start. */
  elapsed(): number;
}

/** @param thresholdMillis 0 and undefined mean that only the deadline limits the run. */
export function within(thresholdMillis: number | undefined, deadline: number, field = 'thresholdMillis'): Limit {
  const started = performance.now();
  const own = thresholdMillis !== undefined && thresholdMillis > 0 && thresholdMillis <= deadline;
  return {
    timeout: own ? thresholdMillis : deadline,
    field: own ? field : undefined,
    elapsed: () => performance.now() - started,
  };
}
