import { Counter, Histogram, type Registry } from 'prom-client';
import { createCountsGauge } from '../../platform/metrics/counts-gauge.ts';

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

/**
 * Whether the watcher watches: numbers of the coverage query.
 * @param monotonic milliseconds that never go back.
 */
export function createCoverageMetric(
  registry: Registry,
  read: () => Promise<Readonly<Record<string, number>>>,
  monotonic?: () => number,
): void {
  const gauge = {
    name: 'watchroom_checks',
    help: 'Checks by coverage: scheduled, on_time, late, never_run, not_runnable.',
    label: 'coverage',
  };
  createCountsGauge(registry, gauge, read, monotonic);
}
