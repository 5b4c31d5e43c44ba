import { Failure } from '../../failure.ts';
import type { RemoteLanguage } from '../../language.ts';
import { nearest } from '../../nearest.ts';
import type { Environment } from '../../run.ts';
import { FUNCTION_ROOTS } from './bridge.ts';
import { STANDARD } from './globals.ts';
import type { Failed } from './job.ts';
import { freeNames } from './names.ts';
import { ScriptPool } from './pool.ts';
import { PART_NAMES } from './prelude.ts';

const pool = new ScriptPool();

/** What is there without being declared or given. */
const BUILT_IN = [...STANDARD, ...PART_NAMES, ...FUNCTION_ROOTS];

/**
 * JavaScript in QuickJS, on threads of its own: https://bellard.org/quickjs. Functions that a caller gives cannot get there; their
 * data can, as variables.
 */
export const javascript: RemoteLanguage = {
  remote: true,
  compile(text, { variables, unknownIsNull, limits }) {
    const names = freeNames(text);
    const known = variables === undefined ? undefined : [...variables, ...BUILT_IN];
    const problems = [...names]
      .filter(([name]) => known !== undefined && !known.includes(name))
      .map(([name, offset]) => unknown(name, offset, known ?? []))
      .filter(({ hint }) => hint !== undefined || !unknownIsNull);
    return {
      problems,
      answer: async (env, form) => {
        const outcome = await pool.run({ text, env: pick(env, text), names: [...names.keys()], form, limits });
        if ('value' in outcome) return outcome.value;
        throw failureOf(outcome.failure, text, env);
      },
    };
  },
};

function unknown(name: string, offset: number, known: readonly string[]): Failure {
  const near = nearest(name, known);
  const hint = near === undefined ? {} : { hint: `Did you mean "${near}"?` };
  return new Failure('check', `There is no variable "${name}" here.`, { offset, ...hint });
}

/** Only what the text names is copied to the thread. */
function pick(env: Environment, text: string): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => text.includes(name)));
}

function failureOf({ code, message, place }: Failed, text: string, env: Environment): Failure {
  const offset = place === undefined ? 0 : offsetOf(text, ...place);
  const missing = /^ReferenceError: '(.+)' is not defined$/.exec(message)?.[1];
  return missing === undefined
    ? new Failure(code, message, { offset })
    : unknown(missing, offset, [...Object.keys(env), ...BUILT_IN]);
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let before = 1; before < line; before++) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return Math.min(text.length, start + column - 1);
}
