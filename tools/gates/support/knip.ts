import { linesOf, runTool } from './program.ts';

interface Found {
  readonly name: string;
  readonly line?: number;
}

type Category =
  | 'files'
  | 'dependencies'
  | 'devDependencies'
  | 'unlisted'
  | 'unresolved'
  | 'binaries'
  | 'exports'
  | 'types'
  | 'duplicates';

type Issue = { readonly file: string } & { readonly [category in Category]?: readonly (Found | readonly Found[])[] };

export interface KnipResult {
  /** One sentence per finding of the wanted categories. */
  readonly problems: readonly string[];
  /** knip says that its own settings no longer fit the tree, or could not run. */
  readonly settings: readonly string[];
}

const runs = new Map<string, Promise<{ issues: readonly Issue[]; settings: readonly string[] }>>();

/** What knip finds under `root`, told in our words. Two gates ask, so it runs once per tree. */
export async function askKnip(
  root: string,
  words: Partial<Record<Category, (name: string) => string>>,
): Promise<KnipResult> {
  let run = runs.get(root);
  if (!run) runs.set(root, (run = runKnip(root)));
  const { issues, settings } = await run;
  const problems = issues.flatMap((issue) =>
    Object.entries(words).flatMap(([category, say]) =>
      (issue[category as Category] ?? [])
        .flat()
        .map(({ name, line }: Found) => `${issue.file}${line ? `:${line}` : ''}: ${say(name)}`),
    ),
  );
  return { problems, settings };
}

async function runKnip(root: string) {
  const knip = (...args: string[]) => runTool('knip/bin/knip.js', ['--no-progress', ...args], root);
  const { status, stdout, stderr } = await knip('--reporter', 'json');
  if (status === 0) return { issues: [], settings: [] };
  if (status !== 1)
    return { issues: [], settings: [...linesOf(stdout + stderr), 'knip could not run. Mend what it names.'] };
  const { issues } = JSON.parse(stdout) as { issues: readonly Issue[] };
  // The JSON report leaves out the hints on settings, though they too make knip fail.
  const told = await knip();
  const text = told.stdout + told.stderr;
  const start = text.indexOf('Configuration hints');
  const hints = start < 0 ? [] : linesOf(text.slice(start)).slice(1);
  return { issues, settings: hints.map((hint) => `knip.json: ${hint.replaceAll(/\s{2,}/g, '  ')}`) };
}
