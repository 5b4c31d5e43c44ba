import { setTimeout as delay } from 'node:timers/promises';
import { describeEnding } from './guarded-process.ts';
import type { GuardedProcess } from './guarded-process.ts';
import { EmbeddedPostgresError } from './failure.ts';
import { clearLeftovers } from './leftovers.ts';
import { clearSocket, spawnPostmaster, waitUntilReady } from './postmaster.ts';
import type { ServerPlan } from './postmaster.ts';

export interface RestartEvent {
  /** What happened, as a sentence without its full stop. */
  reason: string;
  /** 1 for the first restart after a quiet time. */
  attempt: number;
}

export interface SupervisorListeners {
  onLog?: ((line: string) => void) | undefined;
  onRestart?: ((event: RestartEvent) => void) | undefined;
}

const firstPause = 100;
const longestPause = 5000;
/** A server that has been up for so long has recovered: the next failure starts again with the shortest pause. */
const quietTime = 30_000;
/** How long leftovers of a killed run may take to end. */
const leftoverLimit = 10_000;
/** A fast shutdown ends with a checkpoint, which takes seconds on a slow disk after many writes. */
const shutdownLimit = 30_000;

/** Owns the running server: starts it, starts it again when it dies, and stops it. */
export class Supervisor {
  readonly #plan: ServerPlan;
  readonly #listeners: SupervisorListeners;
  readonly #stopping = new AbortController();
  #server: GuardedProcess | undefined;
  #watching: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(plan: ServerPlan, listeners: SupervisorListeners) {
    this.#plan = plan;
    this.#listeners = listeners;
  }

  /** The postmaster's process number, the last one while it is being restarted. */
  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  /** Resolves when connections are taken. Throws EmbeddedPostgresError. */
  async start(): Promise<void> {
    const deadline = performance.now() + leftoverLimit;
    for (;;) {
      await this.#makeWay();
      try {
        this.#watching = this.#watch(await this.#launch());
        return;
      } catch (error) {
        // The shared memory is still in use: by a process of the last run that the list did not show yet, or not any more.
        const busy = error instanceof EmbeddedPostgresError && error.code === 'in_use';
        if (!busy || performance.now() > deadline) throw error;
        await delay(firstPause);
      }
    }
  }

  /** Fast shutdown: sessions are ended, all data is written. Also right during a restart. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    const server = this.#server;
    if (server && !server.ending()) {
      server.signal('SIGINT');
      const impatience = setTimeout(() => server.signal('SIGQUIT'), shutdownLimit);
      const despair = setTimeout(() => server.signal('SIGKILL'), shutdownLimit + 5000);
      await server.ended;
      clearTimeout(impatience);
      clearTimeout(despair);
    }
    await this.#watching;
  }

  async #makeWay(): Promise<void> {
    await clearLeftovers(this.#plan.dataFolder, this.#plan.clusterName, leftoverLimit);
    await clearSocket(this.#plan);
  }

  async #launch(): Promise<GuardedProcess> {
    this.#stopping.signal.throwIfAborted();
    const server = spawnPostmaster(this.#plan, this.#listeners.onLog);
    this.#server = server;
    await waitUntilReady(server, this.#plan.dataFolder);
    return server;
  }

  async #watch(first: GuardedProcess): Promise<void> {
    const { signal } = this.#stopping;
    let server: GuardedProcess | undefined = first;
    let readySince = performance.now();
    let attempt = 0;
    let reason = '';
    for (;;) {
      if (server) {
        const ending = await server.ended;
        reason = `PostgreSQL (process ${server.pid}) ${describeEnding(ending)}`;
        if (performance.now() - readySince > quietTime) attempt = 0;
      }
      try {
        await delay(Math.min(firstPause * 2 ** attempt, longestPause), undefined, { signal });
        attempt += 1;
        this.#announce({ reason, attempt });
        await this.#makeWay();
        server = await this.#launch();
        readySince = performance.now();
      } catch (error) {
        if (signal.aborted) return;
        server = undefined;
        reason = error instanceof Error ? error.message : String(error);
      }
    }
  }

  /** In its own turn: a listener that throws must not end the supervision. */
  #announce(event: RestartEvent): void {
    const { onRestart } = this.#listeners;
    if (onRestart) queueMicrotask(() => onRestart(event));
  }
}
