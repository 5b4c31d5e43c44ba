import type { Outbound } from '@watchroom/outbound';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Connections } from '../platform/references/connection.ts';
import type { Asked } from '../platform/http/turns.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { ResultWriter } from './engine/result-writer.ts';

/** What the room works with. */
export interface HealthContext {
  readonly database: Database;
  readonly outbound: Outbound;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly log: Logger;
  readonly writer: ResultWriter;
}

/** Reads as the caller, when it is their turn: their grants decide what is there. */
export function readAs<T>(context: HealthContext, asked: Asked, work: (reader: Queryable) => Promise<T>): Promise<T> {
  const { role, personId } = asked.caller;
  return asked.request.server.inTurn(asked, () => context.database.readAs({ role, personId }, work));
}
