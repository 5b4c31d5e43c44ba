import { compile, ExpressionError, type FunctionGroup, type LanguageName, type Program } from '@watchroom/expressions';

/** A script as documents write it; of several languages the first of {@link LANGUAGES} counts. */
export interface Script {
  readonly expr?: string | undefined;
  readonly template?: string | undefined;
  readonly javascript?: string | undefined;
  readonly jsonPath?: string | undefined;
}

/** Where scripts stand: what they may read there. */
export interface ScriptPlace {
  /** Unique among all places. */
  readonly name: string;
  readonly variables: readonly string[];
  /** For CEL and templates; a script in JavaScript reads variables only. */
  readonly functions: readonly FunctionGroup[];
}

type Language = Extract<LanguageName, 'cel' | 'template' | 'javascript'>;
type Field = 'expr' | 'template' | 'javascript';

interface ChosenScript {
  readonly field: Field;
  readonly language: Language;
  readonly text: string;
}

/** By precedence (engine reference 2.1). */
const LANGUAGES: readonly (readonly [Field, Language])[] = [
  ['javascript', 'javascript'],
  ['template', 'template'],
  ['expr', 'cel'],
];

/** Milliseconds of processor time; two hundred such scripts a minute still leave the threads free for others. */
const LIMITS = { time: 300 };
const KEPT_PROGRAMS = 5_000;
const KEPT_CHARACTERS = 4_000_000;
const SHOWN_CHARACTERS = 1_000;

/** Why a script gave no result, with its line and column. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

/** The language that counts; undefined where no script stands. */
export function chosenScript(script: Script | undefined): ChosenScript | undefined {
  for (const [field, language] of LANGUAGES) {
    const text = script?.[field];
    if (text !== undefined && text.trim() !== '') return { field, language, text };
  }
  return undefined;
}

/** What is wrong with a script before it runs; undefined when nothing is. */
export function scriptFault(place: ScriptPlace, script: Script): { field: Field; message: string } | undefined {
  const chosen = chosenScript(script);
  const [error] = chosen ? programOf(place, chosen).errors : [];
  return chosen && error ? { field: chosen.field, message: sentence(error) } : undefined;
}

/**
 * The result as text without blanks around it.
 * @throws ScriptError
 */
export async function renderScript(
  place: ScriptPlace,
  script: ChosenScript,
  env: Readonly<Record<string, unknown>>,
): Promise<string> {
  try {
    return (await programOf(place, script).render(env)).trim();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new ScriptError(sentence(error), { cause: error });
  }
}

function sentence({ message, line, column, hint }: ExpressionError): string {
  const told = message.length > SHOWN_CHARACTERS ? `${message.slice(0, SHOWN_CHARACTERS)}…` : message;
  return `${told.replace(/\.$/, '')} (line ${line}, column ${column})${hint === undefined ? '' : `. ${hint}`}`;
}

/** The least recently used ones go first. */
const programs = new Map<string, Program<Language>>();
let keptCharacters = 0;

function programOf(place: ScriptPlace, { language, text }: ChosenScript): Program<Language> {
  const key = `${place.name}\n${language}\n${text}`;
  const known = programs.get(key);
  const { variables, functions } = place;
  const program = known ?? compile(language, text, { variables, functions, unknownIsNull: true, limits: LIMITS });
  if (known) programs.delete(key);
  else keptCharacters += key.length;
  programs.set(key, program);
  for (const oldest of programs.keys()) {
    if (programs.size <= KEPT_PROGRAMS && keptCharacters <= KEPT_CHARACTERS) break;
    programs.delete(oldest);
    keptCharacters -= oldest.length;
  }
  return program;
}
