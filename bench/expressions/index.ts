import { loadavg } from 'node:os';
import { describeMachine, markdownOf } from '../kit/report.ts';
import { type Section } from '../kit/rows.ts';
import { measureCel } from './cel.ts';
import type { Effort } from './effort.ts';
import { measureJavascript } from './javascript.ts';
import { measureMemory } from './memory.ts';
import { measureTemplates } from './template.ts';

const FULL: Effort = { time: 1500, programs: 10_000, evaluations: 100_000 };
const QUICK: Effort = { time: 100, programs: 1000, evaluations: 1000 };

const PARTS: Readonly<Record<string, (effort: Effort) => Promise<Section>>> = {
  cel: measureCel,
  template: measureTemplates,
  javascript: measureJavascript,
  memory: measureMemory,
};

export const SUMMARY = `expressions: ${Object.keys(PARTS).join(', ')}`;

/** Measures the chosen parts one after the other and prints their tables. @throws if there is no such part */
export async function benchExpressions({
  isQuick,
  parts,
}: {
  isQuick: boolean;
  parts: readonly string[];
}): Promise<void> {
  const unknown = parts.filter((part) => !(part in PARTS));
  if (unknown.length > 0)
    throw new Error(`there is no part ${unknown.join(', ')}; choose of ${Object.keys(PARTS).join(', ')}`);
  const machine = `Measured on ${describeMachine()}. Load average before the run: ${loadavg()[0]?.toFixed(1)}.`;
  const sections: Section[] = [];
  for (const [name, measure] of Object.entries(PARTS)) {
    if (parts.length > 0 && !parts.includes(name)) continue;
    console.error(`Measuring: ${name}`);
    sections.push(await measure(isQuick ? QUICK : FULL));
  }
  console.log(`${machine}\n\n${markdownOf(sections)}`);
}
