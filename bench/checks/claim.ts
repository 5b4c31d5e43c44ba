import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProgram } from '../../tests/kit/program.ts';
import type { Database } from '../../server/src/platform/database/database.ts';
import { type Child, startChild } from '../kit/child.ts';
import { cpuOfProcess, cpuOfTree } from '../kit/processes.ts';
import { milliseconds, quantile, type Row, type Section, share } from '../kit/rows.ts';
import { openStore, postmasterOf, socketOf } from '../kit/store.ts';
import { bareTimers } from './bare-load.ts';
import { canariesOf } from './canaries.ts';
import { allHaveRun, judgeRounds, longestDelay, lostOf, readPlans } from './rounds.ts';
import type { Scale } from './scale.ts';

/** Beyond its budget a claimed check is left alone this long; the claim loop adds it to each lease. */
const LEASE_MARGIN = 5_000;
/** Nobody listens there, and nobody knocks: the runs do nothing. */
const NOWHERE = { http: [9], tcp: [9], dns: [9] };

/** The claim loop with runs that do nothing, in a real embedded database; then two workers of which one is killed. */
export async function measureClaim(scale: Scale): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'watchroom-bench-'));
  try {
    // Only the interface: it keeps the database up and makes the canaries, and claims nothing.
    await using program = await startProgram({ folder, flags: ['--only', 'api'] });
    for (const canary of canariesOf(NOWHERE, scale.checks, scale.interval)) {
      const { status } = await program.call('POST', '/api/db/canaries', canary);
      if (status !== 201) throw new Error(`a canary was refused with ${status}`);
    }
    const socket = socketOf(folder);
    const database = openStore(socket);
    try {
      const startClaiming = () => startChild<true>(new URL('claim-process.ts', import.meta.url), socket);
      await using worker = await startClaiming();
      const alone = await measureAlone(database, worker, postmasterOf(folder), scale);
      const killed = await measureKill(database, startClaiming, scale);
      return {
        title: `Claim loop alone: ${scale.checks} checks every ${scale.interval / 1000} s`,
        rows: [...alone, ...killed],
        notes: [],
      };
    } finally {
      await database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAlone(database: Database, worker: Child<true>, postmaster: number, scale: Scale): Promise<Row[]> {
  const { interval, checks, claimWindow } = scale;
  await allHaveRun(database, checks, 0, 120_000);
  await pause(interval / 2 + 1_000);
  const cpu = () => ({ time: Date.now(), node: cpuOfProcess(worker.pid), postgres: cpuOfTree(postmaster) });
  const plans = await readPlans(database);
  const before = cpu();
  await pause(claimWindow);
  const after = cpu();
  await pause(1_000);
  const rounds = await judgeRounds(database, interval, before.time, after.time, plans);
  const bare = await bareInserts(database, postmaster, rounds.stored, (checks / interval) * 250);
  const timers = await bareTimers((checks / interval) * 1000, scale.bareWindow);

  const seconds = (after.time - before.time) / 1000;
  const [node, postgres] = [(after.node - before.node) / seconds, (after.postgres - before.postgres) / seconds];
  const each = ((after.postgres - before.postgres) / Math.max(1, rounds.stored)) * 1e6;
  const limit = quantile(timers, 0.99);
  const p99 = quantile(rounds.lags, 0.99);
  return [
    { what: 'CPU of Node.js, of one core', measured: share(node) },
    { what: 'CPU of PostgreSQL, of one core', measured: share(postgres) },
    {
      what: 'CPU of PostgreSQL per result, all its statements',
      measured: `${each.toFixed(0)} µs`,
      limit: `${bare.toFixed(0)} µs, the same rows in batches without anything else`,
      ...(bare > 0 ? { ratio: each / bare } : {}),
    },
    {
      what: 'Schedule lag p99',
      measured: milliseconds(p99),
      limit: `${milliseconds(limit)}, bare timers`,
      ...(limit > 0 ? { ratio: p99 / limit } : {}),
    },
    { what: 'Schedule lag, highest', measured: milliseconds(quantile(rounds.lags, 1)) },
    {
      what: 'Results lost',
      measured: lostOf(rounds),
      goal: { text: '0', met: rounds.lost === 0 },
    },
  ];
}

/** Microseconds of PostgreSQL per row when as many rows in the same batches go into a table of the same shape. */
async function bareInserts(database: Database, postmaster: number, rows: number, perBatch: number): Promise<number> {
  const size = Math.max(1, Math.round(perBatch));
  await database.query('create table public.bench_plain (like health.check_statuses including all)');
  const before = cpuOfTree(postmaster);
  let written = 0;
  for (; written < rows; written += size)
    await database.query(
      `insert into public.bench_plain (check_id, time, status, invalid, duration)
       select id, clock_timestamp(), true, false, 1 from unnest($1::uuid[]) as id`,
      [Array.from({ length: size }, () => crypto.randomUUID())],
    );
  const took = cpuOfTree(postmaster) - before;
  await database.query('drop table public.bench_plain');
  return (took / Math.max(1, written)) * 1e6;
}

/** A second worker joins, is killed in the middle of its work, and the first takes over what it held. */
async function measureKill(
  database: Database,
  startClaiming: () => Promise<Child<true>>,
  scale: Scale,
): Promise<Row[]> {
  const { interval } = scale;
  // The smoke run need not wait for the leases of real kinds.
  if (scale.isQuick) await database.query('update health.check_states set budget_ms = 500');
  const budget = await database.query<{ longest: number }>('select max(budget_ms) as longest from health.check_states');
  const lease = (budget.rows[0]?.longest ?? 0) + LEASE_MARGIN;
  const victim = await startClaiming();
  await pause(Math.min(interval / 3, 10_000));
  const killed = Date.now();
  await victim.end('SIGKILL');
  await pause(lease + interval + 3_000);
  const { longest, delayed } = await longestDelay(database, interval, killed - interval, Date.now() - 1_000);
  return [
    {
      what: 'Two workers, one killed: longest delay of a check',
      measured: milliseconds(longest),
      limit: `${milliseconds(lease)}, the longest lease`,
      ratio: longest / lease,
      goal: { text: 'lease and a second', met: longest < lease + 1_000 },
    },
    {
      what: 'Two workers, one killed: checks delayed by more than a second',
      measured: `${delayed} of ${scale.checks}`,
    },
  ];
}
