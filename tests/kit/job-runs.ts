import type { OutsideDatabase } from './database.ts';

export const LONG_NAME =
  'reconcile-every-single-resource-of-the-whole-organisation-and-of-each-of-its-clusters-in-all-regions';

/** Four hundred runs of the last hours, a quarter of them successful; one more with details, and one of three days ago. */
export async function seedRuns(database: OutsideDatabase): Promise<void> {
  await database.query(
    `insert into jobs.job_history (name, resource_type, resource_id, status, duration_millis, success_count,
         error_count, hostname, time_start, created_at, details)
       select case n % 5 when 0 then 'sync-catalog' when 1 then 'sync: a, b' when 2 then $1 else 'job-' || n % 12 end,
         case n % 3 when 0 then 'config_scraper' when 1 then 'topology' end, case n % 3 when 2 then null else 'resource-' || n end,
         (array['FAILED', 'WARNING', 'SUCCESS', 'STOPPED'])[1 + n % 4], n * 37, n % 9, n % 4, 'worker-' || n % 3,
         now() - n * interval '1 minute', now() - n * interval '1 minute', null
       from generate_series(1, 400) n`,
    [LONG_NAME],
  );
  await addRun(database, 'broken-scrape', {
    errors: { 'eu-west-1': 'deadline of 30 s exceeded', 'us-east-1': 'HTTP 403: no permission to list' },
    scrape_summary: { 'AWS::EC2::Instance': { added: 4, unchanged: 212 } },
    summary: { reconciled: 12, deleted: 3 },
  });
  await addRun(database, 'old-failure', { errors: ['long ago'] }, '3 days');
}

/** A run that failed. @returns its id */
export async function addRun(
  database: OutsideDatabase,
  name: string,
  details: unknown,
  ago = '5 seconds',
): Promise<string> {
  const rows = await database.query<{ id: string }>(
    `insert into jobs.job_history (name, resource_type, resource_id, status, duration_millis, success_count, error_count,
       time_start, created_at, details)
     values ($1, 'config_scraper', 'aws', 'FAILED', 31400, 3, 2, now() - $3::interval, now() - $3::interval, $2)
     returning id`,
    [name, JSON.stringify(details), ago],
  );
  return rows[0]?.id ?? '';
}
