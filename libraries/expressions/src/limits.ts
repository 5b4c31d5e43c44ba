export interface Limits {
  /** Characters of the text of an expression. */
  readonly text: number;
  /** Levels of nesting of an expression. */
  readonly nesting: number;
  /** Elementary steps of one evaluation; the default takes a few milliseconds. */
  readonly steps: number;
  /** Characters, bytes and list elements (eight each) that one evaluation may create in all. */
  readonly allocation: number;
  /** Characters of the result, as text or as JSON. */
  readonly output: number;
  /** Milliseconds of processor time that one evaluation of a script may take. */
  readonly time: number;
  /** Bytes that one evaluation of a script may hold. */
  readonly memory: number;
}

export const DEFAULT_LIMITS: Limits = {
  text: 100_000,
  nesting: 250,
  steps: 100_000,
  allocation: 8_000_000,
  output: 1_000_000,
  time: 1000,
  memory: 32 * 1024 * 1024,
};
