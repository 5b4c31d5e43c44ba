import { isInt, numeric } from '../values/numbers.ts';
import { describe } from '../values/types.ts';
import { Double, Duration, isList, isMap, Optional, Timestamp, Uint, type Value } from '../values/value.ts';
import type { FunctionDefinition, FunctionGroup, Kind, Names } from './define.ts';

type Guard = (value: Value) => boolean;

const GUARDS: Readonly<Record<Kind, Guard>> = {
  any: () => true,
  bool: (value) => typeof value === 'boolean',
  bytes: (value) => value instanceof Uint8Array,
  count: (value) => typeof value === 'number',
  double: (value) => value instanceof Double,
  duration: (value) => value instanceof Duration,
  int: isInt,
  list: isList,
  map: isMap,
  null: (value) => value === null,
  number: (value) => numeric(value) !== undefined,
  optional: (value) => value instanceof Optional,
  string: (value) => typeof value === 'string',
  timestamp: (value) => value instanceof Timestamp,
  uint: (value) => value instanceof Uint,
};

/** One function with the tests of its arguments. */
export interface Overload {
  readonly definition: FunctionDefinition;
  readonly guards: readonly Guard[];
  /** Of the arguments that may be any number. */
  readonly rest: Guard | undefined;
  readonly least: number;
}

/** All functions by their names in one language. */
export type FunctionIndex = ReadonlyMap<string, readonly Overload[]>;

export function indexFunctions(groups: readonly FunctionGroup[], language: keyof Names): FunctionIndex {
  const index = new Map<string, Overload[]>();
  for (const definition of groups.flatMap(({ functions }) => functions)) {
    const overload = toOverload(definition);
    for (const name of definition.names[language] ?? []) {
      const others = index.get(name);
      if (others === undefined) index.set(name, [overload]);
      else others.push(overload);
    }
  }
  return index;
}

function toOverload(definition: FunctionDefinition): Overload {
  const { args } = definition;
  const kind = (argument: string) => GUARDS[argument.slice(argument.indexOf(': ') + 2) as Kind];
  const rest = args.at(-1)?.startsWith('...') ? args.at(-1) : undefined;
  const fixed = rest === undefined ? args : args.slice(0, -1);
  return {
    definition,
    guards: fixed.map(kind),
    rest: rest === undefined ? undefined : kind(rest),
    least: fixed.filter((argument) => !argument.includes('?: ')).length,
  };
}

export function takes({ guards, rest, least }: Overload, count: number): boolean {
  return count >= least && (rest !== undefined || count <= guards.length);
}

/** Whether the values are what the function takes; their number has been checked. */
export function matches({ guards, rest }: Overload, values: readonly Value[]): boolean {
  for (let index = 0; index < values.length; index++) {
    const guard = guards[index] ?? rest;
    if (guard === undefined || !guard(values[index] as Value)) return false;
  }
  return true;
}

/** What a call was given and what it could have been given, as a sentence. */
export function mismatch(name: string, overloads: readonly Overload[], values: readonly Value[]): string {
  const forms = overloads.map(({ definition: { args } }) => signature(name, args)).join(' or ');
  const given = values.map(describe).join(', ');
  return `${forms} cannot be called with (${given}).`;
}

/** The form of a call: `x.split(separator: string)`. */
export function signature(name: string, args: readonly string[]): string {
  return name.startsWith('.')
    ? `(${args[0] ?? ''})${name}(${args.slice(1).join(', ')})`
    : `${name}(${args.join(', ')})`;
}

/** The form of a call in a template: `strings.Split (separator: string) (text: string)`. */
export function templateSignature(name: string, args: readonly string[]): string {
  const [first, ...others] = args;
  const order = name.startsWith('|') && first !== undefined ? [...others, first] : args;
  return [name.replace('|', ''), ...order.map((argument) => `(${argument})`)].join(' ');
}
