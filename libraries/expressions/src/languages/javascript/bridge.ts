import { Failure } from '../../failure.ts';
import { indexFunctions, matches, mismatch, takes } from '../../functions/overloads.ts';
import { functionTable } from '../../functions/table.ts';
import type { Run } from '../../run.ts';
import { adapt } from '../../values/adapt.ts';
import { toPlain } from '../../values/output.ts';
import { Duration, Timestamp, type Value } from '../../values/value.ts';
import { STANDARD } from './globals.ts';

/** Functions of the table that are called without a receiver, by their full names. */
const FUNCTIONS = new Map(
  [...indexFunctions(functionTable, 'cel')].filter(([name]) => !name.startsWith('.') && !STANDARD.has(rootOf(name))),
);

/** The first names of all functions: `regexp` of `regexp.Match`. */
export const FUNCTION_ROOTS: ReadonlySet<string> = new Set([...FUNCTIONS.keys()].map(rootOf));

function rootOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}

/** The full names of the functions that a script can reach by the names it uses. */
export function functionsFor(names: readonly string[]): string[] {
  const wanted = new Set(names);
  return [...FUNCTIONS.keys()].filter((name) => wanted.has(rootOf(name)));
}

/**
 * Calls a function of the table with plain data, for plain data.
 * @throws Failure
 */
export function callFunction(run: Run, name: string, given: readonly unknown[]): unknown {
  const overloads = FUNCTIONS.get(name);
  if (overloads === undefined) throw new Failure('evaluation', `There is no function "${name}".`);
  const values = given.map((value) => adapt(value));
  const fitting = overloads.find((overload) => takes(overload, values.length) && matches(overload, values));
  if (fitting === undefined) {
    if (values.includes(null)) return null;
    throw new Failure('evaluation', mismatch(name, overloads, values));
  }
  if (values.includes(null) && fitting.definition.takesNull !== true) return null;
  return toScript(run, fitting.definition.call(run, ...values));
}

/** A moment is a date in a script, and a span of time its milliseconds, which is what the difference of two dates is. */
function toScript(run: Run, value: Value): unknown {
  if (value instanceof Timestamp) return new Date(Number(value.nanos / 1_000_000n));
  if (value instanceof Duration) return Number(value.nanos) / 1e6;
  return toPlain(run, value);
}

/** What defines the functions in the sandbox: a function of JavaScript that gets the global object, the names and the way to call them. */
export const FUNCTIONS_SOURCE = `(function (global, names, call) {
  names.forEach(function (name) {
    var at = global, path = name.split('.'), last = path.pop();
    path.forEach(function (part) {
      if (!Object.prototype.hasOwnProperty.call(at, part)) at[part] = {};
      at = at[part];
    });
    at[last] = function () { return call(name, Array.prototype.slice.call(arguments)); };
  });
})`;
