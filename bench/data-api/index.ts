import { loadavg } from 'node:os';
import { join } from 'node:path';
import { describeMachine, markdownOf, writeBetweenMarkers } from '../kit/report.ts';
import type { Section } from '../kit/rows.ts';
import { fillItems, type Fixture, startFixture } from './fixture.ts';
import { measureGrowth, measureMemory } from './growth.ts';
import { FULL, QUICK, type Scale } from './scale.ts';
import { measureThroughput } from './throughput.ts';

const PAGE = join(import.meta.dirname, '../../docs/performance.md');
/** In this order: the last one fills the table. */
const PARTS: Readonly<Record<string, (fixture: Fixture, scale: Scale) => Promise<Section>>> = {
  throughput: measureThroughput,
  memory: measureMemory,
  growth: measureGrowth,
};

export const SUMMARY = `data API: ${Object.keys(PARTS).join(', ')}`;

export interface DataApiOptions {
  readonly isQuick: boolean;
  /** Names of parts; none is all, and only all of them, measured in full, go into the page. */
  readonly parts: readonly string[];
}

/** Measures the chosen parts one after the other and prints their tables. @throws when a part cannot be measured. */
export async function benchDataApi({ isQuick, parts }: DataApiOptions): Promise<void> {
  const scale = isQuick ? QUICK : FULL;
  const unknown = parts.filter((part) => !(part in PARTS));
  if (unknown.length > 0)
    throw new Error(`there is no part ${unknown.join(', ')}; choose of ${Object.keys(PARTS).join(', ')}`);
  const machine = `Measured on ${describeMachine()}. Load average before the run: ${loadavg()[0]?.toFixed(1)}.`;
  await using fixture = await startFixture();
  await fillItems(fixture, 10_000);
  const sections: Section[] = [];
  for (const [name, measure] of Object.entries(PARTS)) {
    if (parts.length > 0 && !parts.includes(name)) continue;
    console.error(`Measuring: ${name}`);
    sections.push(await measure(fixture, scale));
  }
  const text = `${machine}\n\n${markdownOf(sections)}`;
  console.log(text);
  if (!isQuick && parts.length === 0) writeBetweenMarkers(PAGE, 'data-api', text);
}
