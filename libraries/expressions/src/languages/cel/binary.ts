import { Failure, fail } from '../../failure.ts';
import type { Run } from '../../run.ts';
import { describe } from '../../values/types.ts';
import { Double, type Value } from '../../values/value.ts';
import type { BinaryOperator, NodeOf } from './ast.ts';
import { operate } from './operators.ts';
import type { Step } from './scope.ts';

/** What the usual operands give at once: small ints, and texts that are equal or not. Nothing if it needs a closer look. */
type Shortcut = (a: number, b: number) => Value | undefined;

const SHORTCUTS: Partial<Readonly<Record<BinaryOperator, Shortcut>>> = {
  '+': (a, b) => safe(a + b),
  '-': (a, b) => safe(a - b),
  '*': (a, b) => safe(a * b),
  '/': (a, b) => (b === 0 ? undefined : Math.trunc(a / b) + 0),
  '%': (a, b) => (b === 0 ? undefined : (a % b) + 0),
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

function safe(value: number): number | undefined {
  // Adding nothing makes 0 of -0, which no integer is.
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}

export function compileBinary({ operator, at }: NodeOf<'binary'>, left: Step, right: Step): Step {
  if (operator === '==' || operator === '!=') return compileEquality(operator, at, left, right);
  const shortcut = SHORTCUTS[operator];
  return (run) => {
    const a = left(run);
    const b = right(run);
    if (typeof a === 'number' && typeof b === 'number' && shortcut !== undefined) {
      const result = shortcut(a, b);
      if (result !== undefined) return result;
    }
    run.at = at;
    const double = shortcut === undefined ? undefined : ofDoubles(run, operator, a, b, shortcut);
    if (double !== undefined) return double;
    if (operator === '+' && typeof a === 'string' && typeof b === 'string') {
      run.allocate(a.length + b.length);
      return a + b;
    }
    return operate(run, operator, a, b);
  };
}

/** The same for doubles, also for one beside a small int where that is tolerated. */
function ofDoubles(run: Run, operator: BinaryOperator, a: Value, b: Value, shortcut: Shortcut): Value | undefined {
  if (!(a instanceof Double || b instanceof Double)) return undefined;
  const x = a instanceof Double ? a.value : typeof a === 'number' && run.tolerant ? a : undefined;
  const y = b instanceof Double ? b.value : typeof b === 'number' && run.tolerant ? b : undefined;
  if (x === undefined || y === undefined) return undefined;
  switch (operator) {
    case '+':
      return new Double(x + y);
    case '-':
      return new Double(x - y);
    case '*':
      return new Double(x * y);
    case '/':
      return new Double(x / y);
    case '%':
      return undefined;
    default:
      return shortcut(x, y);
  }
}

function compileEquality(operator: '==' | '!=', at: number, left: Step, right: Step): Step {
  const same = operator === '==';
  return (run) => {
    const a = left(run);
    const b = right(run);
    if (a !== null && typeof a !== 'object' && typeof a === typeof b) return (a === b) === same;
    run.at = at;
    return operate(run, operator, a, b);
  };
}

/** A failure costs more than a step. */
const FAILURE = 20;

/**
 * `&&` and `||` do not depend on the order of their parts: a part that fails counts only if no other part decides.
 */
export function compileLogic({ operator, at }: NodeOf<'logic'>, steps: readonly Step[]): Step {
  const decides = operator === '||';
  return (run) => {
    let failure: Failure | undefined;
    let where = 0;
    for (const step of steps) {
      try {
        const given = step(run);
        const value = given === null && run.tolerant ? false : given;
        if (value === decides) return decides;
        if (typeof value !== 'boolean') {
          run.at = at;
          fail(`${operator} needs bools, not ${describe(value)}.`);
        }
      } catch (error) {
        const kept = survivable(run, error);
        if (failure === undefined) where = run.at;
        failure ??= kept;
      }
    }
    if (failure === undefined) return !decides;
    run.at = where;
    throw failure;
  };
}

/** The failure that another part may outvote. Limits, and errors of ours, end the evaluation. */
export function survivable(run: Run, error: unknown): Failure {
  if (!(error instanceof Failure) || error.code === 'limit') throw error;
  run.spend(FAILURE);
  return error;
}
