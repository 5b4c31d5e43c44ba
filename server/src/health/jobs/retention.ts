import type { Job } from '../../platform/rooms/job.ts';
import type { Database } from '../../platform/database/database.ts';
import { totalOf } from './roll-up.ts';

const DAY = 86_400_000;
/** The roll-ups outlive the raw rows: five minutes 2 days, hours 90 days, days 270 days (engine reference 3.4). */
const FIVE_MINUTES_DAYS = 2;
/** Five minutes of a day that was not rolled up yet are kept no longer than this. */
const FIVE_MINUTES_LONGEST_DAYS = 14;
const HOURS_DAYS = 90;
const DAYS_DAYS = 270;
/** Soft-deleted canaries and checks stay restorable for a week. */
const DELETED_DAYS = 7;

/** Drops what is older than it is kept for. @param statusRetention milliseconds that raw results are kept. */
export function checkStatusRetention(statusRetention: number): Job {
  const rawDays = Math.ceil(statusRetention / DAY);
  return {
    name: 'check-status-retention',
    schedule: '23 * * * *',
    async run({ database }) {
      const dropped = await database.query<{ raw: number; fine: number }>(
        `select health.drop_partitions('check_statuses', (now() at time zone 'UTC')::date - $1::int) as raw,
                health.drop_partitions('check_statuses_5m', $2::date) as fine`,
        [rawDays, await firstFineDay(database)],
      );
      const count = async (statement: string) => (await database.query(statement)).rowCount ?? 0;
      const older = (table: string, days: number) =>
        count(`delete from health.${table} where created_at < now() - interval '${days} days'`);
      const summary = {
        partitions: (dropped.rows[0]?.raw ?? 0) + (dropped.rows[0]?.fine ?? 0),
        late: await older('check_statuses_late', rawDays),
        hours: await older('check_statuses_1h', HOURS_DAYS),
        days: await older('check_statuses_1d', DAYS_DAYS),
        checks: await count(`delete from health.checks where deleted_at < now() - interval '${DELETED_DAYS} days'`),
        canaries: await count(`delete from health.canaries k where deleted_at < now() - interval '${DELETED_DAYS} days'
          and not exists (select from health.checks c where c.canary_id = k.id)`),
      };
      return { successes: 1, errors: [], summary };
    },
  };
}

/** The first day whose five-minute rows stay, as a date: after a stop of days they are all that a roll-up can be made from. */
async function firstFineDay(database: Database): Promise<string> {
  const found = await database.query<{ day: string }>(
    `select to_char(coalesce(min(day), date_trunc('day', now(), 'UTC') - interval '${FIVE_MINUTES_DAYS * 24} hours') at time zone 'UTC', 'YYYY-MM-DD') as day
     from generate_series(
       greatest(date_trunc('day', now(), 'UTC') - interval '${FIVE_MINUTES_LONGEST_DAYS * 24} hours',
                (select date_trunc('day', min(created_at), 'UTC') from health.check_statuses_5m)),
       date_trunc('day', now(), 'UTC') - interval '${(FIVE_MINUTES_DAYS + 1) * 24} hours', interval '24 hours') day
     where ${totalOf('check_statuses_5m')} <> ${totalOf('check_statuses_1d')}`,
  );
  return found.rows[0]?.day ?? '-infinity';
}
