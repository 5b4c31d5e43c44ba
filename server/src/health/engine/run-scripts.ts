import type { CheckResult } from '@watchroom/contract/health';
import { chosenScript, renderScript, type Script, ScriptError } from '../../platform/kinds/scripts.ts';
import type { Redactor } from '../../platform/secrets/redactor.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { CheckKind } from '../kinds/support/define.ts';
import { NoCapacityError } from './no-capacity.ts';
import { keptOf, readTransform, type ResultChange } from './read-transform.ts';
import { NO_LAST_RESULT, type ScriptSubject } from './script-subject.ts';

/** Milliseconds for all scripts of an attempt. The limits of a script end it long before, unless it waits for a thread. */
export const SCRIPT_TIME = 10_000;
const SHOWN_CHARACTERS = 200;

/** What of an entry its scripts are and obey. */
interface Scripts {
  readonly transform?: Script | undefined;
  readonly display?: Script | undefined;
  readonly test?: Script | undefined;
  readonly markFailOnEmpty?: boolean | undefined;
}

/** A result on its way through the scripts of its entry. */
export interface Judged {
  readonly kind: CheckKind<unknown>;
  /** The entry as its kind runs it. */
  readonly spec: unknown;
  readonly result: CheckResult;
  /** What the run found out, without secrets: nothing that a script says can hold one. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The variable `results`. */
  readonly results?: unknown;
  readonly subject: ScriptSubject;
  /** Hides the secrets of the run in what `transform` gives: a script can put them together. */
  readonly redact: Redactor;
}

type Chosen = NonNullable<ReturnType<typeof chosenScript>>;

/** Whether a run of this entry, as its kind runs it, evaluates a script. */
export function hasScripts(spec: unknown): boolean {
  const { transform, display, test } = spec as Scripts;
  return [transform, display, test].some((script) => chosenScript(script) !== undefined);
}

/**
 * Lets `transform` change the result or make checks of it; sets the message by `display`; judges a passed result by `test` (engine
 * reference 1.7). A script that fails, fails the check.
 * @throws NoCapacityError when other scripts left no thread free.
 */
export async function runScripts(clock: Clock, judged: Judged): Promise<CheckResult> {
  const ending = new AbortController();
  const cancel = clock.after(SCRIPT_TIME, () => ending.abort());
  try {
    return await Promise.race([evaluate(judged), whenAborted(ending.signal)]);
  } finally {
    cancel();
  }
}

async function evaluate(judged: Judged): Promise<CheckResult> {
  const script = chosenScript((judged.spec as Scripts).transform);
  if (!script) return judge(judged);
  const { result } = judged;
  try {
    const output = await render(judged, result.message, script);
    const transformed = await readTransform(output, judged.subject.check.name, judged.redact);
    if (transformed.to === 'result') return await judge(changed(judged, transformed.change));
    const own = { ...result, data: {} };
    if (transformed.to === 'checks') return { ...own, checks: transformed.checks };
    return (judged.spec as Scripts).markFailOnEmpty ? failed(own, 'empty result returned from transformation') : own;
  } catch (error) {
    // The script is wrong only if the run passed: without an answer it may have had nothing to read.
    const invalid = result.pass;
    return { ...failed(result, faultOf(`transform.${script.field}`, error)), invalid };
  }
}

function failed(result: CheckResult, error: string): CheckResult {
  return { ...result, pass: false, error: joined(result.error, error) };
}

function joined(...errors: readonly string[]): string {
  return errors.filter((error) => error !== '').join(', ');
}

/** The only way in which a script turns a failure into a pass. */
function changed(judged: Judged, { data, detail, ...change }: ResultChange): Judged {
  const before = judged.result;
  const pass = change.invalid !== true && (change.pass ?? (before.pass && !change.error));
  const said = change.error ?? (change.pass === true ? '' : before.error);
  const message = change.message ?? before.message;
  const error = pass ? '' : said || (message === '' ? 'failed' : '');
  const result = { ...before, ...change, message, pass, error, data: { ...before.data, ...data } };
  const merged = { ...judged, result, data: { ...judged.data, ...data } };
  if (detail === undefined) return merged;
  const kept = keptOf(detail);
  return { ...merged, results: kept, result: { ...result, data: kept, keepsData: true } };
}

async function judge(judged: Judged): Promise<CheckResult> {
  const { spec, result } = judged;
  const { display, test } = spec as Scripts;
  const errors = result.error === '' ? [] : [result.error];
  let { message } = result;
  const shown = chosenScript(display);
  if (shown)
    try {
      message = await render(judged, message, shown);
    } catch (error) {
      errors.push(faultOf(`display.${shown.field}`, error));
    }
  const judging = chosenScript(test);
  if (judging && result.pass)
    try {
      const fault = verdictFault(await render(judged, message, judging), judging.text);
      if (fault !== undefined) errors.push(fault);
    } catch (error) {
      errors.push(faultOf(`test.${judging.field}`, error));
    }
  return { ...result, message, pass: result.pass && errors.length === 0, error: errors.join(', ') };
}

function render({ kind, result, data, results = null, subject }: Judged, message: string, script: Chosen) {
  const { duration, error, pass } = result;
  const common = {
    results,
    duration,
    error,
    message,
    pass,
    errorType: '',
    outputs: null,
    ...subject,
    last_result: subject.last_result ?? NO_LAST_RESULT,
  };
  return renderScript(kind.scripts.place, script, kind.scripts.environment(data, common, script.language));
}

function verdictFault(answer: string, text: string): string | undefined {
  // The words of Go's strconv.ParseBool, which documents count on.
  if (/^(?:1|t|T|TRUE|true|True)$/.test(answer)) return undefined;
  if (/^(?:0|f|F|FALSE|false|False)$/.test(answer)) return `test failed: ${cut(text)}`;
  return `test did not return a boolean but ${answer === '' ? 'nothing' : JSON.stringify(cut(answer))}: ${cut(text)}`;
}

function cut(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}

/** @throws what is no fault of the script. */
function faultOf(path: string, error: unknown): string {
  if (error instanceof ScriptError) return `${path}: ${error.message}`;
  throw error;
}

/** A script ends by its own limits. If that took too long, it was waiting for others. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () =>
      reject(new NoCapacityError('this server runs too many scripts at the moment')),
    );
  });
}
