import { Failure, type FailureCode } from './failure.ts';
import type { FunctionGroup } from './functions/define.ts';
import type { Compiled, Form, RemoteCompiled, RemoteLanguage, Shown } from './language.ts';
import { LANGUAGES, type LanguageName } from './languages/index.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { type Environment, Run } from './run.ts';
import { toJson, toPlain, withinOutput } from './values/output.ts';
import { print } from './values/print.ts';
import type { Value } from './values/value.ts';

export interface CompileOptions {
  /** Names that the environment will hold. Others are an error, with the nearest name as a hint. Left out: any name may come. */
  readonly variables?: readonly string[];
  /** Lets a name that resembles none of `variables` be null instead of an error; what looks like a slip stays one. */
  readonly unknownIsNull?: boolean;
  /** Functions besides the table of this library; they win over it. */
  readonly functions?: readonly FunctionGroup[];
  readonly limits?: Partial<Limits>;
  /** Whether what is missing is null and null counts as zero beside a value (the default), or an error. */
  readonly tolerateNull?: boolean;
}

/** An error with its place, lines and columns counted from 1 in code units. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly code: FailureCode;
  readonly line: number;
  readonly column: number;
  readonly hint: string | undefined;

  constructor({ code, message, hint }: Failure, text: string, offset: number) {
    super(message);
    this.code = code;
    const before = text.slice(0, offset);
    this.line = before.split('\n').length;
    this.column = offset - before.lastIndexOf('\n');
    this.hint = hint;
  }
}

/** Languages that run on threads of their own answer later. */
type Answer<Name extends LanguageName, Result> = Name extends LanguageName
  ? (typeof LANGUAGES)[Name] extends RemoteLanguage
    ? Promise<Result>
    : Result
  : never;

export interface Program<Name extends LanguageName = LanguageName> {
  /** What is wrong with the text. A program with errors can run; it fails where it reaches one. */
  readonly errors: readonly ExpressionError[];
  /**
   * The value as plain data.
   * @throws ExpressionError
   */
  readonly evaluate: (env: Environment) => Answer<Name, unknown>;
  /**
   * The value as JSON, with the keys of maps in order and all digits of integers.
   * @throws ExpressionError
   */
  readonly evaluateJson: (env: Environment) => Answer<Name, string>;
  /**
   * The value as text: null is empty, lists and maps as Go prints them, those of a script as JavaScript does.
   * @throws ExpressionError
   */
  readonly render: (env: Environment) => Answer<Name, string>;
  /**
   * The value of one evaluation as `evaluateJson` and as `render` give it.
   * @throws ExpressionError
   */
  readonly show: (env: Environment) => Answer<Name, Shown>;
}

/** Compiles a text once for many evaluations. Never throws for what the text says. */
export function compile<Name extends LanguageName>(
  language: Name,
  text: string,
  options: CompileOptions = {},
): Program<Name> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const compiled = compiledOrNot(language, text, limits, options);
  const isLocal = !('remote' in LANGUAGES[language]);
  return compiled instanceof ExpressionError
    ? broken(compiled, isLocal)
    : 'answer' in compiled
      ? remote(compiled, text)
      : local(compiled, text, options.tolerateNull ?? true, limits);
}

function local(compiled: Compiled, text: string, tolerant: boolean, limits: Limits): Program {
  const evaluate = <Result>(env: Environment, finish: (run: Run, value: Value) => Result): Result => {
    const run = new Run(env, tolerant, limits);
    try {
      return finish(run, compiled.run(run));
    } catch (error) {
      throw placed(error, text, run.at);
    }
  };
  return {
    errors: compiled.problems.map((problem) => placed(problem, text, 0)),
    evaluate: (env) => evaluate(env, toPlain),
    evaluateJson: (env) => evaluate(env, (run, value) => withinOutput(run, toJson(run, value))),
    render: (env) => evaluate(env, (run, value) => withinOutput(run, print(run, value))),
    show: (env) =>
      evaluate(env, (run, value) => ({
        json: withinOutput(run, toJson(run, value)),
        text: withinOutput(run, print(run, value)),
      })),
  };
}

function remote({ problems, answer }: RemoteCompiled, text: string): Program {
  const evaluate = (env: Environment, form: Form) =>
    answer(env, form).catch((error: unknown) => {
      throw placed(error, text, 0);
    });
  return {
    errors: problems.map((problem) => placed(problem, text, 0)),
    evaluate: (env) => evaluate(env, 'value'),
    evaluateJson: (env) => evaluate(env, 'json') as Promise<string>,
    render: (env) => evaluate(env, 'text') as Promise<string>,
    show: (env) => evaluate(env, 'shown') as Promise<Shown>,
  };
}

function compiledOrNot(
  language: LanguageName,
  text: string,
  limits: Limits,
  { variables, unknownIsNull = false, tolerateNull = true, functions = [] }: CompileOptions,
): Compiled | RemoteCompiled | ExpressionError {
  try {
    if (text.length > limits.text)
      throw new Failure('limit', `The text is longer than ${limits.text} characters (${text.length}).`);
    return LANGUAGES[language].compile(text, { variables, unknownIsNull, tolerant: tolerateNull, functions, limits });
  } catch (error) {
    return placed(error, text, 0);
  }
}

function broken(error: ExpressionError, isLocal: boolean): Program {
  const refuse = (): never | Promise<never> => {
    if (isLocal) throw error;
    return Promise.reject(error);
  };
  return { errors: [error], evaluate: refuse, evaluateJson: refuse, render: refuse, show: refuse };
}

/** Gives a failure its place. Errors that are none of an expression pass through as they are. */
function placed(error: unknown, text: string, at: number): ExpressionError {
  if (error instanceof Failure) return new ExpressionError(error, text, error.offset ?? at);
  // Data can be nested deeper than the stack of the process is.
  if (error instanceof RangeError)
    return new ExpressionError(new Failure('limit', 'The data is nested too deeply, or too large.'), text, at);
  throw error;
}
