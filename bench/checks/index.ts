import { join } from 'node:path';
import { loadavg } from 'node:os';
import { describeMachine, markdownOf, writeBetweenMarkers } from '../kit/report.ts';
import type { Section } from '../kit/rows.ts';
import { measureClaim } from './claim.ts';
import { measureData } from './data.ts';
import { measureEngine } from './engine.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { measureLoad } from './load.ts';
import { measureOnlooker } from './onlooker.ts';
import { FULL, QUICK, type Scale } from './scale.ts';
import { measureStart } from './start.ts';

const PAGE = join(import.meta.dirname, '../../docs/performance.md');

interface Stage {
  readonly scale: Scale;
  /** The big fleet, started when it is first asked for. */
  fleet(): Promise<Fleet>;
}

const PARTS: Readonly<Record<string, (stage: Stage) => Promise<Section>>> = {
  start: ({ scale }) => measureStart(scale),
  claim: ({ scale }) => measureClaim(scale),
  engine: ({ scale }) => measureEngine(scale),
  load: async ({ scale, fleet }) => measureLoad(await fleet(), scale),
  data: async ({ scale, fleet }) => measureData(await fleet(), scale),
  onlooker: async ({ scale, fleet }) => {
    await using small = await startFleet({ checks: scale.fewChecks, interval: scale.interval });
    return await measureOnlooker([small, await fleet()], scale);
  },
};

export const SUMMARY = `health checks: ${Object.keys(PARTS).join(', ')}`;

export interface ChecksOptions {
  readonly isQuick: boolean;
  /** Names of parts; none is all, and only all of them, measured in full, go into the page. */
  readonly parts: readonly string[];
}

/** Measures the chosen parts one after the other and prints their tables. @throws when a part cannot be measured. */
export async function benchChecks({ isQuick, parts }: ChecksOptions): Promise<void> {
  const scale = isQuick ? QUICK : FULL;
  const unknown = parts.filter((part) => !(part in PARTS));
  if (unknown.length > 0)
    throw new Error(`there is no part ${unknown.join(', ')}; choose of ${Object.keys(PARTS).join(', ')}`);
  const machine = `Measured on ${describeMachine()}. Load average before the run: ${loadavg()[0]?.toFixed(1)}.`;
  const sections: Section[] = [];
  let fleet: Promise<Fleet> | undefined;
  try {
    for (const [name, measure] of Object.entries(PARTS)) {
      if (parts.length > 0 && !parts.includes(name)) continue;
      console.error(`Measuring: ${name}`);
      sections.push(
        await measure({
          scale,
          fleet: () => (fleet ??= startFleet({ checks: scale.checks, interval: scale.interval })),
        }),
      );
    }
  } finally {
    await fleet?.then((started) => started[Symbol.asyncDispose]());
  }
  const text = `${machine}\n\n${markdownOf(sections)}`;
  console.log(text);
  if (!isQuick && parts.length === 0) writeBetweenMarkers(PAGE, 'checks', text);
}
