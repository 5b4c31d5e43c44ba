import { type Program, startProgram } from '../../tests/kit/program.ts';
import type { Database } from '../../server/src/platform/database/database.ts';
import { openStore, socketOf } from '../kit/store.ts';

/** The real program with rows that were written straight into its tables; its checks never run. */
export interface Site extends AsyncDisposable {
  readonly program: Program;
  readonly database: Database;
  /** Adds rows to every list but the properties until each has this many. */
  fill(rows: number): Promise<void>;
  /** The same for properties, which every page reads whole. */
  fillProperties(rows: number): Promise<void>;
}

const CHECKS_PER_CANARY = 10;

/** Each statement takes the number of rows that are there afterwards. */
const FILL = [
  `insert into health.canaries (name, namespace, source, spec, shown_spec)
   select 'service-' || n, (array['payments', 'search', 'storefront', 'platform'])[1 + n % 4], 'UI', spec, spec
   from (select '{"schedule": "@every 30s", "http": [{"name": "front", "url": "https://example.org/"}]}'::jsonb as spec) written,
      generate_series((select count(*) from health.canaries) + 1, $1::integer) n`,
  `with sources as (select array_agg(id order by name) as ids from health.canaries where deleted_at is null),
   made as (
     insert into health.checks (canary_id, type, name, namespace, endpoint, labels, severity)
     select ids[1 + (n / ${CHECKS_PER_CANARY}) % array_length(ids, 1)], (array['http', 'tcp', 'dns'])[1 + n % 3], 'check ' || n,
       (array['payments', 'search', 'storefront', 'platform'])[1 + n % 4], 'https://service-' || n || '.example',
       jsonb_build_object('app', 'app-' || n % 100), (array['low', 'medium', 'critical'])[1 + n % 3]
     from sources, generate_series((select count(*) from health.checks) + 1, $1::integer) n
     returning id, name)
   insert into health.check_states (check_id, budget_ms, status, last_runtime, last_transition_time, last_duration, last_message)
   select id, 10000, case when hashtext(name) % 10 = 0 then 'unhealthy' else 'healthy' end, now(), now() - interval '3 hours',
     10 + abs(hashtext(name)) % 90, '200 OK'
   from made`,
  `insert into jobs.job_history (name, resource_type, resource_id, status, duration_millis, success_count, error_count,
     hostname, time_start, created_at)
   select 'job-' || n % 40, 'canary', 'resource-' || n, (array['FAILED', 'WARNING', 'SUCCESS', 'SUCCESS'])[1 + n % 4],
     n % 5000, n % 9, n % 4, 'worker-' || n % 3, now() - n * interval '1 second', now() - n * interval '1 second'
   from generate_series((select count(*) from jobs.job_history) + 1, $1::integer) n`,
  `insert into jobs.event_queue (name, properties, attempts, error, due_at, last_attempt)
   select 'event.' || n % 20, jsonb_build_object('id', n), 4, 'the receiver answered 503', null, now()
   from generate_series((select count(*) from jobs.event_queue) + 1, $1::integer) n`,
];

const FILL_PROPERTIES = `insert into features.properties (name, value, description)
   select 'bench.property.' || n, (array['true', 'false', 'https://example.com'])[1 + n % 3], 'Property number ' || n
   from generate_series((select count(*) from features.properties) + 1, $1::integer) n`;

/** An empty program on a folder and a database of its own. */
export async function startSite(): Promise<Site> {
  // A worker would apply the canaries again, and remove checks that their specs do not have.
  const program = await startProgram({ flags: ['--only', 'api'] });
  const database = openStore(socketOf(program.folder));
  return {
    program,
    database,
    async fill(rows) {
      for (const statement of FILL) await database.query(statement, [rows]);
      await database.query(
        'analyze health.canaries, health.checks, health.check_states, jobs.job_history, jobs.event_queue',
      );
    },
    async fillProperties(rows) {
      await database.query(FILL_PROPERTIES, [rows]);
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      await program[Symbol.asyncDispose]();
    },
  };
}
