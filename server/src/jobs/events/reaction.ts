import type { Reaction } from '../../platform/rooms/reaction.ts';

const DEFAULT_DEADLINE = 30_000;

export function deadlineOf(reaction: Reaction): number {
  return reaction.deadline ?? DEFAULT_DEADLINE;
}

/** The events of these reactions: whole names, and beginnings of names. */
export function namesHeard(reactions: readonly Reaction[]): {
  readonly names: string[];
  readonly beginnings: string[];
} {
  const events = reactions.map((reaction) => reaction.event);
  return {
    names: events.filter((event) => !event.endsWith('*')),
    beginnings: events.filter((event) => event.endsWith('*')).map((event) => event.slice(0, -1)),
  };
}

export function hears(reaction: Reaction, name: string): boolean {
  return reaction.event.endsWith('*') ? name.startsWith(reaction.event.slice(0, -1)) : name === reaction.event;
}
