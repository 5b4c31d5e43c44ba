import type { Clock } from '../../platform/time/clock.ts';
import type { Job, JobContext, JobOutcome } from '../../platform/rooms/job.ts';
import { requestJob } from '../runner.ts';
import { dropUnheard, handBack, keepFailed, removeDone, takeEvents } from './queue.ts';
import { type Attempt, react } from './react.ts';
import type { Reaction } from '../../platform/rooms/reaction.ts';
import { deadlineOf, namesHeard } from './reaction.ts';

export const EVENT_DRAIN = 'event-queue-drain';

/** Events at one moment: reactions share the connections of the process with everybody else. */
const IN_FLIGHT = 20;
/** After so many a drain ends, with its row in the history, and another one goes on. */
const MOST_AT_ONCE = 10_000;
/** How often a drain looks for new events while slow ones hold a part of its places. */
const LOOK_EVERY = 500;
/** Beyond the longest deadline: what it takes to write down how an attempt ended. */
const LEASE_MARGIN = 30_000;

/** Brings the events to the reactions. The schedule finds what waited for its next attempt; everything else asks for it. */
export function eventDrain(reactions: readonly Reaction[]): Job {
  return {
    name: EVENT_DRAIN,
    schedule: '* * * * *',
    quiet: true,
    run: (context) => drainEvents(reactions, context),
  };
}

/**
 * Handles every due event, highest priority first, and those that become due meanwhile. Several drains may run at once. A
 * drain that dies delays its events by their lease.
 */
export async function drainEvents(
  reactions: readonly Reaction[],
  { database, clock, log, signal }: JobContext,
): Promise<JobOutcome> {
  const lease = Math.max(0, ...reactions.map(deadlineOf)) + LEASE_MARGIN;
  // Reactions end with the drain, however it ends.
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  const running = new Map<string, Promise<void>>();
  const ended: Attempt[] = [];
  const errors: string[] = [];
  let handled = 0;
  let successes = 0;
  let dropped = 0;
  let dead = 0;

  async function settle(): Promise<void> {
    const batch = ended.splice(0);
    const gone = batch.filter((attempt) => attempt.end === 'done' || attempt.end === 'unheard');
    const done = gone.filter((attempt) => attempt.end === 'done');
    const failed = batch.filter((attempt) => attempt.end === 'failed');
    await removeDone(
      database,
      gone.map(({ id }) => id),
    );
    await keepFailed(database, failed);
    await handBack(
      database,
      batch.filter((attempt) => attempt.end === 'cut off'),
    );
    handled += batch.length;
    successes += done.length;
    dropped += gone.length - done.length;
    errors.push(...failed.map(({ error }) => error));
    dead += failed.filter(({ pause }) => pause === null).length;
  }

  try {
    if (signal.aborted) end();
    dropped += await dropUnheard(database, namesHeard(reactions));
    for (;;) {
      const isEnding = ending.signal.aborted || handled >= MOST_AT_ONCE;
      const room = isEnding ? 0 : IN_FLIGHT - running.size;
      const taken = room > 0 ? await takeEvents(database, room, lease) : [];
      for (const event of taken) {
        const attempt = react(event, reactions, { database, clock, log, signal: ending.signal });
        running.set(
          event.id,
          attempt.then((how) => {
            ended.push(how);
            running.delete(event.id);
          }),
        );
      }
      if (running.size > 0) await oneOf([...running.values()], clock);
      await settle();
      if (taken.length === 0 && running.size === 0) break;
    }
    if (handled >= MOST_AT_ONCE) await requestJob(database, EVENT_DRAIN);
    return { successes, errors, summary: { dropped, dead } };
  } finally {
    ending.abort(new Error('the drain ended'));
    signal.removeEventListener('abort', end);
  }
}

/** Resolves when the first of them does, or when it is time to look for new events. */
async function oneOf(running: readonly Promise<void>[], clock: Clock): Promise<void> {
  let cancel = () => {};
  const pause = new Promise<void>((resolve) => {
    cancel = clock.after(LOOK_EVERY, resolve);
  });
  await Promise.race([...running, pause]);
  cancel();
}
