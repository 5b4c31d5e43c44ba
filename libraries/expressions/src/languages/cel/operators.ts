import { fail } from '../../failure.ts';
import type { Run } from '../../run.ts';
import { adapt } from '../../values/adapt.ts';
import { compare, equal } from '../../values/compare.ts';
import { getKey } from '../../values/maps.ts';
import { isInt, numeric, toInt, toUint } from '../../values/numbers.ts';
import { duration, timestamp } from '../../values/time.ts';
import { describe } from '../../values/types.ts';
import { Double, Duration, isList, isMap, Timestamp, Uint, type Value } from '../../values/value.ts';
import type { BinaryOperator } from './ast.ts';

type Arithmetic = '+' | '-' | '*' | '/' | '%';

/** An operator on any two values; the compiler short-cuts the usual ones. */
export function operate(run: Run, operator: BinaryOperator, left: Value, right: Value): Value {
  let a = left;
  let b = right;
  if (run.tolerant && (a === null || b === null) && operator !== 'in') {
    if (a === null) a = zeroOf(b);
    else b = zeroOf(a);
    if (a === null || b === null) return operator === '==' ? a === b : operator === '!=' ? a !== b : null;
  }
  switch (operator) {
    case '==':
      return equal(run, a, b);
    case '!=':
      return !equal(run, a, b);
    case '<':
      return compare(a, b) < 0;
    case '<=':
      return compare(a, b) <= 0;
    case '>':
      return compare(a, b) > 0;
    case '>=':
      return compare(a, b) >= 0;
    case 'in':
      return contains(run, a, b);
    default:
      return calculate(run, operator, a, b);
  }
}

/** What null counts as beside a value. A moment, a list and a map have no zero. */
function zeroOf(other: Value): Value {
  if (typeof other === 'string') return '';
  if (typeof other === 'boolean') return false;
  if (isInt(other)) return 0;
  if (other instanceof Double) return new Double(0);
  if (other instanceof Uint) return new Uint(0);
  return other instanceof Uint8Array ? new Uint8Array() : null;
}

function contains(run: Run, item: Value, whole: Value): Value {
  if (isList(whole)) {
    run.spend(whole.length);
    return whole.some((other) => equal(run, item, adapt(other)));
  }
  if (isMap(whole)) return getKey(whole, item) !== undefined;
  if (run.tolerant && whole === null) return null;
  return fail(`"in" needs a list or a map on its right, not ${describe(whole)}.`);
}

function calculate(run: Run, operator: Arithmetic, a: Value, b: Value): Value {
  if (isInt(a) && isInt(b)) return toInt(integer(operator, BigInt(a), BigInt(b)));
  if (a instanceof Uint && b instanceof Uint) return toUint(integer(operator, BigInt(a.value), BigInt(b.value)));
  if (a instanceof Double && b instanceof Double) return new Double(float(operator, a.value, b.value));
  const left = numeric(a);
  const right = numeric(b);
  // JSON does not tell 2.0 from 2, so that a double of the data may look like an int.
  if (run.tolerant && left !== undefined && right !== undefined && (a instanceof Double || b instanceof Double))
    return new Double(float(operator, Number(left), Number(right)));
  const result = operator === '+' ? join(run, a, b) : operator === '-' ? subtract(a, b) : undefined;
  return result ?? fail(`${describe(a)} ${operator} ${describe(b)} is not defined.${convert(left, right)}`);
}

function convert(left: unknown, right: unknown): string {
  return left === undefined || right === undefined ? '' : ' Convert one side with int(), uint() or double().';
}

function integer(operator: Arithmetic, a: bigint, b: bigint): bigint {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0n ? fail('Division by zero.') : a / b;
    case '%':
      return b === 0n ? fail('Modulus by zero.') : a % b;
  }
}

function float(operator: Arithmetic, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return fail('Doubles have no modulus. Convert with int().');
  }
}

function join(run: Run, a: Value, b: Value): Value | undefined {
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  if (isList(a) && isList(b)) {
    run.allocate(8 * (a.length + b.length));
    return [...a, ...b];
  }
  if (a instanceof Uint8Array && b instanceof Uint8Array) {
    run.allocate(a.length + b.length);
    return new Uint8Array(Buffer.concat([a, b]));
  }
  if (a instanceof Timestamp && b instanceof Duration) return timestamp(a.nanos + b.nanos);
  if (a instanceof Duration && b instanceof Timestamp) return timestamp(a.nanos + b.nanos);
  if (a instanceof Duration && b instanceof Duration) return duration(a.nanos + b.nanos);
  return undefined;
}

function subtract(a: Value, b: Value): Value | undefined {
  if (a instanceof Timestamp && b instanceof Timestamp) return duration(a.nanos - b.nanos);
  if (a instanceof Timestamp && b instanceof Duration) return timestamp(a.nanos - b.nanos);
  if (a instanceof Duration && b instanceof Duration) return duration(a.nanos - b.nanos);
  return undefined;
}

export function negate(value: Value): Value {
  if (isInt(value)) return toInt(-BigInt(value));
  if (value instanceof Double) return new Double(-value.value);
  if (value instanceof Duration) return duration(-value.nanos);
  return fail(`- is not defined for ${describe(value)}.`);
}
