/** How much is measured. */
export interface Scale {
  readonly rounds: number;
  readonly seconds: number;
  /** Rows of the list whose size must not matter. */
  readonly sizes: readonly number[];
  /** Seconds of load during which memory must stay flat. */
  readonly memorySeconds: number;
}

export const FULL: Scale = { rounds: 3, seconds: 3, sizes: [10_000, 100_000, 1_000_000], memorySeconds: 60 };
export const QUICK: Scale = { rounds: 1, seconds: 0.3, sizes: [10_000, 20_000], memorySeconds: 2 };
