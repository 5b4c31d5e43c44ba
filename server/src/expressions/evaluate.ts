import type { ExpressionTrial, TrialError, TrialResult } from '@watchroom/contract/expressions';
import { compile, ExpressionError } from '@watchroom/expressions';
import { YAMLParseError } from 'yaml';
import { isEntry } from '../platform/kinds/validate.ts';
import { readYaml, yamlProblem } from '../platform/text/yaml.ts';
import { indentJson } from './indent.ts';

/** Characters that the indented form of a value may have; a longer one is shown as it is. */
const MOST_INDENTED = 1_000_000;

/** Evaluates an expression with the limits of the library. Whatever is wrong with what was given is part of the result. */
export async function evaluateTrial({ language, text, environment }: ExpressionTrial): Promise<TrialResult> {
  const env = readEnvironment(environment);
  if ('message' in env) return { error: { part: 'environment', ...env }, milliseconds: 0 };
  const begun = performance.now();
  const ended = () => Math.round((performance.now() - begun) * 100) / 100;
  try {
    const program = compile(language, text, { variables: Object.keys(env.value), unknownIsNull: true });
    const { json, text: shown } = await program.show(env.value);
    const milliseconds = ended();
    const [mistake] = program.errors;
    return {
      value: indentJson(json, MOST_INDENTED),
      text: shown,
      ...(mistake && { error: errorOf(mistake) }),
      milliseconds,
    };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { error: errorOf(error), milliseconds: ended() };
  }
}

function errorOf({ message, line, column, hint }: ExpressionError): TrialError {
  return { part: 'expression', message, line, column, ...(hint !== undefined && { hint }) };
}

type Place = Pick<TrialError, 'message' | 'line' | 'column'>;

function readEnvironment(text: string): { readonly value: Readonly<Record<string, unknown>> } | Place {
  try {
    const value = readYaml(text) ?? {};
    return isEntry(value)
      ? { value }
      : { message: 'The environment must be a map of names and values.', line: 1, column: 1 };
  } catch (error) {
    const place = error instanceof YAMLParseError ? error.linePos?.[0] : undefined;
    const problem = yamlProblem(error).replace(/ at line \d+, column \d+$/, '');
    return {
      message: `The environment cannot be read: ${problem}`,
      line: place?.line ?? 1,
      column: place?.col ?? 1,
    };
  }
}
