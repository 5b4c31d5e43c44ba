import { formatDuration, OutboundError } from './outbound-error.ts';

const longestTimer = 2 ** 31 - 1;

/**
 * The one clock of one call: a total time, the caller's abort signal and the closing of the whole library end it, and
 * whichever step is running then hears of it. Steps follow one another, so there is one listener at a time; that is
 * several times cheaper than an AbortSignal per request.
 */
export class Deadline {
  /** what is going on, for the message of a timeout */
  phase: string | (() => string) = 'starting';
  /** true while we wait for ourselves, so that a timeout does not accuse the destination */
  waitingForSlot = false;
  readonly #subject: string;
  readonly #timeout: number;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #registry: Set<Deadline>;
  #listener: ((error: OutboundError) => void) | undefined;
  #error: OutboundError | undefined;

  constructor(subject: string, timeout: number, signal: AbortSignal | undefined, registry: Set<Deadline>) {
    this.#subject = subject;
    this.#timeout = timeout;
    this.#signal = signal;
    this.#registry = registry;
    registry.add(this);
    if (signal?.aborted === true) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort);
    if (Number.isFinite(timeout))
      this.#timer = setTimeout(() => this.#onTime(), Math.min(Math.max(timeout, 0), longestTimer));
  }

  /** Runs one step under the clock. `start` gets resolve and reject; `stop` undoes it when time is up. */
  step<T>(
    phase: string,
    start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
    stop?: () => void,
  ): Promise<T> {
    if (this.#error !== undefined) return Promise.reject(this.#error);
    this.phase = phase;
    return new Promise<T>((resolve, reject) => {
      this.#listener = (error) => {
        reject(error);
        stop?.();
      };
      start(resolve, reject);
    }).finally(() => {
      this.#listener = undefined;
    });
  }

  /** Waits for work that others may share and that is therefore left running when time is up. */
  wait<T>(phase: string, work: () => Promise<T>): Promise<T> {
    return this.step(phase, (resolve, reject) => void work().then(resolve, reject));
  }

  /** Ends the call from outside. */
  fail(error: OutboundError): void {
    if (this.#error !== undefined) return;
    this.#error = error;
    this.#listener?.(error);
  }

  /** Must run at the end of the call, whatever its outcome. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#registry.delete(this);
    this.#listener = undefined;
  }

  readonly #onAbort = (): void => {
    const reason: unknown = this.#signal?.reason;
    if (reason instanceof DOMException && reason.name === 'TimeoutError')
      this.fail(this.#timeoutError('in the time given'));
    else
      this.fail(
        new OutboundError('aborted', `The call to ${this.#subject} was cancelled (${this.#phaseNow()})`, {
          cause: reason,
        }),
      );
  };

  #onTime(): void {
    this.fail(this.#timeoutError(`within ${formatDuration(this.#timeout)}`));
  }

  #phaseNow(): string {
    return typeof this.phase === 'string' ? this.phase : this.phase();
  }

  #timeoutError(span: string): OutboundError {
    if (this.waitingForSlot) {
      return new OutboundError(
        'busy',
        `${this.#subject} was not contacted ${span}: all connection slots of this process are taken`,
      );
    }
    return new OutboundError('timeout', `No answer from ${this.#subject} ${span} (${this.#phaseNow()})`);
  }
}
