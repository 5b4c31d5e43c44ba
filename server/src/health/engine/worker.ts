import type { Outbound } from '@watchroom/outbound';
import { parseSchedule, type Schedule } from '@watchroom/time/schedule';
import type { TimedDatabase } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log/logger.ts';
import { phaseOf } from '../../platform/schedule/phase.ts';
import type { Connections } from '../../platform/references/connection.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type ClaimedCheck, claimDueChecks, releaseClaims, repairDistantRuns, spreadMissedRuns } from './claim.ts';
import type { ResultWriter } from './result-writer.ts';
import { retriesOf } from './retries.ts';
import { NoCapacityError } from './no-capacity.ts';
import { runCheck } from './run-check.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export interface WorkerOptions {
  readonly database: TimedDatabase;
  readonly outbound: Outbound;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly log: Logger;
  readonly writer: ResultWriter;
  readonly metrics: WorkerMetrics;
  /** Checks in flight at one moment. */
  readonly concurrency: number;
  /** Runs one check; a bench puts something here that does nothing. */
  readonly run?: typeof runCheck;
  /** Milliseconds before its moment at which a check may be claimed. Default: {@link CLAIM_AHEAD}. */
  readonly ahead?: number;
}

export interface Worker {
  /** Checks that run or wait for their moment. */
  readonly inFlight: number;
  /** Claims nothing more, hands back what has not begun, and waits up to `patience` ms for what has. */
  stop(patience: number): Promise<void>;
}

/** Claims are made this often and this far ahead; timers in memory then hit the moment itself. */
const CLAIM_EVERY = 200;
const CLAIM_AHEAD = 450;
/** A pause between claims that is longer than this means that runs were missed: the machine slept or the database was away. */
const GAP = 5_000;
/** Missed runs happen within it; with the start of the process it stays under half a minute. */
const SPREAD_WINDOW = 27_000;
/** How often checks are looked for that a wrong clock put far away. */
const REPAIR_EVERY = 60_000;
/** What is left to write when the last run has landed or was ended. */
const LAST_WRITES = 2_000;

interface Flight {
  readonly claim: ClaimedCheck;
  /** The lease that the check has now: a later claim of the same worker renews it. */
  lease: string;
  /** The check's moment by the steady clock. */
  readonly dueAt: number;
  cancelTimer: () => void;
  begun: boolean;
  done: Promise<void>;
}

export function startWorker(options: WorkerOptions): Worker {
  const { clock, database, log, ahead = CLAIM_AHEAD } = options;
  const flights = new Map<string, Flight>();
  const ending = new AbortController();
  let stopped = false;
  let cancelTick = () => {};
  let lastClaim: { readonly monotonic: number; readonly wall: number } | undefined;
  let lastRepair: number | undefined;
  let ticking: Promise<void> = Promise.resolve();

  /** The steady clock stands still while a machine sleeps, the other one does not. */
  function missedRuns(): boolean {
    if (lastClaim === undefined) return true;
    return clock.monotonic() - lastClaim.monotonic > GAP || clock.now() - lastClaim.wall > GAP;
  }

  function repairIsDue(): boolean {
    if (lastRepair === undefined || clock.monotonic() - lastRepair >= REPAIR_EVERY) return true;
    return lastClaim !== undefined && clock.now() < lastClaim.wall;
  }

  /**
   * The clock of the database, carried on by the steady one: due times are compared with that clock, so they are made with
   * it too. The wall clock of this machine may be hours off.
   */
  function databaseNow(flight: Flight): number {
    return flight.claim.due_at + (clock.monotonic() - flight.dueAt);
  }

  async function tick(): Promise<void> {
    const began = clock.monotonic();
    try {
      if (missedRuns()) await spreadMissedRuns(database, SPREAD_WINDOW);
      if (repairIsDue()) {
        const moved = await repairDistantRuns(database, SPREAD_WINDOW);
        lastRepair = clock.monotonic();
        if (moved > 0)
          log.warn({ checks: moved }, 'checks were due far in the future, as after a wrong clock; they run now');
      }
      const room = options.concurrency - flights.size;
      const claims = room > 0 ? await claimDueChecks(database, ahead, room) : [];
      if (room <= 0) options.metrics.saturated.inc();
      lastClaim = { monotonic: clock.monotonic(), wall: clock.now() };
      if (stopped) await handBack(claims);
      else for (const claim of claims) take(claim);
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'due checks could not be claimed; trying again');
    }
    if (stopped) return;
    const spent = clock.monotonic() - began;
    cancelTick = clock.after(Math.max(20, CLAIM_EVERY - spent), () => {
      ticking = tick();
    });
  }

  function take(claim: ClaimedCheck): void {
    // The lease of an earlier claim ran out while its run goes on here: the run in flight settles it.
    const before = flights.get(claim.check_id);
    if (before) {
      before.lease = claim.lease;
      return;
    }
    const dueAt = clock.monotonic() + claim.due_in;
    const flight: Flight = {
      claim,
      lease: claim.lease,
      dueAt,
      cancelTimer: () => {},
      begun: false,
      done: Promise.resolve(),
    };
    flights.set(claim.check_id, flight);
    flight.cancelTimer = clock.after(claim.due_in, () => {
      flight.begun = true;
      options.metrics.lag.observe(Math.max(0, clock.monotonic() - dueAt) / 1000);
      flight.done = run(flight)
        .catch((error: unknown) => {
          if (!(error instanceof NoCapacityError)) throw error;
          options.metrics.saturated.inc();
          return handBack([held(flight)]);
        })
        .catch((error: unknown) =>
          log.error({ err: error, check: claim.check_id }, 'a run was given up; it is repeated when its lease ends'),
        )
        .finally(() => flights.delete(claim.check_id));
    });
  }

  async function run(flight: Flight): Promise<void> {
    const { claim } = flight;
    const time = new Date(databaseNow(flight)).toISOString();
    const retries = retriesOf(claim.canary_retries, claim.spec['retries']);
    const started = clock.monotonic();
    const result =
      typeof retries === 'string'
        ? { pass: false, invalid: true, duration: 0, message: '', error: retries, data: {} }
        : await (options.run ?? runCheck)(options, claim.type, claim.spec, retries, ending.signal, claim.subject);
    if (ending.signal.aborted) return handBack([held(flight)]);
    options.metrics.runs.inc({
      type: claim.type,
      result: result.invalid ? 'invalid' : result.pass ? 'passed' : 'failed',
    });
    options.metrics.duration.observe({ type: claim.type }, (clock.monotonic() - started) / 1000);
    const schedule = scheduleOf(claim);
    // A first run stands between two places of its interval: the place right behind it would be a second run for nothing.
    const next = schedule?.next(Math.max(databaseNow(flight), claim.due_at + (schedule.interval ?? 0) / 2));
    const next_due = next === undefined ? null : new Date(next).toISOString();
    await options.writer.write({
      check_id: claim.check_id,
      time,
      result,
      due: claim.due,
      next_due,
      severity: claim.severity,
    });
  }

  async function handBack(claims: readonly Pick<ClaimedCheck, 'check_id' | 'lease'>[]): Promise<void> {
    await releaseClaims(database, claims).catch((error: unknown) =>
      log.warn({ err: error }, 'claims could not be handed back; their leases run out'),
    );
  }

  ticking = tick();
  return {
    get inFlight() {
      return flights.size;
    },
    async stop(patience) {
      stopped = true;
      cancelTick();
      await ticking;
      const waiting = [...flights.values()].filter((flight) => !flight.begun);
      for (const flight of waiting) {
        flight.cancelTimer();
        flights.delete(flight.claim.check_id);
      }
      await handBack(waiting.map(held));
      const landed = Promise.all([...flights.values()].map((flight) => flight.done));
      let cancelPatience = () => {};
      const patienceOver = new Promise<void>((resolve) => {
        cancelPatience = clock.after(patience, () => {
          ending.abort(new Error('the server stops'));
          resolve();
        });
      });
      await Promise.race([landed, patienceOver]);
      cancelPatience();
      await options.writer.stop(LAST_WRITES);
      await landed;
    },
  };
}

function held(flight: Flight): Pick<ClaimedCheck, 'check_id' | 'lease'> {
  return { check_id: flight.claim.check_id, lease: flight.lease };
}

const schedules = new Map<string, Schedule>();

/** The schedule at the check's own place in its interval; null when it has none any more. */
function scheduleOf(claim: ClaimedCheck): Schedule | null {
  if (claim.schedule.startsWith('@every')) {
    const parsed = parseSchedule(claim.schedule, phaseOf(claim.check_id));
    return typeof parsed === 'string' ? null : parsed;
  }
  const known = schedules.get(claim.schedule);
  if (known) return known;
  const parsed = parseSchedule(claim.schedule, 0);
  if (parsed === null || typeof parsed === 'string') return null;
  schedules.set(claim.schedule, parsed);
  return parsed;
}
