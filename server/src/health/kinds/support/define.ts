import type { Outbound } from '@watchroom/outbound';
import type { Connection } from '../../../platform/references/connection.ts';
import type { KindDeclaration } from '../../../platform/kinds/define.ts';
import type { Redactor } from '../../../platform/secrets/redactor.ts';
import type { CheckScripts } from './scripts.ts';

/** What a run may use. Everything that leaves the machine goes through `outbound`. */
export interface CheckContext {
  readonly outbound: Outbound;
  /** Aborted at the deadline of the run and when the server stops. */
  readonly signal: AbortSignal;
  /** Milliseconds that the run may take, for messages and for timeouts of drivers. */
  readonly deadline: number;
  /** What the field `connection` of the entry names; undefined where it names none. */
  readonly connection?: Connection | undefined;
}

/** What a run found out. */
export interface CheckOutcome {
  readonly pass: boolean;
  /** Misconfigured: unhealthy, but not counted in uptime. Default false. */
  readonly invalid?: boolean;
  /** Milliseconds of what the kind measures; default is the time that `run` took. */
  readonly duration?: number;
  /** A short text for a passing run, for example `200 OK`. */
  readonly message?: string;
  /** Why it failed. */
  readonly error?: string;
  /**
   * Variables for scripts and the history, under the names that documents use. Names at the top are shown as they are: never
   * take one from the target.
   */
  readonly data?: Readonly<Record<string, unknown>>;
  /** What scripts read in place of the same names of {@link data}, where the history keeps less; without secrets. */
  scriptData?(redact: Redactor): Readonly<Record<string, unknown>>;
}

/** Longer than any healthy target needs, shorter than the patience of who waits for the verdict. */
export const DEFAULT_DEADLINE = 10_000;

/** The deadline of an attempt whose entry sets a limit of its own: the field, not the deadline, must give the verdict. */
export function deadlineBeyond(limit: number | undefined): number {
  return Math.max(DEFAULT_DEADLINE, (limit ?? 0) + 1_000);
}

/** A health-check kind: one file `server/src/health/kinds/<kind>.ts` with this as its export `kind`. */
export interface CheckKind<Spec> extends KindDeclaration<Spec> {
  readonly documentKey: string;
  readonly scripts: CheckScripts;
  /** The address that the entry watches, as lists show it; without credentials. */
  endpoint(spec: Spec): string;
  /** Milliseconds that one attempt may take; default is {@link DEFAULT_DEADLINE}. Above one minute it is cut. */
  deadline?(spec: Spec): number;
  /** Never throws for a target that misbehaves: that is a failed outcome. */
  run(context: CheckContext, spec: Spec): Promise<CheckOutcome>;
}

export function defineCheckKind<Spec>(kind: CheckKind<Spec>): CheckKind<Spec> {
  return kind;
}
