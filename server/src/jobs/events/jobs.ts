import type { Job } from '../../platform/rooms/job.ts';
import { eventDrain } from './drain.ts';
import type { Reaction } from '../../platform/rooms/reaction.ts';
import { eventRetention } from './retention.ts';

/** @param reactions those of every room; an event that none of them hears is dropped. */
export function eventJobs(reactions: readonly Reaction[]): Job[] {
  return [eventDrain(reactions), eventRetention];
}
