import { relative } from 'node:path';
import { verdict } from './support/gate.ts';
import { listFiles, readText } from './support/files.ts';
import { linesOf, runTool } from './support/program.ts';

export const name = 'lint';

interface Report {
  readonly diagnostics: readonly {
    readonly message: string;
    readonly code?: string;
    readonly help?: string;
    readonly filename: string;
    readonly labels: readonly { readonly span?: { readonly line?: number } }[];
  }[];
}

/** The rules of .oxlintrc.json, with types; and a reason at every place that switches one off. */
export async function run(root: string) {
  const { status, stdout, stderr } = await runTool('oxlint/bin/oxlint', ['--type-aware', '--format=json', '.'], root);
  const report = parse(stdout);
  if (!report) return verdict([...linesOf(stdout + stderr), 'oxlint ended without a report. Mend what it names.']);
  const problems = report.diagnostics.map(({ message, code, help, filename, labels }) => {
    const line = labels[0]?.span?.line;
    const place = `${relative(root, `${root}/${filename}`)}${line ? `:${line}` : ''}`;
    return `${place}: ${message}${code ? ` [${code}]` : ''}${help ? ` ${help}` : ''}`;
  });
  if (status !== 0 && problems.length === 0) problems.push(...linesOf(stderr), 'oxlint failed without naming a place.');
  return verdict([...problems, ...(await findBareSuppressions(root))]);
}

function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}

async function findBareSuppressions(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const file of await listFiles(root)) {
    if (!/\.(?:ts|tsx|mjs)$/.test(file)) continue;
    for (const [index, line] of (await readText(root, file)).split('\n').entries()) {
      if (!/(?:\/\/|\/\*)\s*(?:oxlint|eslint)-disable/.test(line) || / -- \S+ \S+/.test(line)) continue;
      problems.push(
        `${file}:${index + 1}: a rule is switched off without a reason. Write it behind " -- " in the same comment.`,
      );
    }
  }
  return problems;
}
