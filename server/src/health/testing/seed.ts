import type { CheckResult } from '@watchroom/contract/health';
import type { Database } from '../../platform/database/database.ts';
import type { FinishedRun } from '../engine/finished-run.ts';
import { createPartitions } from '../jobs/partitions.ts';

/** Checks of one canary, by SQL alone: due at `now() + dueIn` milliseconds. @returns their ids in the order of their names. */
export async function seedChecks(
  database: Database,
  count: number,
  options: { dueIn?: number; schedule?: string; interval?: number; spec?: object; type?: string } = {},
): Promise<string[]> {
  const {
    dueIn = -1_000,
    schedule = '@every 30s',
    interval = 30_000,
    spec = { endpoint: '127.0.0.1:9' },
    type = 'tcp',
  } = options;
  await createPartitions(database);
  const made = await database.query<{ id: string }>(
    `with canary as (
       insert into health.canaries (name, namespace, source, spec) values ('seeded ' || platform.new_id(), 'default', 'UI', '{}') returning id
     ), checks as (
       insert into health.checks (canary_id, type, name, spec)
       select canary.id, $2, 'check ' || lpad(n::text, 5, '0'), $3 from canary, generate_series(1, $1) n returning id, name
     ), states as (
       insert into health.check_states (check_id, due_at, first_due_at, schedule, interval_ms, budget_ms)
       select id, now() + $4 * interval '1 millisecond', now() + $4 * interval '1 millisecond', $5, $6, 10000 from checks
     )
     select id from checks order by name`,
    [count, type, JSON.stringify(spec), dueIn, schedule, interval],
  );
  return made.rows.map((row) => row.id);
}

/** A finished run of the check; a passing one of 10 ms now when nothing else is said. */
export function finishedRun(checkId: string, given: Partial<CheckResult & FinishedRun> = {}): FinishedRun {
  const { time = new Date().toISOString(), due = null, next_due = null, severity = null, ...result } = given;
  return {
    check_id: checkId,
    time,
    due,
    next_due,
    severity,
    result: { pass: true, invalid: false, duration: 10, message: '', error: '', data: {}, ...result },
  };
}

export interface State {
  readonly status: string | null;
  readonly due_at: Date | null;
  readonly lease_until: Date | null;
  readonly schedule: string | null;
  readonly last_runtime: Date | null;
  readonly last_transition_time: Date | null;
  readonly last_duration: number | null;
  readonly last_message: string | null;
}

export async function stateOf(database: Database, checkId: string): Promise<State> {
  const found = await database.query<State>('select * from health.check_states where check_id = $1', [checkId]);
  const [state] = found.rows;
  if (!state) throw new Error(`There is no state of ${checkId}`);
  return state;
}

/** Names of the events that wait for this check. */
export async function eventsOf(database: Database, checkId: string): Promise<string[]> {
  const found = await database.query<{ name: string }>(
    `select name from jobs.event_queue where properties ->> 'id' = $1 order by created_at, name`,
    [checkId],
  );
  return found.rows.map((row) => row.name);
}

/** The one number that a statement selects as `n`. */
export async function numberOf(
  database: Database,
  statement: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const found = await database.query<{ n: string | number }>(statement, values);
  return Number(found.rows[0]?.n);
}
