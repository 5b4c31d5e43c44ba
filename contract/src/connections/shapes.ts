/** One step of a connection test, in the order in which they were taken. */
export interface ConnectionStep {
  /** `Name lookup`, `Connect`, `TLS`, `Sign in`, … */
  readonly name: string;
  readonly passed: boolean;
  /** ms */
  readonly duration: number;
  /** What was found out, or why it failed; never a secret. */
  readonly detail: string;
}

export interface ConnectionTest {
  readonly passed: boolean;
  /** `ok`, or why it failed as one sentence. */
  readonly message: string;
  readonly steps: readonly ConnectionStep[];
}

/** A connection as the form holds it. What is hidden in it is taken from the stored one with this id. */
export interface TriedConnection {
  readonly id?: string | null | undefined;
  readonly type: string;
  readonly name?: string | null | undefined;
  readonly namespace?: string | null | undefined;
  readonly url?: unknown;
  readonly username?: unknown;
  readonly password?: unknown;
  readonly certificate?: unknown;
  readonly insecure_tls?: unknown;
  readonly properties?: unknown;
}
