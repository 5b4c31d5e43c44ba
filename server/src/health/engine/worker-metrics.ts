import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Figures of the claim loop; no label per check, so that ten thousand checks stay a handful of series. */
export function createWorkerMetrics(registry: Registry) {
  const registers = [registry];
  return {
    lag: new Histogram({
      name: 'watchroom_check_schedule_lag_seconds',
      help: 'How long after its moment a check began.',
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
      registers,
    }),
    duration: new Histogram({
      name: 'watchroom_check_run_seconds',
      help: 'How long a run took with all its retries.',
      labelNames: ['type'],
      buckets: [0.005, 0.025, 0.1, 0.5, 1, 3, 10, 30],
      registers,
    }),
    runs: new Counter({
      name: 'watchroom_check_runs_total',
      help: 'Finished runs by kind and result.',
      labelNames: ['type', 'result'],
      registers,
    }),
    saturated: new Counter({
      name: 'watchroom_check_claims_refused_total',
      help: 'Moments at which the worker had as many checks in flight as it may.',
      registers,
    }),
  };
}

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

/** Several scrapers, and a person who reloads, share one look at the database. Milliseconds. */
const COVERAGE_KEPT = 2_000;

/**
 * Whether the watcher watches: numbers of the coverage query, asked when Prometheus asks. While they cannot be read the
 * gauge is empty and all other metrics stay.
 * @param monotonic milliseconds that never go back.
 */
export function createCoverageMetric(
  registry: Registry,
  read: () => Promise<Readonly<Record<string, number>>>,
  monotonic: () => number = () => performance.now(),
): void {
  let reading: Promise<Readonly<Record<string, number>>> | undefined;
  let endsAt = Number.POSITIVE_INFINITY;

  /** A read that waits for a lost database is shared as long as it lasts, and a failed one is not repeated at once. */
  function recent(): Promise<Readonly<Record<string, number>>> {
    if (reading && monotonic() < endsAt) return reading;
    endsAt = Number.POSITIVE_INFINITY;
    reading = read()
      .catch(() => ({}))
      .finally(() => {
        endsAt = monotonic() + COVERAGE_KEPT;
      });
    return reading;
  }

  new Gauge({
    name: 'watchroom_checks',
    help: 'Checks by coverage: scheduled, on_time, late, never_run, not_runnable.',
    labelNames: ['coverage'],
    registers: [registry],
    async collect() {
      const counts = await recent();
      this.reset();
      for (const [coverage, value] of Object.entries(counts)) this.set({ coverage }, value);
    },
  });
}
