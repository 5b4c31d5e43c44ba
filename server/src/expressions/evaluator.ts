import { Worker } from 'node:worker_threads';
import type { ExpressionTrial, TrialResult } from '@watchroom/contract/expressions';
import { createTurns } from '@watchroom/data-api';
import type { ThreadAnswer } from './thread.ts';

export interface EvaluatorLimits {
  /** Evaluations at once. */
  readonly threads: number;
  /** Milliseconds after which a thread that does not answer is ended. The library ends an evaluation long before. */
  readonly time: number;
  /** Mebibytes of the heap of a thread. */
  readonly memory: number;
  /** Milliseconds after which an idle thread ends. */
  readonly idle: number;
}

export interface Evaluator extends AsyncDisposable {
  /**
   * Evaluates on a thread of its own. What ends its thread is an error of that evaluation alone.
   * @throws DataApiError when too many wait; Error when the product failed
   */
  evaluate(trial: ExpressionTrial): Promise<TrialResult>;
}

const LIMITS: EvaluatorLimits = { threads: 2, time: 10_000, memory: 256, idle: 60_000 };
const MOST_WAITING = 200;

/**
 * Threads for expressions that people try, apart from those of checks. Reading an environment takes longer than the event loop
 * may wait, and scripts run on further threads below these.
 */
export function createEvaluator(given: Partial<EvaluatorLimits> = {}): Evaluator {
  const limits = { ...LIMITS, ...given };
  const turns = createTurns({ running: limits.threads, waiting: MOST_WAITING });
  const idle: { readonly thread: Worker; readonly stop: NodeJS.Timeout }[] = [];
  const all = new Set<Worker>();

  function start(): Worker {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      name: 'expressions',
      env: {},
      argv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memory },
    });
    all.add(thread);
    thread.once('exit', () => {
      all.delete(thread);
      const at = idle.findIndex((each) => each.thread === thread);
      if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.stop);
    });
    // An error is followed by the exit, which deals with it.
    thread.on('error', () => undefined);
    return thread;
  }

  /** A thread that waits does not keep the process alive. */
  function rest(thread: Worker): void {
    thread.unref();
    idle.push({ thread, stop: setTimeout(() => void thread.terminate(), limits.idle).unref() });
  }

  async function wake(): Promise<Worker> {
    const next = idle.pop();
    if (next === undefined) {
      const thread = start();
      if ((await answerOf(thread)) === ENDED) throw new Error('The thread for expressions does not start.');
      return thread;
    }
    clearTimeout(next.stop);
    next.thread.ref();
    return next.thread;
  }

  return {
    async evaluate(trial) {
      const end = await turns.take('');
      try {
        const thread = await wake();
        const late = setTimeout(() => void thread.terminate(), limits.time);
        thread.postMessage(trial);
        const answer = await answerOf(thread);
        clearTimeout(late);
        if (answer === ENDED) return stopped(limits);
        rest(thread);
        if (answer === undefined) throw new Error('An expression could not be evaluated.');
        return answer as TrialResult;
      } finally {
        end();
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}

const ENDED = Symbol('ended');

/** The next message of a thread, or that it has ended. */
function answerOf(thread: Worker): Promise<ThreadAnswer | 'ready' | typeof ENDED> {
  const { promise, resolve } = Promise.withResolvers<ThreadAnswer | 'ready' | typeof ENDED>();
  const onExit = () => {
    thread.off('message', onMessage);
    resolve(ENDED);
  };
  const onMessage = (message: ThreadAnswer | 'ready') => {
    thread.off('exit', onExit);
    resolve(message);
  };
  thread.once('exit', onExit).once('message', onMessage);
  return promise;
}

function stopped({ time, memory }: EvaluatorLimits): TrialResult {
  const message = `The evaluation takes longer than ${time / 1000} s, or needs more memory than ${memory} MB.`;
  return { error: { part: 'expression', message, line: 1, column: 1 }, milliseconds: time };
}
