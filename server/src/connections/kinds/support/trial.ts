import type { HttpAnswer, HttpRequest, OpenSocket, Outbound } from '@watchroom/outbound';

/** What a test works with. Everything that leaves the machine goes through it. */
export interface Trial {
  readonly outbound: Outbound;
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
  /** Milliseconds that one answer may take, a little less than what is left. */
  left(): number;
  /**
   * One step: its time is measured, and what it throws is told at it.
   * @param say what it found out, in a few words: `PostgreSQL 17.2`.
   */
  step<Result>(name: string, work: () => Promise<Result>, say?: (result: Result) => string): Promise<Result>;
  /** Opens a connection of another protocol; name lookup, connection and TLS become steps. It is closed at the end. */
  connect(to: { host: string; port: number; tls?: Tls }): Promise<OpenSocket['socket']>;
  /** Asks an http address; name lookup, connection, TLS and answer become steps. */
  ask(request: HttpRequest & { readonly url: string }): Promise<HttpAnswer & { readonly text: string }>;
  /** Takes note of the certificate that a driver was shown, where it began TLS on the connection itself. */
  certificate(socket: object): void;
}

type Tls = NonNullable<Parameters<Outbound['connectSocket']>[0]['tls']>;

/** The names that steps of every type share. */
export const STEPS = {
  lookup: 'Name lookup',
  connect: 'Connect',
  tls: 'TLS',
  signIn: 'Sign in',
  read: 'First read',
  answer: 'Answer',
} as const;
