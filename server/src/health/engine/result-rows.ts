import { storableJson, storableText } from '../../platform/text/storable.ts';
import type { FinishedRun } from './finished-run.ts';

/** Durations are PostgreSQL integers: longer ones than 24 days are cut there (engine reference 3.1). */
const LONGEST_DURATION = 2_147_483_647;
/** What a state keeps of a message, for lists. */
const LISTED_MESSAGE = 500;
const FIVE_MINUTES = 300_000;

function durationOf(run: FinishedRun): number {
  const { duration } = run.result;
  return duration > 0 ? Math.min(LONGEST_DURATION, Math.round(duration)) : 0;
}

/** The same check at the same moment is the same run. */
export function keyOf(checkId: string, time: Date): string {
  return `${checkId}@${time.getTime()}`;
}

/** One array per column of `check_statuses`. */
export function statusColumns(runs: readonly FinishedRun[]): unknown[] {
  const text = (given: string) => (given === '' ? null : storableText(given));
  return [
    runs.map((run) => run.check_id),
    runs.map((run) => run.time),
    runs.map((run) => run.result.pass),
    runs.map((run) => run.result.invalid),
    runs.map((run) => durationOf(run)),
    runs.map((run) => text(run.result.message)),
    runs.map((run) => text(run.result.error)),
    runs.map((run) => detailsOf(run)),
    runs.map((run) => run.severity),
  ];
}

/** Data is kept for failures, where somebody will look at it; ten thousand passing answers a minute would fill the disk. */
function detailsOf(run: FinishedRun): string | null {
  if ((run.result.pass && !run.result.keepsData) || Object.keys(run.result.data).length === 0) return null;
  return storableJson(run.result.data);
}

/** Invalid results are unhealthy, but do not enter uptime (engine reference 3.2). */
export function fiveMinuteBuckets(runs: readonly FinishedRun[]) {
  const buckets = new Map<string, ReturnType<typeof emptyBucket>>();
  for (const run of runs) {
    const { check_id, result, time } = run;
    if (result.invalid) continue;
    const created_at = new Date(Math.floor(Date.parse(time) / FIVE_MINUTES) * FIVE_MINUTES).toISOString();
    const key = check_id + created_at;
    const bucket = buckets.get(key) ?? emptyBucket(check_id, created_at);
    buckets.set(key, bucket);
    const duration = durationOf(run);
    bucket.total += 1;
    bucket.duration += duration;
    bucket.durations.push(duration);
    if (result.pass) {
      bucket.passed += 1;
      bucket.last_pass = later(bucket.last_pass, time);
    } else {
      bucket.failed += 1;
      bucket.last_fail = later(bucket.last_fail, time);
    }
  }
  return [...buckets.values()];
}

function emptyBucket(check_id: string, created_at: string) {
  return {
    check_id,
    created_at,
    total: 0,
    passed: 0,
    failed: 0,
    duration: 0,
    durations: [] as number[],
    last_pass: null as string | null,
    last_fail: null as string | null,
  };
}

function later(a: string | null, b: string): string {
  return a !== null && a > b ? a : b;
}

/** What moves a check's state. Runs with `due` are those of the schedule. */
export function stateRows(runs: readonly FinishedRun[]) {
  return runs.map((run) => ({
    check_id: run.check_id,
    time: run.time,
    status: run.result.pass ? 'healthy' : 'unhealthy',
    duration: durationOf(run),
    message: storableText((run.result.error || run.result.message).slice(0, LISTED_MESSAGE)),
    due: run.due,
    next_due: run.next_due,
  }));
}
