import type { Outbound } from '@watchroom/outbound';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { ResultWriter } from './engine/result-writer.ts';

/** What the room works with. */
export interface HealthContext {
  readonly database: Database;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly log: Logger;
  readonly writer: ResultWriter;
}

/** Reads as the caller: his grants decide what is there. */
export function readAs<T>(context: HealthContext, caller: Caller, work: (reader: Queryable) => Promise<T>): Promise<T> {
  return context.database.readAs({ role: caller.role, personId: caller.personId }, work);
}
