import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { compile, ExpressionError, LANGUAGES, type LanguageName } from '@watchroom/expressions';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { ConfigError } from '../platform/config/setting.ts';

const USAGE = `Evaluates an expression and prints its value as JSON, or the text of a template as it is.

Usage:
  npx watchroom eval --language ${Object.keys(LANGUAGES).join('|')} [--env FILE] EXPRESSION
  npx watchroom eval --batch FILE

  --env FILE     variables: a map, as JSON or YAML
  --batch FILE   a JSON list of {language, text, env}; prints a list of {value} or {error, line, column}, in order
`;

const Environment = z.record(z.string(), z.unknown());
const Batch = z.array(z.object({ language: z.string(), text: z.string(), env: Environment.default({}) }));

const MOST_BYTES = 32 * 1024 * 1024;

interface Ends {
  readonly stdout: { write: (text: string) => unknown };
  readonly stderr: { write: (text: string) => unknown };
}

/**
 * The command `watchroom eval`.
 * @returns the exit code: 1 if the expression failed
 * @throws ConfigError for wrong flags and files
 */
export async function evaluate(argv: readonly string[], { stdout, stderr }: Ends): Promise<number> {
  const { values, positionals } = readFlags(argv);
  if (values.help === true) {
    stdout.write(USAGE);
    return 0;
  }
  if (values.batch !== undefined) {
    const items = await read(values.batch, Batch, false);
    const lines: string[] = [];
    for (const { language, text, env } of items) lines.push((await answer(language, text, env)).line);
    stdout.write(lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`);
    return 0;
  }
  const [text, ...others] = positionals;
  if (text === undefined || others.length > 0)
    throw new ConfigError('eval takes one expression, in quotes. See --help.');
  const env = values.env === undefined ? {} : await read(values.env, Environment, true);
  const { shown, error } = await answer(languageOf(values.language), text, env);
  if (error === undefined) stdout.write(`${shown}\n`);
  else
    stderr.write(
      `${error.line}:${error.column}: ${error.message}${error.hint === undefined ? '' : ` ${error.hint}`}\n`,
    );
  return error === undefined ? 0 : 1;
}

function readFlags(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        language: { type: 'string' },
        env: { type: 'string' },
        batch: { type: 'string' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (cause) {
    throw new ConfigError(`${cause instanceof Error ? cause.message : String(cause)}. See eval --help.`, { cause });
  }
}

function isLanguage(name: string | undefined): name is LanguageName {
  return name !== undefined && Object.hasOwn(LANGUAGES, name);
}

function languageOf(name: string | undefined): LanguageName {
  if (isLanguage(name)) return name;
  const known = Object.keys(LANGUAGES).join(', ');
  throw new ConfigError(
    name === undefined ? `--language is missing: ${known}.` : `"${name}" is not a language: ${known}.`,
  );
}

interface Answer {
  /** What a person wants to see: JSON, or a text as it is. */
  readonly shown?: string;
  readonly error?: ExpressionError;
  /** An element of the list that a batch prints. */
  readonly line: string;
}

async function answer(language: string, text: string, env: Readonly<Record<string, unknown>>): Promise<Answer> {
  if (!isLanguage(language)) return { line: JSON.stringify({ error: `"${language}" is not a language.` }) };
  try {
    const program = compile(language, text, { variables: Object.keys(env), unknownIsNull: true });
    const json = await program.evaluateJson(env);
    const shown = 'givesText' in LANGUAGES[language] ? z.string().parse(JSON.parse(json)) : json;
    return { shown, line: `{"value":${json}}` };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, line, column, hint } = error;
    return { error, line: JSON.stringify({ error: message, line, column, hint }) };
  }
}

async function read<Shape extends z.ZodType>(path: string, shape: Shape, yaml: boolean): Promise<z.output<Shape>> {
  let given: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readUpTo(MOST_BYTES, path));
    given = yaml && !/^\s*[[{]/.test(text) ? parseYaml(text) : JSON.parse(text, keepDigits);
  } catch (cause) {
    throw new ConfigError(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  const result = shape.safeParse(given ?? {});
  if (!result.success) throw new ConfigError(`${path} has the wrong form: ${z.prettifyError(result.error)}`);
  return result.data;
}

/** A device or a pipe has no size that could be asked for. */
async function readUpTo(most: number, path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new Error(`it is larger than ${most / 1024 / 1024} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Integers that a number does not hold become big integers, as far as 64 bits go. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d{1,20}$/.test(context?.source ?? ''))
    return value;
  const whole = BigInt(context?.source ?? '');
  return whole >= -(2n ** 63n) && whole < 2n ** 64n ? whole : value;
}
