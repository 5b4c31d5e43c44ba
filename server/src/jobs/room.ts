import { resolve } from 'node:path';
import { text } from '../platform/config/setting.ts';
import { DOCUMENT_SYNC, documentSync } from '../platform/documents/document-sync.ts';
import { watchFolder } from '../platform/documents/watch.ts';
import type { RoomContext } from '../platform/rooms/room.ts';
import { defineRoom } from '../platform/rooms/room.ts';
import { eventJobs } from './events/jobs.ts';
import { createEventMetric } from './events/metric.ts';
import { drainOnEvents } from './events/wake.ts';
import { jobHistoryRetention } from './maintenance.ts';
import { type ProcessRegistration, registerProcess } from './processes.ts';
import { registerJobRoutes } from './routes.ts';
import { prepareJobs, requestJob, startJobs } from './runner.ts';

const settings = {
  documents: text(
    {
      env: 'WATCHROOM_DOCUMENTS',
      flag: 'documents',
      shape: 'FOLDER',
      description: 'Folder of YAML documents. It is watched, and its checks follow its files.',
    },
    undefined,
  ),
};

/** Runs the jobs and reactions of all rooms, follows the folder of documents, and tells browsers what changed. */
export const room = defineRoom({
  settings,
  servedWithoutSignIn: true,
  prepare: prepareJobs,
  open(context, { documents: folder }) {
    const { database, clock, log, feed } = context;
    let registration: ProcessRegistration | undefined;
    return {
      jobs: [jobHistoryRetention],
      async start() {
        registration = await registerProcess(database, clock, log, context.process);
      },
      routes: (app) => registerJobRoutes(app, feed, clock, (caller) => context.callerValidUntil(caller)),
      async work({ jobs, reactions, documents }) {
        if (!registration) throw new Error('the room was not started');
        const path = folder === undefined ? undefined : resolve(folder);
        const syncs = path === undefined ? [] : [documentSync(path, documents)];
        const runner = await startJobs([...jobs, ...eventJobs(reactions), ...syncs], {
          database,
          clock,
          log,
          registration,
        });
        createEventMetric(context.metrics, database);
        const stopDraining = drainOnEvents(feed, database, clock, log);
        const stopFollowing = path === undefined ? () => {} : await followDocuments(path, context);
        return async () => {
          stopFollowing();
          stopDraining();
          await runner.stop();
        };
      },
      stop: async () => registration?.stop(),
    };
  },
});

/** Syncs the folder now and whenever it changes. @returns the call that ends it. */
async function followDocuments(folder: string, { database, clock, log }: RoomContext): Promise<() => void> {
  const sync = () =>
    requestJob(database, DOCUMENT_SYNC).catch((error: unknown) =>
      log.warn({ err: error }, 'the documents could not be synced'),
    );
  const stop = watchFolder(folder, clock, log, () => void sync());
  await sync();
  return stop;
}
