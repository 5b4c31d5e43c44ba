import type { ChangeFeed } from '../../platform/changes/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { requestOnChange } from '../wake.ts';
import { EVENT_DRAIN } from './drain.ts';

/** Asks for a drain at once and whenever events were written, by whatever process. @returns the call that ends it. */
export function drainOnEvents(feed: ChangeFeed, database: Database, clock: Clock, log: Logger): () => void {
  return requestOnChange('event_queue', EVENT_DRAIN, feed, database, clock, log);
}
