import type { Registry } from 'prom-client';
import {
  createPartitions,
  DOCUMENT_SYNC,
  type HealthContext,
  healthJobs,
  releaseAbandonedClaims,
  startHealthWorker,
  watchFolder,
} from '../health/index.ts';
import { deleteExpired, deliverOnMails, mailJobs, readMailServer } from '../identity/index.ts';
import {
  createEventMetric,
  drainOnEvents,
  eventJobs,
  type Job,
  jobHistoryRetention,
  type ProcessRegistration,
  type Reaction,
  requestJob,
  startJobs,
} from '../jobs/index.ts';
import type { ChangeFeed } from '../platform/changes/changes.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Config } from './settings.ts';

export interface WorkContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly health: HealthContext;
  readonly feed: ChangeFeed;
  readonly registry: Registry;
  readonly registration: ProcessRegistration;
  /** No other worker can be alive, as with the embedded database. */
  readonly alone: boolean;
}

/** Checks in flight at a stop get this long; those that take longer are handed back. */
const PATIENCE = 8_000;

/** What every room does about events. An event that none of them hears is dropped. */
const reactions: readonly Reaction[] = [];

const sessionRetention: Job = {
  name: 'session-retention',
  schedule: '41 * * * *',
  async run({ database }) {
    await deleteExpired(database);
    return { successes: 1, errors: [] };
  },
};

/** Starts the claim loop, the jobs and the watch over the documents. @returns what ends them. */
export async function startWork(context: WorkContext): Promise<() => Promise<void>> {
  const { config, database, clock, log, health } = context;
  await createPartitions(database);
  if (context.alone) await releaseAbandonedClaims(database);
  const worker = startHealthWorker(health, context.registry, config.concurrency);
  const mailServer = readMailServer(config.smtpUrl, config.mailFrom);
  const jobs = await startJobs(
    [
      ...healthJobs(config.statusRetention, config.documents),
      ...eventJobs(reactions),
      jobHistoryRetention,
      sessionRetention,
      ...mailJobs({ outbound: health.outbound, server: mailServer }),
    ],
    context,
  );
  createEventMetric(context.registry, database);
  const stopDraining = drainOnEvents(context.feed, database, clock, log);
  const stopDelivering = mailServer ? deliverOnMails(context.feed, database, clock, log) : () => {};
  const sync = () =>
    requestJob(database, DOCUMENT_SYNC).catch((error: unknown) =>
      log.warn({ err: error }, 'the documents could not be synced'),
    );
  const stopWatching =
    config.documents === undefined ? () => {} : watchFolder(config.documents, clock, log, () => void sync());
  if (config.documents !== undefined) await sync();
  return async () => {
    stopWatching();
    stopDraining();
    stopDelivering();
    await jobs.stop();
    await worker.stop(PATIENCE);
  };
}
