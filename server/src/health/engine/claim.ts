import type { Database } from '../../platform/database/database.ts';
import type { Entry } from '../../platform/kinds/validate.ts';

/** A due check that this worker holds until its lease ends. */
export interface ClaimedCheck {
  readonly check_id: string;
  readonly type: string;
  readonly spec: Entry;
  readonly canary_retries: unknown;
  readonly schedule: string;
  readonly interval_ms: number;
  readonly severity: string | null;
  /** Milliseconds until it is due by the clock of the database; negative when it is late. */
  readonly due_in: number;
  /** Milliseconds since the epoch. */
  readonly due_at: number;
  /** The same moment as the database writes it, to the microsecond. */
  readonly due: string;
}

/** Beyond the budget: time for the batch of results to be written before another worker may claim. */
const LEASE_MARGIN = 5_000;

/**
 * Takes up to `limit` checks that are due within `ahead` milliseconds. Of two workers that ask at once each gets its own.
 * The columns of the index are not touched, so the update stays inside its page.
 */
export async function claimDueChecks(database: Database, ahead: number, limit: number): Promise<ClaimedCheck[]> {
  const claimed = await database.query<ClaimedCheck>(
    `with due as (
       select check_id from health.check_states
       where due_at <= now() + $1 * interval '1 millisecond' and (lease_until is null or lease_until < now())
       order by due_at limit $2 for update skip locked)
     update health.check_states s
     set lease_until = greatest(s.due_at, now()) + (s.budget_ms + ${LEASE_MARGIN}) * interval '1 millisecond'
     from due, health.checks c, health.canaries k
     where s.check_id = due.check_id and c.id = s.check_id and k.id = c.canary_id
     returning s.check_id, c.type, c.spec, k.spec -> 'retries' as canary_retries, s.schedule,
       s.interval_ms::float8 as interval_ms, c.severity,
       extract(epoch from s.due_at - now())::float8 * 1000 as due_in, extract(epoch from s.due_at)::float8 * 1000 as due_at, s.due_at::text as due`,
    [ahead, limit],
  );
  return claimed.rows;
}

/** Hands claims back that will not run, for example because the server stops. */
export async function releaseClaims(database: Database, checkIds: readonly string[]): Promise<void> {
  if (checkIds.length === 0) return;
  await database.query('update health.check_states set lease_until = null where check_id = any($1)', [checkIds]);
}

/** Ends the leases of workers that were killed; only for a process that knows that no other worker lives. */
export async function releaseAbandonedClaims(database: Database): Promise<void> {
  await database.query('update health.check_states set lease_until = null where lease_until is not null');
}

/**
 * After a time without a worker: every check that missed a run is due again within `window` milliseconds, so that missed runs
 * happen once and evenly spread. An interval that is no longer than the window keeps its place in it; a longer one and a
 * calendar schedule run somewhere in the window, since their next place may be a day away.
 * @returns how many were moved.
 */
export async function spreadMissedRuns(database: Database, window: number): Promise<number> {
  const moved = await database.query(
    `update health.check_states
     set due_at = case
       when schedule like '@every%' and interval_ms <= $1::integer then
         due_at + (floor(extract(epoch from now() - due_at) * 1000 / interval_ms) + 1) * interval_ms * interval '1 millisecond'
       else now() + (hashtext(check_id::text) & 2147483647) % $1::integer * interval '1 millisecond' end
     where due_at < now() - interval '2 seconds' and (lease_until is null or lease_until < now()) and interval_ms > 0`,
    [window],
  );
  return moved.rowCount ?? 0;
}
