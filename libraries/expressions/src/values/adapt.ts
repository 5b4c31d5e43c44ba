import { fail } from '../failure.ts';
import { canonical, INT_MIN, toUint, INT_MAX } from './numbers.ts';
import { Double, isBoxed, Timestamp, type Value } from './value.ts';

/**
 * Reads one value of the environment, or of a list or map, which may hold either. Costs nothing for what is a value already.
 * @throws Failure for what is no data: functions, symbols, instances of classes.
 */
export function adapt(given: unknown): Value {
  switch (typeof given) {
    case 'string':
    case 'boolean':
      return given;
    case 'number':
      return Number.isSafeInteger(given) ? given : new Double(given);
    case 'bigint':
      return given >= INT_MIN && given <= INT_MAX ? canonical(given) : toUint(given);
    case 'undefined':
      return null;
    case 'object':
      return given === null ? null : adaptObject(given);
    case 'function':
    case 'symbol':
      return fail(`A ${typeof given} is not data.`);
  }
}

function adaptObject(given: object): Value {
  if (Array.isArray(given) || isBoxed(given) || given instanceof Uint8Array || isPlain(given)) return given;
  if (given instanceof Date) {
    const time = given.getTime();
    if (Number.isNaN(time)) fail('The date is invalid.');
    return new Timestamp(BigInt(time) * 1_000_000n);
  }
  return fail('Only plain data can be read: no instances of classes.');
}

function isPlain(given: object): given is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype === Object.prototype || prototype === null;
}
