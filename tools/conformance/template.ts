import { InvalidTemplateError, parse as renderWithGo } from '@evertdespiegeleer/go-template';
import { compile } from '@watchroom/expressions';
import { type TemplateCase, templateCases } from './template-cases.ts';

const SEED = 20_061_102;
const COUNT = 3000;

/** A text, or an error: of the text itself, or of the run. */
interface Outcome {
  readonly kind: 'text' | 'unreadable' | 'failed';
  readonly text: string;
}

/** What the real engine does. It is set to fail for keys that maps do not have. */
async function inGo({ text, env }: TemplateCase): Promise<Outcome> {
  try {
    return { kind: 'text', text: (await renderWithGo(text, env)).trim() };
  } catch (error) {
    return { kind: error instanceof InvalidTemplateError ? 'unreadable' : 'failed', text: String(error) };
  }
}

interface Ours {
  readonly run: Outcome;
  /** What is wrong with the text. Some of it Go finds only when it gets there. */
  readonly problems: readonly string[];
}

/** What ours does, without tolerance for what is missing. */
function inOurs({ text, env }: TemplateCase): Ours {
  const program = compile('template', text, { tolerateNull: false, variables: Object.keys(env) });
  const problems = program.errors.map(({ message }) => message);
  try {
    return { run: { kind: 'text', text: program.render(env) }, problems };
  } catch (error) {
    return { run: { kind: 'failed', text: String(error) }, problems };
  }
}

function alike(go: Outcome, { run, problems }: Ours): boolean {
  if (go.kind === 'unreadable') return problems.length > 0;
  return go.kind === run.kind && (go.kind === 'failed' || go.text === run.text);
}

/** Differences that are meant, each with its reason. */
const MEANT: readonly { readonly reason: string; readonly is: (go: Outcome, ours: Outcome) => boolean }[] = [
  {
    reason: 'An int and a float are compared by their value. JSON does not tell them apart, so Go fails by chance.',
    is: (go, ours) =>
      go.kind === 'failed' &&
      ours.kind === 'text' &&
      /incompatible types for comparison: (int and float64|float64 and int)/.test(go.text),
  },
  {
    reason: 'A list ends where it ends. Go cuts beyond that, into memory that it has reserved.',
    is: (go, ours) => go.kind === 'text' && /parts cannot be cut at/.test(ours.text),
  },
];

export interface Comparison {
  /** How many give the same text, and how many an error in both. */
  readonly same: { readonly text: number; readonly error: number };
  readonly meant: ReadonlyMap<string, number>;
  readonly different: readonly { readonly case: TemplateCase; readonly go: Outcome; readonly ours: Ours }[];
}

/** Runs generated templates in both. */
export async function compareTemplates(count: number): Promise<Comparison> {
  const same = { text: 0, error: 0 };
  const meant = new Map<string, number>();
  const different: { case: TemplateCase; go: Outcome; ours: Ours }[] = [];
  for (const one of templateCases(count, SEED)) {
    const go = await inGo(one);
    const ours = inOurs(one);
    const reason = MEANT.find(({ is }) => is(go, ours.run))?.reason;
    if (alike(go, ours)) same[go.kind === 'text' ? 'text' : 'error']++;
    else if (reason === undefined) different.push({ case: one, go, ours });
    else meant.set(reason, (meant.get(reason) ?? 0) + 1);
  }
  return { same, meant, different };
}

export async function run(): Promise<boolean> {
  const { same, meant, different } = await compareTemplates(COUNT);
  const all = same.text + same.error;
  console.log(
    `${all}/${COUNT} generated templates do the same as in Go: ${same.text} write a text, ${same.error} fail`,
  );
  for (const [reason, times] of meant) console.log(`meant to differ, ${times} times: ${reason}`);
  for (const { case: one, go, ours } of different)
    console.log(`differs: ${JSON.stringify(one)}\n  go:   ${JSON.stringify(go)}\n  ours: ${JSON.stringify(ours)}`);
  return different.length === 0;
}
