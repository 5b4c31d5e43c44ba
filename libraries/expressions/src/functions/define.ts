import { fail } from '../failure.ts';
import type { Run } from '../run.ts';
import type {
  Double, Duration, Int, List, MapValue, Optional, Timestamp, Uint, Value,
} from '../values/value.ts'; // biome-ignore format: a list

/** What an argument may be. `count` is an int that a number holds; `number` is an int, uint or double. */
interface Kinds {
  any: Value;
  bool: boolean;
  bytes: Uint8Array;
  count: number;
  double: Double;
  duration: Duration;
  int: Int;
  list: List;
  map: MapValue;
  null: null;
  number: Int | Uint | Double;
  optional: Optional;
  string: string;
  timestamp: Timestamp;
  uint: Uint;
}
export type Kind = keyof Kinds;

/** An argument as the reference shows it: `text: string`, `count?: count`, and `...values: any` as the last one. */
export type Argument = `${string}: ${Kind}`;

type ValueOf<A> = A extends `...${string}`
  ? never
  : A extends `${string}?: ${infer K extends Kind}`
    ? Kinds[K] | undefined
    : A extends `${string}: ${infer K extends Kind}`
      ? Kinds[K]
      : never;
type RestOf<A> = A extends `...${string}: ${infer K extends Kind}` ? Kinds[K][] : never;

type ValuesOf<A extends readonly Argument[]> = A extends readonly [
  infer First,
  ...infer Others extends readonly Argument[],
]
  ? First extends `...${string}`
    ? RestOf<First>
    : [ValueOf<First>, ...ValuesOf<Others>]
  : [];

/**
 * A call as each language writes it: `.name` with a receiver, which is the first argument, `name` or `space.name` without. In
 * templates a bar says that the first argument comes last: `|strings.Split` is called as `strings.Split separator text`.
 */
export interface Names {
  readonly cel: readonly string[];
  readonly template?: readonly string[];
}

export type Example = {
  /** What it gives, as JSON; of a template, a text. Left out where it differs from call to call. */
  readonly gives?: unknown;
} & ({ readonly cel: string } | { readonly template: string });

interface Description {
  readonly names: Names;
  readonly result: Kind;
  /** One sentence. */
  readonly doc: string;
  readonly examples: readonly Example[];
  /** Takes null as a value of its own; all others answer null with null where null is tolerated. */
  readonly takesNull?: true;
}

/** One function for one shape of arguments; several may share a name. */
export interface FunctionDefinition extends Description {
  readonly args: readonly Argument[];
  readonly call: (run: Run, ...args: readonly Value[]) => Value;
  /** It fails unless the place gives a definition of its own. */
  readonly needsPlace?: true;
}

/** A function of the table. Its arguments have been checked when `call` gets them. */
export function define<const A extends readonly Argument[]>(
  definition: Description & { readonly args: A; readonly call: (run: Run, ...args: ValuesOf<A>) => Value },
): FunctionDefinition {
  return { ...definition, call: definition.call as FunctionDefinition['call'] };
}

/**
 * A function that only some places have, because it needs data of theirs. Elsewhere its name is known, and a call fails: a place that
 * has it passes a definition of its own under the same name.
 */
export function declare(definition: Description & { readonly args: readonly Argument[] }): FunctionDefinition {
  const [name = ''] = [...definition.names.cel, ...(definition.names.template ?? [])];
  return {
    ...definition,
    needsPlace: true,
    call: () => fail(`${name.replace(/^\./, '')} is not available here: this place has no data for it.`),
  };
}

/** Functions with a common subject; a heading of the reference. */
export interface FunctionGroup {
  readonly title: string;
  readonly functions: readonly FunctionDefinition[];
}
