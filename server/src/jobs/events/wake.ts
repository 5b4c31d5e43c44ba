import type { ChangeFeed } from '../../platform/changes/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { requestJob } from '../runner.ts';
import { EVENT_DRAIN } from './drain.ts';

/** Batches of results that come together ask once. */
const GATHER = 100;

/** Asks for a drain at once and whenever events were written, by whatever process. @returns the call that ends it. */
export function drainOnEvents(feed: ChangeFeed, database: Database, clock: Clock, log: Logger): () => void {
  let cancel: (() => void) | undefined;
  const ask = () => {
    cancel ??= clock.after(GATHER, () => {
      cancel = undefined;
      requestJob(database, EVENT_DRAIN).catch((error: unknown) =>
        log.warn({ err: error }, 'the event queue could not be drained at once; its schedule does it within a minute'),
      );
    });
  };
  const leave = feed.subscribe((message) => {
    if (message === 'gap' || message.table === 'event_queue') ask();
  });
  ask();
  return () => {
    leave();
    cancel?.();
  };
}
