import type { TimedDatabase } from '../../platform/database/database.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { type ScriptSubject, SUBJECT } from './script-subject.ts';

/** A due check that this worker holds until its lease ends. */
export interface ClaimedCheck {
  readonly check_id: string;
  readonly type: string;
  readonly spec: Entry;
  readonly canary_retries: unknown;
  /** Null where the check has neither a script nor a connection. */
  readonly subject: ScriptSubject | null;
  readonly schedule: string;
  readonly interval_ms: number;
  readonly severity: string | null;
  /** Milliseconds until it is due by the clock of the database; negative when it is late. */
  readonly due_in: number;
  /** Milliseconds since the epoch. */
  readonly due_at: number;
  /** The same moment as the database writes it, to the microsecond. */
  readonly due: string;
  /** The end of the lease as the database writes it: it tells this claim from a later one. */
  readonly lease: string;
}

/** Beyond the budget: time for the batch of results to be written before another worker may claim. */
const LEASE_MARGIN = 5_000;

/**
 * Takes up to `limit` checks that are due within `ahead` milliseconds. Of two workers that ask at once each gets its own.
 * The columns of the index are not touched, so the update stays inside its page.
 */
export async function claimDueChecks(database: TimedDatabase, ahead: number, limit: number): Promise<ClaimedCheck[]> {
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
       extract(epoch from s.due_at - now())::float8 * 1000 as due_in, extract(epoch from s.due_at)::float8 * 1000 as due_at, s.due_at::text as due,
       s.lease_until::text as lease, ${SUBJECT}`,
    [ahead, limit],
  );
  return claimed.rows;
}

/**
 * Hands claims back that will not run, for example because the server stops. A claim whose lease ended may belong to another
 * worker by now: that one stays.
 */
export async function releaseClaims(
  database: TimedDatabase,
  claims: readonly Pick<ClaimedCheck, 'check_id' | 'lease'>[],
): Promise<void> {
  if (claims.length === 0) return;
  await database.query(
    `update health.check_states s set lease_until = null from unnest($1::uuid[], $2::timestamptz[]) held (id, lease)
     where s.check_id = held.id and s.lease_until = held.lease`,
    [claims.map((claim) => claim.check_id), claims.map((claim) => claim.lease)],
  );
}

/** Ends the leases of workers that were killed; only for a process that knows that no other worker lives. */
export async function releaseAbandonedClaims(database: TimedDatabase): Promise<void> {
  await database.query('update health.check_states set lease_until = null where lease_until is not null');
}

/** An even place inside `$1` milliseconds from now, the same one for a check every time. */
const SOMEWHERE_IN_WINDOW = `now() + (hashtext(check_id::text) & 2147483647) % $1::integer * interval '1 millisecond'`;

/**
 * After a time without a worker: every check that missed a run is due again within `window` milliseconds, so that missed runs
 * happen once and evenly spread. An interval that is no longer than the window keeps its place in it; a longer one and a
 * calendar schedule run somewhere in the window, since their next place may be a day away.
 * @returns how many were moved.
 */
export async function spreadMissedRuns(database: TimedDatabase, window: number): Promise<number> {
  const moved = await database.query(
    `update health.check_states
     set due_at = case
       when schedule like '@every%' and interval_ms <= $1::integer then
         due_at + (floor(extract(epoch from now() - due_at) * 1000 / interval_ms) + 1) * interval_ms * interval '1 millisecond'
       else ${SOMEWHERE_IN_WINDOW} end
     where due_at < now() - interval '2 seconds' and (lease_until is null or lease_until < now()) and interval_ms > 0`,
    [window],
  );
  return moved.rowCount ?? 0;
}

/**
 * A clock that was wrong for a while leaves checks that are due hours or years from now. A fixed interval is never due later
 * than one and a half of it: what is later than two runs somewhere within `window` milliseconds. A lease beyond every budget
 * is of the same clock and ends too.
 * @returns how many were moved.
 */
export async function repairDistantRuns(database: TimedDatabase, window: number): Promise<number> {
  const moved = await database.query(
    `update health.check_states set due_at = ${SOMEWHERE_IN_WINDOW}, lease_until = null
     where schedule like '@every%' and interval_ms > 0 and due_at > now() + 2 * interval_ms * interval '1 millisecond'
       and (lease_until is null or lease_until < now()
            or lease_until > now() + (budget_ms + ${LEASE_MARGIN}) * interval '1 millisecond' + interval '1 minute')`,
    [window],
  );
  return moved.rowCount ?? 0;
}
