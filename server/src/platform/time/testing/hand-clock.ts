import type { Clock } from '../clock.ts';

/** A clock that only moves when it is told to; its timers fire in order while it moves. */
export interface HandClock extends Clock {
  forward(milliseconds: number): void;
  /** Delays of the timers that wait, from now, ascending. */
  readonly waiting: readonly number[];
}

export function handClock(): HandClock {
  const began = Date.now();
  let moved = 0;
  let timers: { at: number; call: () => void }[] = [];
  return {
    now: () => began + moved,
    monotonic: () => moved,
    after(delay, call) {
      const timer = { at: moved + Math.max(0, delay), call };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    forward(milliseconds) {
      const until = moved + milliseconds;
      for (;;) {
        const [next] = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        moved = Math.max(moved, next.at);
        next.call();
      }
      moved = until;
    },
    get waiting() {
      return timers.map((timer) => timer.at - moved).sort((a, b) => a - b);
    },
  };
}
