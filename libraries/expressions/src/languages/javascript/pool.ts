import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Failure } from '../../failure.ts';
import type { Job, Outcome } from './job.ts';

/** Milliseconds that a thread may be silent beyond the time of its script, which is processor time, before it is given up. */
const GRACE = 2000;
const MOST_WAITING = 10_000;
/** At least two, so that a script that holds up its thread does not hold up the others. */
const SIZE = Math.min(4, Math.max(2, availableParallelism() - 1));

interface Waiting {
  readonly job: Job;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (failure: Failure) => void;
}

/** Threads that evaluate one script at a time each. A thread that does not answer is replaced; what waits goes to another one. */
export class ScriptPool {
  readonly #queue: Waiting[] = [];
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #size: number;

  constructor(size = SIZE) {
    this.#size = size;
  }

  /** @throws Failure if the thread ends or does not answer, or too much is waiting */
  run(job: Job): Promise<Outcome> {
    if (this.#queue.length >= MOST_WAITING)
      return Promise.reject(new Failure('limit', `${MOST_WAITING} scripts are waiting already.`));
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#queue.push({ job, resolve, reject });
    this.#work();
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  #work(): void {
    while (this.#idle.length > 0 && this.#queue.length > 0) {
      const thread = this.#idle.pop();
      const next = this.#queue.shift();
      if (thread !== undefined && next !== undefined) this.#assign(thread, next);
    }
    const starting = this.#all.size < this.#size && this.#queue.length > 0;
    if (starting) this.#start();
  }

  #start(): void {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      name: 'scripts',
      // Nothing of the process is for scripts, should one ever get out.
      env: {},
      argv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 4 },
    });
    this.#all.add(thread);
    thread.once('message', () => this.#release(thread));
    thread.once('exit', () => this.#lose(thread));
    // An error is followed by the exit, which deals with it.
    thread.on('error', () => undefined);
  }

  #assign(thread: Worker, { job, resolve, reject }: Waiting): void {
    const end = (message: string) => {
      stop();
      reject(new Failure('limit', message));
    };
    const onExit = () => end('The script needs more memory or stack than it may have.');
    const timer = setTimeout(() => {
      end(`The script takes longer than ${job.limits.time} ms.`);
      void thread.terminate();
    }, job.limits.time + GRACE);
    const stop = () => {
      clearTimeout(timer);
      thread.off('exit', onExit).off('message', onMessage);
    };
    const onMessage = (outcome: Outcome) => {
      stop();
      resolve(outcome);
      if ('failure' in outcome && outcome.isSpent) void thread.terminate();
      else this.#release(thread);
    };
    thread.once('exit', onExit).once('message', onMessage);
    thread.ref();
    try {
      thread.postMessage(job);
    } catch {
      stop();
      reject(new Failure('evaluation', 'Only plain data can be read: no functions, no instances of classes.'));
      this.#release(thread);
    }
  }

  #release(thread: Worker): void {
    // A thread that waits for work does not keep the process alive.
    thread.unref();
    this.#idle.push(thread);
    this.#work();
  }

  #lose(thread: Worker): void {
    this.#all.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#work();
  }
}
