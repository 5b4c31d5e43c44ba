import type { Job } from '../platform/rooms/job.ts';
import { thinHistory } from './history.ts';

/** Thins the history of jobs. */
export const jobHistoryRetention: Job = {
  name: 'job-history-retention',
  schedule: '7 * * * *',
  async run({ database }) {
    const deleted = await thinHistory(database);
    return { successes: 1, errors: [], summary: { deleted } };
  },
};
