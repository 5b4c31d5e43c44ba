// The thread that watches the main thread. It never waits for it: its log line goes straight to standard output.
import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { openNative } from './native.ts';
import { BEAT, DEBUGGED, STUCK_EXIT_CODE, type WatchdogData } from './watchdog.ts';

const LOOK_EVERY = 250;

const { shared, limits } = workerData as WatchdogData;
let received: string | undefined;
let beats = 0;
/** Counted in looks and not by the clock, since a suspended machine stops this thread too. */
let silence = 0;

const native = openNative(['SIGTERM', 'SIGINT'], (signal) => {
  received ??= signal;
  silence = 0;
});

setInterval(() => {
  native.poll();
  const now = Atomics.load(shared, BEAT);
  const paused = received === undefined && Atomics.load(shared, DEBUGGED) === 1;
  silence = now === beats && !paused ? silence + LOOK_EVERY : 0;
  beats = now;
  if (silence >= (received === undefined ? limits.stuck : limits.signalled)) end();
}, LOOK_EVERY);
parentPort?.postMessage('watching');

function end(): never {
  const cause = received === undefined ? '' : ` after ${received}`;
  const msg = `the main thread did not respond for ${silence / 1_000} s${cause}: the process ends with code ${STUCK_EXIT_CODE}`;
  // A full pipe must not keep the process alive.
  native.killAfter(1);
  try {
    writeSync(1, `${JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, msg })}\n`);
  } catch {
    // Nobody reads the log; the exit code remains.
  }
  return native.exit(STUCK_EXIT_CODE);
}
