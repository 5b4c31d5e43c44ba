import type { CheckResult } from '@watchroom/contract/health';
import { type Outbound, OutboundError } from '@watchroom/outbound';
import { type Connection, type Connections, UnusableConnection } from '../../platform/references/connection.ts';
import { type Entry, validateLeniently } from '../../platform/kinds/validate.ts';
import type { Redactor } from '../../platform/secrets/redactor.ts';
import { storableText } from '../../platform/text/storable.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { registry } from '../kinds/registry.generated.ts';
import { type CheckContext, type CheckKind, type CheckOutcome, DEFAULT_DEADLINE } from '../kinds/support/define.ts';
import { LONGEST_RUN, type Retries } from './retries.ts';
import { NoCapacityError } from './no-capacity.ts';
import { hasScripts, runScripts, SCRIPT_TIME } from './run-scripts.ts';
import { type RunSecrets, secretsOfRun } from './run-secrets.ts';
import { type ScriptSubject, unsavedSubject } from './script-subject.ts';

const LONGEST_DEADLINE = 60_000;
/** Limits of the engine reference, 1.7. */
const MESSAGE_LIMIT = 4 * 1024;
const ERROR_LIMIT = 128 * 1024;

export interface RunTools {
  readonly outbound: Outbound;
  readonly connections: Connections;
  readonly clock: Clock;
}

/** Milliseconds that one attempt of this entry may take. */
function deadlineOf(kind: CheckKind<unknown>, spec: unknown): number {
  return Math.min(LONGEST_DEADLINE, kind.deadline?.(spec) ?? DEFAULT_DEADLINE);
}

/** Milliseconds that one attempt and the scripts over its result may take. */
export function attemptTimeOf(kind: CheckKind<unknown>, spec: unknown): number {
  return deadlineOf(kind, spec) + (hasScripts(spec) ? SCRIPT_TIME : 0);
}

/**
 * Runs one entry of a kind, with its retries and scripts. Whatever goes wrong is a failed result. No text of a result holds a secret of
 * the entry or its connection, or one that the run sent.
 * @param signal ends the run early, when the server stops.
 * @param subject the stored check, for its scripts and its connection; without it the entry counts as not stored.
 * @throws NoCapacityError, and what the database throws when the connection cannot be looked up.
 */
export async function runCheck(
  tools: RunTools,
  type: string,
  entry: Entry,
  retries: Retries | undefined,
  signal: AbortSignal,
  subject?: ScriptSubject | null,
): Promise<CheckResult> {
  const kind = registry.kindOf(type);
  const secrets = secretsOfRun(tools.outbound, type, entry);
  if (!kind) return invalid(`kind ${type} is not supported`, secrets);
  const validated = validateLeniently(kind, entry);
  if (!validated.ok) {
    const [path, reason] = Object.entries(validated.errors)[0] ?? ['', 'invalid'];
    return invalid(`${path}: ${reason}`, secrets);
  }
  const started = tools.clock.monotonic();
  const deadline = attemptTimeOf(kind, validated.spec);
  const scripted = subject ?? unsavedSubject(kind, validated.spec, entry);
  const connection = await connectionOf(tools.connections, validated.spec, scripted);
  if (typeof connection === 'string') return invalid(connection, secrets);
  if (connection) secrets.add(connection.secrets);
  if (retries && retries.delay > 0) await pause(tools.clock, Math.min(retries.delay, LONGEST_RUN - deadline), signal);
  for (let attempt = 0; ; attempt += 1) {
    const result = await attemptOnce(tools, kind, validated.spec, connection, secrets, signal, scripted);
    const elapsed = tools.clock.monotonic() - started;
    if (result.pass || result.invalid || !retries || signal.aborted) return result;
    const usedUp = retries.maxRetries > 0 && attempt >= retries.maxRetries;
    const outOfTime = retries.timeout > 0 && elapsed + retries.interval > retries.timeout;
    // Beyond the longest lease another worker would begin the same check.
    const outOfLease = elapsed + retries.interval + deadline > LONGEST_RUN;
    if (usedUp || outOfTime || outOfLease)
      return { ...result, data: { ...result.data, retries: { attempts: attempt + 1, elapsedMillis: elapsed } } };
    await pause(tools.clock, retries.interval, signal);
  }
}

const UNSAVED_NAMESPACE = 'default';

/** The connection that an entry names; why there is none that can be used, as a sentence. */
async function connectionOf(
  connections: Connections,
  spec: unknown,
  { canary }: ScriptSubject,
): Promise<Connection | undefined | string> {
  const { connection: reference } = spec as { readonly connection?: string };
  if (!reference) return undefined;
  try {
    return await connections.find(reference, canary.namespace || UNSAVED_NAMESPACE);
  } catch (error) {
    if (!(error instanceof UnusableConnection)) throw error;
    return `connection: ${error.message}`;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof OutboundError && error.code === 'busy';
}

async function attemptOnce(
  tools: RunTools,
  kind: CheckKind<unknown>,
  spec: unknown,
  connection: Connection | undefined,
  secrets: RunSecrets,
  signal: AbortSignal,
  subject: ScriptSubject,
): Promise<CheckResult> {
  const { outcome, took } = await outcomeOf(tools, kind, spec, { outbound: secrets.outbound, connection }, signal);
  const redact = secrets.redactor();
  const result = resultOf(outcome, took, redact);
  if (result.invalid || !hasScripts(spec)) return result;
  const data = { ...result.data, ...outcome.scriptData?.(redact) };
  const judged = await runScripts(tools.clock, { kind, spec, result, data, subject, redact });
  const checks = judged.checks?.map((check) => ({ ...check, ...textsOf(check, redact) }));
  return { ...judged, ...textsOf(judged, redact), ...(checks ? { checks } : {}) };
}

async function outcomeOf(
  tools: RunTools,
  kind: CheckKind<unknown>,
  spec: unknown,
  given: Pick<CheckContext, 'outbound' | 'connection'>,
  signal: AbortSignal,
): Promise<{ readonly outcome: CheckOutcome; readonly took: number }> {
  const deadline = deadlineOf(kind, spec);
  const limit = new AbortController();
  const cancel = tools.clock.after(deadline, () => limit.abort(new Error(`no verdict within ${deadline / 1000} s`)));
  // Not AbortSignal.any: Node keeps what is made from a signal as long as that signal lives, three kilobytes a run.
  const end = () => limit.abort(signal.reason);
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  const started = tools.clock.monotonic();
  const context = { ...given, signal: limit.signal, deadline };
  try {
    const outcome = await Promise.race([kind.run(context, spec), aborted(context.signal)]);
    return { outcome, took: tools.clock.monotonic() - started };
  } catch (error) {
    if (isBusy(error)) throw new NoCapacityError('this server has no free connection for the check', { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: { pass: false, error: reason }, took: tools.clock.monotonic() - started };
  } finally {
    cancel();
    signal.removeEventListener('abort', end);
  }
}

/** A kind that ignores its signal must not hold its slot: the deadline wins the race. */
function aborted(signal: AbortSignal): Promise<CheckOutcome> {
  return new Promise((resolve) => {
    const lose = () => resolve({ pass: false, error: reasonOf(signal) });
    if (signal.aborted) lose();
    else signal.addEventListener('abort', lose, { once: true });
  });
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : 'the run was ended';
}

function resultOf(outcome: CheckOutcome, took: number, redact: Redactor): CheckResult {
  const pass = outcome.pass && outcome.error === undefined;
  const { message = '', error = 'failed' } = outcome;
  return {
    pass,
    invalid: outcome.invalid ?? false,
    duration: Math.max(0, Math.round(outcome.duration ?? took)),
    ...textsOf({ message, error: pass ? '' : error }, redact),
    data: redacted(outcome.data ?? {}, redact),
  };
}

function textsOf({ message, error }: Pick<CheckResult, 'message' | 'error'>, redact: Redactor) {
  return { message: storable(redact.text(message), MESSAGE_LIMIT), error: storable(redact.text(error), ERROR_LIMIT) };
}

/** The names at the top are the kind's own; all others may come from the target. */
function redacted(data: Readonly<Record<string, unknown>>, redact: Redactor): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, redact.tree(value)]));
}

function invalid(error: string, secrets: RunSecrets): CheckResult {
  return resultOf({ pass: false, invalid: true, error }, 0, secrets.redactor());
}

function storable(text: string, limit: number): string {
  return storableText(text.length > limit ? `${text.slice(0, limit)}…` : text);
}

function pause(clock: Clock, delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const cancel = clock.after(delay, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    function stop() {
      cancel();
      resolve();
    }
    signal.addEventListener('abort', stop, { once: true });
    return undefined;
  });
}
