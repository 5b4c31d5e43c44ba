import type { CheckResult } from '@watchroom/contract/health';
import { chosenScript, renderScript, type Script, ScriptError } from '../../platform/kinds/scripts.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { CheckKind } from '../kinds/support/define.ts';
import { NoCapacityError } from './no-capacity.ts';
import { NO_LAST_RESULT, type ScriptSubject } from './script-subject.ts';

/** Milliseconds for all scripts of an attempt. The limits of a script end it long before, unless it waits for a thread. */
export const SCRIPT_TIME = 10_000;
const SHOWN_CHARACTERS = 200;

/** The scripts of an entry. */
interface Scripts {
  readonly display?: Script | undefined;
  readonly test?: Script | undefined;
}

/** A result on its way through the scripts of its entry. */
export interface Judged {
  readonly kind: CheckKind<unknown>;
  /** The entry as its kind runs it. */
  readonly spec: unknown;
  readonly result: CheckResult;
  /** What the run found out, without secrets: nothing that a script says can hold one. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly subject: ScriptSubject;
}

/** Whether a run of this entry, as its kind runs it, evaluates a script. */
export function hasScripts(spec: unknown): boolean {
  const { display, test } = spec as Scripts;
  return chosenScript(display) !== undefined || chosenScript(test) !== undefined;
}

/**
 * Sets the message by `display`, then judges a passed result by `test` (engine reference 1.7). A script that fails, fails the check.
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

async function evaluate({ kind, spec, result, data, subject }: Judged): Promise<CheckResult> {
  const { display, test } = spec as Scripts;
  const errors = result.error === '' ? [] : [result.error];
  let { message } = result;
  const render = (script: NonNullable<ReturnType<typeof chosenScript>>) => {
    const { duration, error, pass } = result;
    const common = {
      results: null,
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
  };
  const shown = chosenScript(display);
  if (shown)
    try {
      message = await render(shown);
    } catch (error) {
      errors.push(faultOf(`display.${shown.field}`, error));
    }
  const judging = chosenScript(test);
  if (judging && result.pass)
    try {
      const fault = verdictFault(await render(judging), judging.text);
      if (fault !== undefined) errors.push(fault);
    } catch (error) {
      errors.push(faultOf(`test.${judging.field}`, error));
    }
  return { ...result, message, pass: result.pass && errors.length === 0, error: errors.join(', ') };
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
