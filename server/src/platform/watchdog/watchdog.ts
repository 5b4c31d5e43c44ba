import { once } from 'node:events';
import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../log/logger.ts';

/** What the main thread and the watchdog's own thread share. */
export interface WatchdogData {
  /** `BEAT` counts up while the main thread runs its loop; `DEBUGGED` is 1 while a debugger may stop it. */
  readonly shared: Int32Array<SharedArrayBuffer>;
  readonly limits: WatchdogLimits;
}

export const BEAT = 0;
export const DEBUGGED = 1;

export interface WatchdogLimits {
  /** Milliseconds for which the main thread may be stuck. */
  readonly stuck: number;
  /** The same after SIGTERM or SIGINT. */
  readonly signalled: number;
}

/** Exit code of a process that its watchdog ended (EX_SOFTWARE of sysexits). */
export const STUCK_EXIT_CODE = 70;

const BEAT_EVERY = 500;
const LIMITS: WatchdogLimits = { stuck: 60_000, signalled: 5_000 };

/**
 * Watches the main thread from a thread of its own, and ends the process with `STUCK_EXIT_CODE` and a line in the log when the main
 * thread is stuck: after `limits.stuck`, or `limits.signalled` after SIGTERM or SIGINT. A supervisor can then start it again.
 * Register the handlers of these signals first: from now on the signals do not end the process by themselves.
 */
export async function startWatchdog(log: Logger, limits: WatchdogLimits = LIMITS): Promise<void> {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const beat = () => {
    Atomics.add(shared, BEAT, 1);
    Atomics.store(shared, DEBUGGED, inspectorUrl() === undefined ? 0 : 1);
  };
  beat();
  setInterval(beat, BEAT_EVERY).unref();
  const workerData: WatchdogData = { shared, limits };
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData,
    name: 'watchdog',
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  });
  thread.unref();
  const failed = (error: unknown) =>
    log.warn({ err: error }, 'the watchdog does not run: a process that is stuck must be ended by SIGKILL');
  await once(thread, 'message').catch(failed);
  thread.on('error', failed);
}
