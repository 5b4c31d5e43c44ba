const NAME = 'watchroom_check_schedule_lag_seconds';

export interface LagMetric {
  /** Upper bounds in seconds with the number of runs up to each. */
  readonly buckets: readonly (readonly [number, number])[];
  /** Milliseconds: the bound that 99 of 100 runs since then kept. */
  p99Since(earlier: LagMetric): number;
}

/** Reads the histogram of schedule lag that the server offers to Prometheus. */
export async function readLag(url: string): Promise<LagMetric> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.matchAll(new RegExp(`^${NAME}_bucket\\{le="([^"]+)"\\} (\\d+)`, 'gm'));
  const buckets = [...lines].map(
    ([, bound, count]) => [bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound), Number(count)] as const,
  );
  if (buckets.length === 0) throw new Error(`the server offers no metric ${NAME}`);
  return {
    buckets,
    p99Since(earlier) {
      const counts = buckets.map(
        ([bound, count], index) => [bound, count - (earlier.buckets[index]?.[1] ?? 0)] as const,
      );
      const total = counts.at(-1)?.[1] ?? 0;
      return 1000 * (counts.find(([, count]) => count >= total * 0.99)?.[0] ?? 0);
    },
  };
}
