import type { Database } from '../../server/src/platform/database/database.ts';
import { phaseOf } from '../../server/src/platform/schedule/phase.ts';

/** Timers and the two clocks of a machine differ by less; a run this early still belongs to the moment ahead. */
const EARLY = 100;

export interface Rounds {
  /** Milliseconds between each moment and the run that belongs to it. */
  readonly lags: readonly number[];
  readonly expected: number;
  /** Moments without a stored result. */
  readonly lost: number;
  readonly stored: number;
}

interface Result {
  readonly check_id: string;
  readonly at: number;
}

/** Holds the stored results against the moments at which each check had to run, from `from` up to `to` (milliseconds since the epoch). */
export async function judgeRounds(database: Database, interval: number, from: number, to: number): Promise<Rounds> {
  const states = await database.query<{ check_id: string }>(
    'select check_id from health.check_states where due_at is not null',
  );
  const byCheck = Map.groupBy(await resultsBetween(database, from - EARLY, to + interval), (row) => row.check_id);
  const lags: number[] = [];
  let expected = 0;
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
    }
  }
  return { lags, expected, lost: expected - lags.length, stored: lags.length };
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
