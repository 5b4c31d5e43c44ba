import type { Job } from '../../platform/rooms/job.ts';

/** Response reference 7.3: what waited or lay dead for so long is of no use to anybody. */
const KEEP_DAYS = 30;

export const eventRetention: Job = {
  name: 'event-queue-retention',
  schedule: '29 3 * * *',
  quiet: true,
  async run({ database }) {
    const deleted = await database.query(
      `delete from jobs.event_queue where created_at < now() - interval '${KEEP_DAYS} days'`,
    );
    return { successes: deleted.rowCount ?? 0, errors: [] };
  },
};
