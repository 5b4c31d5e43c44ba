import { defineRoom } from '../platform/rooms/room.ts';
import { eventJobs } from './events/jobs.ts';
import { createEventMetric } from './events/metric.ts';
import { drainOnEvents } from './events/wake.ts';
import { jobHistoryRetention } from './maintenance.ts';
import { type ProcessRegistration, registerProcess } from './processes.ts';
import { registerJobRoutes } from './routes.ts';
import { prepareJobs, startJobs } from './runner.ts';

/** Runs the jobs and reactions of all rooms, and tells browsers what changed. */
export const room = defineRoom({
  servedWithoutSignIn: true,
  prepare: prepareJobs,
  open(context) {
    const { database, clock, log, feed } = context;
    let registration: ProcessRegistration | undefined;
    return {
      jobs: [jobHistoryRetention],
      async start() {
        registration = await registerProcess(database, clock, log, context.process);
      },
      routes: (app) => registerJobRoutes(app, feed, clock, (caller) => context.callerValidUntil(caller)),
      async work({ jobs, reactions }) {
        if (!registration) throw new Error('the room was not started');
        const runner = await startJobs([...jobs, ...eventJobs(reactions)], { database, clock, log, registration });
        createEventMetric(context.metrics, database);
        const stopDraining = drainOnEvents(feed, database, clock, log);
        return async () => {
          stopDraining();
          await runner.stop();
        };
      },
      stop: async () => registration?.stop(),
    };
  },
});
