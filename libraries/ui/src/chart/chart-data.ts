/** One bucket of time; durations in milliseconds. */
export interface ChartPoint {
  readonly time: string;
  readonly average: number;
  readonly p95: number;
  /** Any run of the bucket failed. */
  readonly hasFailed: boolean;
}

/** Columns as the chart library takes them: seconds, averages, percentiles. */
export function chartColumns(points: readonly ChartPoint[]): [number[], number[], number[]] {
  return [
    points.map((point) => new Date(point.time).getTime() / 1_000),
    points.map((point) => point.average),
    points.map((point) => Math.max(point.p95, point.average)),
  ];
}

/** What a screen reader hears for the whole picture. */
export function chartSentence(points: readonly ChartPoint[], write: (ms: number) => string): string {
  if (points.length === 0) return 'Latency: no runs in this time range';
  const averages = points.map((point) => point.average);
  const failed = points.filter((point) => point.hasFailed).length;
  const failures = failed === 0 ? 'no failures' : `${failed} points in time with failures`;
  return `Latency from ${write(Math.min(...averages))} to ${write(Math.max(...averages))}, ${failures}`;
}
