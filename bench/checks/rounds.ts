import type { Database } from '../../server/src/platform/database/database.ts';
import { phaseOf } from '../../server/src/platform/schedule/phase.ts';

/** Timers and the two clocks of a machine differ by less; a run this early still belongs to the moment ahead. */
const EARLY = 100;

export interface Rounds {
  /** Milliseconds between each moment and the run that belongs to it. */
  readonly lags: readonly number[];
  readonly expected: number;
  /** Moments without a stored result that the engine did not skip on purpose. */
  readonly lost: number;
  /** Moments without a stored result that the engine skipped on purpose, see {@link readPlans}. */
  readonly skipped: number;
  readonly stored: number;
}

interface Result {
  readonly check_id: string;
  readonly at: number;
}

/** What the engine has in mind for each check: the next moment that it runs it, and when it last did. Milliseconds since the epoch. */
export type Plans = ReadonlyMap<string, { readonly due: number; readonly lastRun: number }>;

/**
 * Reads what the engine itself says. After a restart a missed run happens somewhere in the interval; the check's own moment
 * is then skipped when it comes less than half an interval later, and the engine is due for the one after it.
 */
export async function readPlans(database: Database): Promise<Plans> {
  const found = await database.query<{ check_id: string; due: number; last_run: number }>(
    `select check_id, extract(epoch from due_at)::float8 * 1000 as due, extract(epoch from last_runtime)::float8 * 1000 as last_run
     from health.check_states where due_at is not null and last_runtime is not null`,
  );
  return new Map(found.rows.map((row) => [row.check_id, { due: row.due, lastRun: row.last_run }]));
}

/**
 * Holds the stored results against the moments at which each check had to run, from `from` up to `to` (milliseconds since the epoch).
 * @param plans read right before `from`.
 */
export async function judgeRounds(
  database: Database,
  interval: number,
  from: number,
  to: number,
  plans: Plans,
): Promise<Rounds> {
  const states = await database.query<{ check_id: string }>(
    'select check_id from health.check_states where due_at is not null',
  );
  const byCheck = Map.groupBy(await resultsBetween(database, from - EARLY, to + interval), (row) => row.check_id);
  const lags: number[] = [];
  let expected = 0;
  let skipped = 0;
  for (const { check_id } of states.rows) {
    const offset = Math.floor(phaseOf(check_id) * interval);
    const runs = new Map<number, number>();
    for (const { at } of byCheck.get(check_id) ?? []) {
      const moment = Math.floor((at - offset + EARLY) / interval) * interval + offset;
      runs.set(moment, Math.min(runs.get(moment) ?? Number.POSITIVE_INFINITY, at));
    }
    for (let moment = Math.ceil((from - offset) / interval) * interval + offset; moment < to; moment += interval) {
      expected += 1;
      const at = runs.get(moment);
      if (at !== undefined) lags.push(Math.max(0, at - moment));
      else if (isSkipped(plans.get(check_id), moment, interval)) skipped += 1;
    }
  }
  return { lags, expected, lost: expected - lags.length - skipped, skipped, stored: lags.length };
}

/** The engine is due later than this moment, and ran less than half an interval before it. */
function isSkipped(plan: { due: number; lastRun: number } | undefined, moment: number, interval: number): boolean {
  if (!plan) return false;
  const since = moment - plan.lastRun;
  return plan.due > moment + EARLY && since > EARLY && since <= interval / 2 + EARLY;
}

/** As a table tells it. */
export function lostOf({ lost, expected, skipped }: Rounds): string {
  return `${lost} of ${expected}${skipped > 0 ? `, ${skipped} skipped on purpose after a restart` : ''}`;
}

/** By how much the longest pause between two runs of one check exceeds its interval, and how many exceed it by a second. */
export async function longestDelay(database: Database, interval: number, from: number, to: number) {
  const byCheck = Map.groupBy(await resultsBetween(database, from, to), (row) => row.check_id);
  const delays = [...byCheck.values()].map((runs) => {
    const times = [...runs.map((run) => run.at), to].toSorted((a, b) => a - b);
    return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? time) - interval));
  });
  return {
    longest: delays.reduce((most, delay) => Math.max(most, delay), 0),
    delayed: delays.filter((delay) => delay > 1_000).length,
  };
}

async function resultsBetween(database: Database, from: number, to: number): Promise<Result[]> {
  const found = await database.query<Result>(
    `select check_id, extract(epoch from time)::float8 * 1000 as at from health.check_statuses
     where time >= to_timestamp($1::float8 / 1000) and time < to_timestamp($2::float8 / 1000)`,
    [from, to],
  );
  return found.rows;
}

/** Waits until every scheduled check has run since `since`. @returns milliseconds since the epoch. */
export async function allHaveRun(database: Database, checks: number, since: number, patience: number): Promise<number> {
  const until = performance.now() + patience;
  for (;;) {
    const found = await database.query<{ ran: number; newest: number }>(
      `select count(*)::integer as ran, max(extract(epoch from last_runtime))::float8 * 1000 as newest
       from health.check_states where last_runtime >= to_timestamp($1::float8 / 1000)`,
      [since],
    );
    const ran = found.rows[0]?.ran ?? 0;
    if (ran >= checks) return Date.now();
    if (performance.now() > until) throw new Error(`only ${ran} of ${checks} checks ran within ${patience / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
