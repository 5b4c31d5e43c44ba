import type { Queryable } from '../../platform/database/database.ts';
import type { Job } from '../../platform/rooms/job.ts';

const PARTITIONED = ['check_statuses', 'check_statuses_5m'] as const;
const DAYS_AHEAD = 7;

/** Partitions of yesterday, for results that cross midnight, to a week ahead. @returns how many were made. */
export async function createPartitions(database: Queryable): Promise<number> {
  let made = 0;
  for (const table of PARTITIONED) {
    const result = await database.query<{ made: number }>(
      `select health.create_partitions($1, (now() at time zone 'UTC')::date - 1, (now() at time zone 'UTC')::date + ${DAYS_AHEAD}) as made`,
      [table],
    );
    made += result.rows[0]?.made ?? 0;
  }
  return made;
}

export const checkStatusPartitions: Job = {
  name: 'check-status-partitions',
  schedule: '3 */6 * * *',
  async run({ database }) {
    return { successes: 1, errors: [], summary: { made: await createPartitions(database) } };
  },
};
