import { setTimeout as pause } from 'node:timers/promises';
import type { Coverage } from '@watchroom/contract/health';
import { cpuOfProcess, cpuOfTree, proportionalMemory, residentMemory } from '../kit/processes.ts';
import { below, megabytes, milliseconds, quantile, type Row, type Section, share } from '../kit/rows.ts';
import { bareLoad, bareTimers } from './bare-load.ts';
import type { Fleet, FleetStart } from './fleet.ts';
import { judgeRounds, lostOf, readPlans } from './rounds.ts';
import { readLag } from './lag-metric.ts';
import type { Scale } from './scale.ts';
import { readSizes } from './sizes.ts';

const SAMPLE_MEMORY = 5_000;

/** The real program under its steady load: what it costs, how late it is, and whether anything is lost. */
export async function measureLoad(fleet: Fleet, scale: Scale): Promise<Section> {
  const { interval, checks } = fleet;
  const rate = (checks / interval) * 1000;
  // A first run moves its check to its own place in the interval; from then on each has one moment per interval.
  await pause(interval * 1.5);
  const again = await fleet.restart();
  const used = await useOverWindow(fleet, scale.loadWindow);
  const rounds = await judgeRounds(fleet.database, interval, used.from, used.to, used.plans);
  const coverage = (await fleet.program.call('GET', '/api/v1/health/coverage')).body as Coverage;
  const timers = await bareTimers(rate, scale.bareWindow);
  const bare = await bareLoad(fleet.ports, rate, scale.bareWindow);

  const together = used.node + used.postgres;
  const p99 = quantile(rounds.lags, 0.99);
  const limit = quantile(timers, 0.99);
  const perDay = (result: number) => `${((result * rate * 86_400) / 1e9).toFixed(1)} GB a day`;
  const rows: Row[] = [
    startRow(`All ${checks} checks run once, first start with new documents`, fleet.firstStart, interval),
    startRow('All run once, later start', again, interval),
    {
      what: 'CPU of Node.js',
      measured: share(used.node),
      limit: `${share(bare)}, bare connections`,
      ratio: used.node / bare,
      goal: most(used.node / bare, 1.5),
    },
    { what: 'CPU of PostgreSQL', measured: share(used.postgres) },
    {
      what: 'CPU together',
      measured: share(together),
      limit: `${share(bare)}, bare connections`,
      ratio: together / bare,
      goal: most(together / bare, 2),
    },
    { what: 'Memory of Node.js, highest', measured: megabytes(used.nodeMemory) },
    { what: 'Memory of PostgreSQL, highest', measured: megabytes(used.postgresMemory) },
    {
      what: 'Memory together, highest',
      measured: megabytes(used.memory),
      goal: below(used.memory, 400 * 1024 ** 2, '400 MB'),
    },
    {
      what: 'Schedule lag p99, by stored results',
      measured: milliseconds(p99),
      limit: `${milliseconds(limit)}, bare timers`,
      ...(limit > 0 ? { ratio: p99 / limit } : {}),
      goal: below(p99, 250, '250 ms'),
    },
    { what: 'Schedule lag, highest', measured: milliseconds(quantile(rounds.lags, 1)) },
    { what: 'Schedule lag p99, by the metric', measured: `≤ ${milliseconds(used.lag)}` },
    {
      what: 'Results lost',
      measured: lostOf(rounds),
      goal: { text: '0', met: rounds.lost === 0 },
    },
    {
      what: 'Coverage',
      measured: `${(coverage.ratio * 100).toFixed(2)} %`,
      goal: { text: '100 %', met: coverage.ratio === 1 },
    },
    {
      what: 'Database, raw rows',
      measured: `${used.rawBytes.toFixed(0)} bytes a result`,
      limit: perDay(used.rawBytes),
    },
    {
      what: 'Database, five-minute roll-up',
      measured: `${used.rollUpBytes.toFixed(0)} bytes a result`,
      limit: perDay(used.rollUpBytes),
    },
    {
      what: 'Database, write-ahead log',
      measured: `${used.logBytes.toFixed(0)} bytes a result`,
      limit: perDay(used.logBytes),
    },
  ];
  return {
    title: `Steady load: ${checks} checks every ${interval / 1000} s for ${used.seconds.toFixed(0)} s`,
    rows,
    notes: [
      'Six of ten checks are http, three tcp, one dns, against servers in another process. A later start runs what it missed ' +
        'once, spread over the interval. Memory of PostgreSQL counts a page that processes share once.',
    ],
  };
}

/** A goal for a ratio: what a core does in a second depends on the machine, what it does beside bare connections less so. */
function most(ratio: number, goal: number): { text: string; met: boolean } {
  return { text: `≤ ${goal.toFixed(1)} times`, met: ratio <= goal };
}

function startRow(what: string, start: FleetStart, interval: number): Row {
  const sinceReady = start.allRun - start.ready;
  const measured = `${milliseconds(sinceReady)} after ready, ${milliseconds(start.allRun)} after the start`;
  return { what, measured, goal: below(start.allRun, interval, `${interval / 1000} s after the start`) };
}

async function useOverWindow(fleet: Fleet, window: number) {
  const node = fleet.program.process.pid ?? 0;
  const plans = await readPlans(fleet.database);
  const before = await snapshot(fleet, node);
  const memory: (readonly [number, number])[] = [];
  while (Date.now() - before.time < window) {
    memory.push([residentMemory(node), proportionalMemory(fleet.postmaster)]);
    await pause(Math.max(1, Math.min(SAMPLE_MEMORY, before.time + window - Date.now())));
  }
  const after = await snapshot(fleet, node);
  // What ran at the end of the window is still on its way to the database.
  await pause(Math.min(5_000, window));
  const settled = await readSizes(fleet.database);
  const seconds = (after.time - before.time) / 1000;
  const results = Math.max(1, settled.results - before.sizes.results);
  return {
    plans,
    from: before.time,
    to: after.time,
    seconds,
    node: (after.node - before.node) / seconds,
    postgres: (after.postgres - before.postgres) / seconds,
    nodeMemory: Math.max(...memory.map(([own]) => own)),
    postgresMemory: Math.max(...memory.map(([, postgres]) => postgres)),
    memory: Math.max(...memory.map(([own, postgres]) => own + postgres)),
    lag: after.lag.p99Since(before.lag),
    rawBytes: (settled.raw - before.sizes.raw) / results,
    rollUpBytes: (settled.rollUp - before.sizes.rollUp) / results,
    logBytes: (settled.log - before.sizes.log) / results,
  };
}

async function snapshot(fleet: Fleet, node: number) {
  const sizes = await readSizes(fleet.database);
  const lag = await readLag(fleet.program.url);
  return { sizes, lag, time: Date.now(), node: cpuOfProcess(node), postgres: cpuOfTree(fleet.postmaster) };
}
