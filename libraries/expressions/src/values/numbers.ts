import { fail } from '../failure.ts';
import { Double, type Int, Uint, type Value } from './value.ts';

export const INT_MAX = 2n ** 63n - 1n;
export const INT_MIN = -(2n ** 63n);
const UINT_MAX = 2n ** 64n - 1n;

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** The one form of an integer: a number wherever it is exact. */
export function canonical(value: bigint): Int {
  return value <= SAFE && value >= -SAFE ? Number(value) : value;
}

/** @throws Failure outside of 64 bits. */
export function toInt(value: bigint): Int {
  if (value > INT_MAX || value < INT_MIN) fail('The integer is outside of 64 bits.');
  return canonical(value);
}

/** @throws Failure outside of 64 bits without a sign. */
export function toUint(value: bigint): Uint {
  if (value > UINT_MAX || value < 0n) fail('The unsigned integer is outside of 64 bits.');
  return new Uint(canonical(value));
}

/** Cuts the fraction off. */
export function doubleToInt(value: number): Int {
  // The bounds themselves round beyond 64 bits or cannot be told from such.
  if (!(value > -(2 ** 63) && value < 2 ** 63)) fail(`${value} is outside of 64-bit integers.`);
  return canonical(BigInt(Math.trunc(value)));
}

export function doubleToUint(value: number): Uint {
  if (!(value >= 0 && value < 2 ** 64)) fail(`${value} is outside of unsigned 64-bit integers.`);
  return new Uint(canonical(BigInt(Math.trunc(value))));
}

export function isInt(value: Value): value is Int {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** The number of any numeric value, exact where it is a bigint. */
export function numeric(value: Value): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Double || value instanceof Uint) return value.value;
  return undefined;
}
