import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { verdict } from './support/gate.ts';
import { linesOf, runTool } from './support/program.ts';

export const name = 'arrows';

const ground = ['libraries', 'contract', 'server', 'console', 'tests', 'tools', 'bench'];

interface Report {
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
      readonly cycle?: readonly { readonly name: string }[];
    }[];
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string; readonly comment: string }[] };
  };
}

/** Who may import whom, by the rules of .dependency-cruiser.mjs. */
export async function run(root: string) {
  const folders = ground.filter((folder) => existsSync(join(root, folder)));
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders];
  const preload = ['--import', pathToFileURL(join(import.meta.dirname, 'support', 'swc-using.mjs')).href];
  const { stdout, stderr } = await runTool('dependency-cruiser/bin/dependency-cruiser.mjs', args, root, preload);
  const report = parse(stdout);
  if (!report)
    return verdict([...linesOf(stdout + stderr), 'dependency-cruiser ended without a report. Mend what it names.']);
  const { violations, ruleSetUsed } = report.summary;
  const advice = new Map(ruleSetUsed.forbidden.map((rule) => [rule.name, rule.comment]));
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const { from, to, rule, cycle } of violations) {
    // One cycle is reported once for each file in it.
    const members = cycle?.map((step) => step.name);
    const key = members ? [...members].sort().join(' ') : `${from} ${to}`;
    if (seen.has(`${rule.name} ${key}`)) continue;
    seen.add(`${rule.name} ${key}`);
    const path = members ? [from, ...members].join(' → ') : `${from} → ${to}`;
    problems.push(`${path} [${rule.name}] ${advice.get(rule.name) ?? ''}`.trimEnd());
  }
  return verdict(problems);
}

function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}
