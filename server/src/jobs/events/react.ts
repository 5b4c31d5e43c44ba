import { type FailedAttempt, MOST_ATTEMPTS, type TakenEvent } from './queue.ts';
import type { Reaction, ReactionContext } from '../../platform/rooms/reaction.ts';
import { deadlineOf, hears } from './reaction.ts';

/** How an attempt ended: `cut off` is the server's own end and no failure. */
export type Attempt =
  | { readonly end: 'done' | 'unheard'; readonly id: string }
  | ({ readonly end: 'failed' } & FailedAttempt)
  | { readonly end: 'cut off'; readonly id: string; readonly reacted: readonly string[] };

type Tools = Omit<ReactionContext, 'event'>;

/** Runs the reactions that an event has left, beside each other. Never rejects. */
export async function react(event: TakenEvent, reactions: readonly Reaction[], tools: Tools): Promise<Attempt> {
  const { id } = event;
  if (event.attempt > MOST_ATTEMPTS)
    return {
      end: 'failed',
      id,
      error: 'Every attempt ended because its process ended.',
      reacted: event.reacted,
      pause: null,
    };
  const left = reactions.filter((one) => hears(one, event.name) && !event.reacted.includes(one.name));
  if (left.length === 0) return { end: 'unheard', id };
  const ends = await Promise.allSettled(left.map((reaction) => runOne(reaction, event, tools)));
  const reacted = [...event.reacted];
  const errors: string[] = [];
  for (const [index, end] of ends.entries()) {
    const name = left[index]?.name ?? '';
    if (end.status === 'fulfilled') reacted.push(name);
    else errors.push(`${name}: ${textOf(end.reason)}`);
  }
  if (errors.length === 0) return { end: 'done', id };
  if (tools.signal.aborted) return { end: 'cut off', id, reacted };
  return { end: 'failed', id, error: errors.join('\n'), reacted, pause: pauseAfter(event.attempt) };
}

/** A reaction that does not heed its signal must not hold its place: the deadline wins. */
async function runOne(reaction: Reaction, event: TakenEvent, tools: Tools): Promise<void> {
  const deadline = deadlineOf(reaction);
  const ending = new AbortController();
  const cancel = tools.clock.after(deadline, () =>
    ending.abort(new Error(`It took longer than ${deadline / 1000} s.`)),
  );
  // Not AbortSignal.any: Node keeps what is made from a signal as long as that signal lives.
  const end = () => ending.abort(tools.signal.reason);
  tools.signal.addEventListener('abort', end, { once: true });
  try {
    tools.signal.throwIfAborted();
    await Promise.race([reaction.run({ ...tools, event, signal: ending.signal }), aborted(ending.signal)]);
  } finally {
    cancel();
    tools.signal.removeEventListener('abort', end);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const lose = () => reject(signal.reason instanceof Error ? signal.reason : new Error('The attempt was ended.'));
    signal.addEventListener('abort', lose, { once: true });
  });
}

const LONGEST_ERROR = 2_000;

function textOf(reason: unknown): string {
  const text = reason instanceof Error ? reason.message : String(reason);
  return text.length > LONGEST_ERROR ? `${text.slice(0, LONGEST_ERROR)}…` : text;
}

const FIRST_PAUSE = 60_000;
const GROWTH = 16;
const LONGEST_PAUSE = 4 * 3_600_000;
/** What failed together does not come back together. */
const JITTER = 0.2;

/**
 * Milliseconds from a failed attempt to the next: about a minute, a quarter of an hour, four hours; null after the last.
 * @param random in [0, 1).
 */
export function pauseAfter(attempt: number, random: number = Math.random()): number | null {
  if (attempt >= MOST_ATTEMPTS) return null;
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * GROWTH ** (attempt - 1));
  return Math.round(pause * (1 - JITTER / 2 + JITTER * random));
}
