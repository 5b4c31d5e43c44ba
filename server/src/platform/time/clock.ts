/** Time is injected: schedules are tested without waiting, and a jump of the wall clock moves no timer. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch: for what people read and for the database. */
  now(): number;
  /** Never goes back: for durations and timers. Milliseconds. */
  monotonic(): number;
  /** Calls once after `delay` ms unless cancelled; the process may end meanwhile. */
  after(delay: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delay, call) {
    const timer = setTimeout(call, Math.max(0, delay));
    return () => clearTimeout(timer);
  },
};
