import type { ChangeFeed } from '../platform/changes/changes.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Clock } from '../platform/time/clock.ts';
import { requestJob } from './runner.ts';

/** Changes that come together ask once. */
const GATHER = 100;

/** Asks for a run of a job at once and whenever a table changed, by whatever process. @returns the call that ends it. */
export function requestOnChange(
  table: string,
  job: string,
  feed: ChangeFeed,
  database: Database,
  clock: Clock,
  log: Logger,
): () => void {
  let cancel: (() => void) | undefined;
  const ask = () => {
    cancel ??= clock.after(GATHER, () => {
      cancel = undefined;
      requestJob(database, job).catch((error: unknown) =>
        log.warn({ err: error, job }, 'a job could not be asked for at once; its schedule runs it within a minute'),
      );
    });
  };
  const leave = feed.subscribe((message) => {
    if (message === 'gap' || message.table === table) ask();
  });
  ask();
  return () => {
    leave();
    cancel?.();
  };
}
