import type { Database } from '../database/database.ts';
import type { Logger } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';

/** An event as its reactions see it. */
export interface QueuedEvent {
  /** The key against doing things twice: the same for every attempt, another one when the same thing happens again. */
  readonly id: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** 1 for the first. */
  readonly attempt: number;
  readonly created_at: Date;
}

export interface ReactionContext {
  readonly event: QueuedEvent;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted at the deadline and when the server stops. */
  readonly signal: AbortSignal;
}

/**
 * What a room does about an event; it declares itself in `reactions/` of the room. It may run twice for one event, after a
 * crash, and must not mind: the id of the event tells that it was here before.
 */
export interface Reaction {
  /** Kebab-case, one of a kind. */
  readonly name: string;
  /** Name of an event, or the beginning of several with a star: `incident.status.*`. */
  readonly event: string;
  /** Milliseconds that one run may take. Default 30 seconds. */
  readonly deadline?: number;
  /** @throws for another attempt later; the message is shown to people and must hold no secret. */
  run(context: ReactionContext): Promise<void>;
}
