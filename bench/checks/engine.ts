import { createOutbound } from '@watchroom/outbound';
import { runCheck } from '../../server/src/health/engine/run-check.ts';
import { noStoredConnections } from '../../server/src/platform/references/testing/no-stored-connections.ts';
import { systemClock } from '../../server/src/platform/time/clock.ts';
import { median, type Row, type Section } from '../kit/rows.ts';
import { bareRequest } from './bare-load.ts';
import type { Scale } from './scale.ts';
import { portOf, startTargets } from './targets.ts';

const GOAL = 0.5;

interface Round {
  /** Per second. */
  readonly rate: number;
  /** Microseconds of CPU of this process for each. */
  readonly cpu: number;
}

/** Checks of the kind `http` against a server in another process, new connection each, beside a bare loop of the same requests. */
export async function measureEngine(scale: Scale): Promise<Section> {
  await using targets = await startTargets();
  await using outbound = createOutbound();
  const ports = targets.ready.http;
  const tools = { outbound, connections: noStoredConnections, clock: systemClock };
  const { signal } = new AbortController();
  const check = async (number: number) => {
    const entry = { name: 'page', url: `http://127.0.0.1:${portOf(ports, number)}/` };
    const result = await runCheck(tools, 'http', entry, undefined, signal);
    if (!result.pass) throw new Error(`a check failed: ${result.error}`);
  };
  const bare = (number: number) => bareRequest(portOf(ports, number));

  const rows: Row[] = [];
  for (const concurrency of [50, 500]) {
    // In turns, so that whatever else the machine does meets both alike. The first turn warms up.
    const pairs: { ours: Round; bare: Round }[] = [];
    for (let turn = 0; turn <= scale.engineRounds; turn += 1) {
      const duration = turn === 0 ? scale.engineRound / 2 : scale.engineRound;
      const pair = { bare: await drive(bare, concurrency, duration), ours: await drive(check, concurrency, duration) };
      if (turn > 0) pairs.push(pair);
    }
    const [ours, limit] = [middle(pairs.map((pair) => pair.ours)), middle(pairs.map((pair) => pair.bare))];
    const ratio = median(pairs.map((pair) => pair.ours.rate / pair.bare.rate));
    const goal = { text: `≥ ${GOAL}`, met: ratio >= GOAL };
    rows.push(
      {
        what: `Checks a second, ${concurrency} at once`,
        measured: rate(ours),
        limit: `${rate(limit)}, bare node:http`,
        ratio,
        goal,
      },
      {
        what: `CPU of a check, ${concurrency} at once`,
        measured: cpu(ours),
        limit: `${cpu(limit)}, bare node:http`,
        ratio: ours.cpu / limit.cpu,
      },
    );
  }
  return {
    title: 'Engine: http checks with new connections on one core',
    rows,
    notes: [
      'A check validates its entry, asks the address policy, reads the body and judges the answer; the bare loop only reads the body.',
    ],
  };
}

async function drive(run: (number: number) => Promise<void>, concurrency: number, duration: number): Promise<Round> {
  const began = performance.now();
  const before = process.cpuUsage();
  let count = 0;
  const lane = async () => {
    while (performance.now() - began < duration) {
      await run(count++);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const { user, system } = process.cpuUsage(before);
  return { rate: (count / (performance.now() - began)) * 1000, cpu: (user + system) / count };
}

function middle(rounds: readonly Round[]): Round {
  return { rate: median(rounds.map((round) => round.rate)), cpu: median(rounds.map((round) => round.cpu)) };
}

function rate(round: Round): string {
  return `${Math.round(round.rate)} a second`;
}

function cpu(round: Round): string {
  return `${Math.round(round.cpu)} µs`;
}
