/** One line of a table: what was measured, beside what the machine itself allows and what we want. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  /** What the machine or a bare program does with the same work in the same run. */
  readonly limit?: string;
  /** Measured to limit. */
  readonly ratio?: number;
  readonly goal?: { readonly text: string; readonly met: boolean };
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Sentences under the table. */
  readonly notes: readonly string[];
}

export function milliseconds(value: number): string {
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`;
  if (value >= 1000) return `${(value / 1000).toFixed(2)} s`;
  return value >= 10 ? `${value.toFixed(0)} ms` : `${value.toFixed(1)} ms`;
}

/** Share of one core. */
export function share(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(bytes < 102_400 ? 1 : 0)} KB`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}

/** A goal of the form "below this". */
export function below(value: number, most: number, text: string): { text: string; met: boolean } {
  return { text: `< ${text}`, met: value < most };
}

/** The value that the given part (0 to 1) of the sorted values does not exceed; 0 of nothing. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? 0;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
