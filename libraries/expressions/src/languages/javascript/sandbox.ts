import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { Failure } from '../../failure.ts';
import { Run } from '../../run.ts';
import { adapt } from '../../values/adapt.ts';
import { toJson, toPlain, withinOutput } from '../../values/output.ts';
import { callFunction, FUNCTIONS_SOURCE, functionsFor } from './bridge.ts';
import type { Failed, Job, Outcome } from './job.ts';
import { partsFor } from './prelude.ts';
import { decode, encode, SANDBOX_SIDE } from './wire.ts';

/** Bytes. With more, deep recursion overflows the stack of the thread before QuickJS notices it. */
const STACK = 128 * 1024;

/** Ends the work on a job; the sandbox itself is sound. */
class Stop extends Error {
  readonly failed: Failed;
  constructor(failed: Failed) {
    super(failed.message);
    this.failed = failed;
  }
}

/** Evaluates one script in an engine and a context of its own, which are gone afterwards. */
export function evaluateScript(engine: QuickJSWASMModule, job: Job): Outcome {
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(job.limits.memory);
  runtime.setMaxStackSize(STACK);
  const begun = process.threadCpuUsage();
  let isLate = false;
  runtime.setInterruptHandler(() => {
    const { user, system } = process.threadCpuUsage(begun);
    isLate ||= (user + system) / 1000 > job.limits.time;
    return isLate;
  });
  const context = runtime.newContext();
  let outcome: Outcome;
  try {
    outcome = { value: new Evaluation(context, job, () => isLate).answer() };
  } catch (error) {
    // Anything else was thrown by the engine itself, out of the middle of its work.
    const isSound = error instanceof Stop || error instanceof Failure;
    outcome = { failure: failedBy(error), isSpent: !isSound };
    if (!isSound) return outcome;
  }
  try {
    context.dispose();
    runtime.dispose();
    return outcome;
  } catch {
    return 'value' in outcome ? { failure: failedBy(undefined), isSpent: true } : { ...outcome, isSpent: true };
  }
}

function failedBy(error: unknown): Failed {
  if (error instanceof Stop) return error.failed;
  if (error instanceof Failure) return { code: error.code, message: error.message, place: undefined };
  return { code: 'limit', message: 'The script nests its data or itself too deeply.', place: undefined };
}

class Evaluation {
  readonly #context: QuickJSContext;
  readonly #job: Job;
  readonly #isLate: () => boolean;
  readonly #run: Run;

  constructor(context: QuickJSContext, job: Job, isLate: () => boolean) {
    this.#context = context;
    this.#job = job;
    this.#isLate = isLate;
    this.#run = new Run(job.env, true, job.limits);
  }

  answer(): unknown {
    const context = this.#context;
    const { text, env, form } = this.#job;
    // Taken before the script runs, which can change everything that it sees.
    using wire = this.#evaluate(SANDBOX_SIDE, 'sandbox');
    using encodeInside = context.getProp(wire, 'encode');
    using decodeInside = context.getProp(wire, 'decode');
    using asText = this.#evaluate("(function (value) { return value == null ? '' : String(value); })", 'sandbox');
    this.#addParts(decodeInside, encodeInside);
    for (const [name, value] of Object.entries(env)) {
      using inside = this.#take(value, decodeInside);
      context.setProp(context.global, name, inside);
    }
    using result = this.#evaluate(text, 'script');
    if (context.typeof(result) === 'function') this.#stop('evaluation', 'A function is not data: call it.');
    const promise = context.getPromiseState(result);
    if (!('notAPromise' in promise)) this.#stop('evaluation', 'A promise is not data: scripts cannot wait.');
    if (form === 'text') return this.#write(asText, result) ?? '';
    const data = this.#write(encodeInside, result);
    const value = this.#finish(data === undefined ? null : decode(data));
    return form === 'shown' ? { json: value, text: this.#write(asText, result) ?? '' } : value;
  }

  /** @returns what a function of the sandbox makes of a value; undefined if that is no text */
  #write(writer: QuickJSHandle, value: QuickJSHandle): string | undefined {
    const context = this.#context;
    const { limits } = this.#job;
    using out = this.#call(writer, [value]);
    if (context.typeof(out) !== 'string') return undefined;
    using length = context.getProp(out, 'length');
    if (context.getNumber(length) > limits.output)
      this.#stop('limit', `The result is longer than ${limits.output} characters (${context.getNumber(length)}).`);
    return context.getString(out);
  }

  #finish(value: unknown): unknown {
    const run = this.#run;
    const adapted = adapt(value);
    return this.#job.form === 'value' ? toPlain(run, adapted) : withinOutput(run, toJson(run, adapted));
  }

  #addParts(decodeInside: QuickJSHandle, encodeInside: QuickJSHandle): void {
    const context = this.#context;
    const { names } = this.#job;
    const global = context.global;
    const functions = functionsFor(names);
    if (functions.length > 0) {
      using call = context.newFunction('call', (name, args) => {
        using text = this.#call(encodeInside, [args]);
        const given = decode(context.getString(text)) as unknown[];
        return this.#take(callFunction(this.#run, context.getString(name), given), decodeInside);
      });
      using define = this.#evaluate(FUNCTIONS_SOURCE, 'sandbox');
      using list = this.#take(functions, decodeInside);
      this.#call(define, [global, list, call]).dispose();
    }
    for (const source of partsFor(names)) {
      using part = this.#evaluate(source, 'sandbox');
      this.#call(part, [global], global).dispose();
    }
  }

  /** Brings a value into the sandbox. */
  #take(value: unknown, decodeInside: QuickJSHandle): QuickJSHandle {
    const context = this.#context;
    const { text, marked } = encode(value);
    using json = context.newString(text);
    return this.#call(decodeInside, [json, marked ? context.true : context.false]);
  }

  #evaluate(source: string, file: string): QuickJSHandle {
    const result = this.#context.evalCode(source, file, { type: 'global' });
    return result.error === undefined ? result.value : this.#fail(result.error);
  }

  #call(callee: QuickJSHandle, args: QuickJSHandle[], self = this.#context.undefined): QuickJSHandle {
    const result = this.#context.callFunction(callee, self, ...args);
    return result.error === undefined ? result.value : this.#fail(result.error);
  }

  #stop(code: Failed['code'], message: string, place?: Failed['place']): never {
    throw new Stop({ code, message, place });
  }

  /** Ends with what the script has thrown. Only texts are read of it, because anything else could run code again. */
  #fail(error: QuickJSHandle): never {
    using thrown = error;
    const { limits } = this.#job;
    if (this.#isLate()) this.#stop('limit', `The script takes longer than ${limits.time} ms.`);
    const stack = this.#textOf(thrown, 'stack') ?? '';
    const found = /\bscript:(\d+):(\d+)/.exec(stack);
    const place = found === null ? undefined : ([Number(found[1]), Number(found[2])] as const);
    const message = this.#textOf(thrown, 'message');
    const name = this.#textOf(thrown, 'name') ?? 'Error';
    if (name === 'InternalError') this.#stop('limit', limitMessage(message ?? '', limits.memory), place);
    // What a function of the table says stands for itself.
    const text = name === Failure.name ? message : `${name}: ${message}`;
    if (message !== undefined) this.#stop('evaluation', (text ?? '').slice(0, 1000), place);
    const type = this.#context.typeof(thrown);
    const shown = type === 'object' || type === 'symbol' ? type : `${type} ${this.#context.getString(thrown)}`;
    this.#stop('evaluation', `The script has thrown: ${shown.slice(0, 1000)}`, place);
  }

  #textOf(thrown: QuickJSHandle, field: string): string | undefined {
    if (this.#context.typeof(thrown) !== 'object') return undefined;
    using value = this.#context.getProp(thrown, field);
    return this.#context.typeof(value) === 'string' ? this.#context.getString(value) : undefined;
  }
}

function limitMessage(message: string, memory: number): string {
  if (message === 'stack overflow') return 'The script calls itself too often, or nests too deeply.';
  if (message === 'out of memory' || message === 'string too long')
    return `The script needs more memory than ${memory >> 20} MB.`;
  return `The script was ended: ${message}.`;
}
