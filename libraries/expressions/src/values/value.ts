/**
 * Values inside an evaluation. An int is a number where it is exact and a bigint beyond, so that the usual case costs nothing; all
 * other numbers are boxed. Lists and maps of the environment stay what they are and are adapted element by element as they are read.
 */
export type Value =
  | null
  | boolean
  | string
  | Int
  | Uint
  | Double
  | Uint8Array
  | Timestamp
  | Duration
  | Optional
  | TypeValue
  | List
  | MapValue;

/** A 64-bit integer: a number if it is a safe integer, else a bigint. Never a bigint that a number could hold. */
export type Int = number | bigint;

/** Elements are read through `adapt`. */
export type List = readonly unknown[];

/** A map of an expression, or an object of the environment, of which only own properties are read, through `adapt`. */
export type MapValue = ValueMap | PlainObject;
export type PlainObject = Readonly<Record<string, unknown>>;

/** What tells a value of ours from an object of the environment. */
class Boxed {
  readonly boxed = true;
}

export class Uint extends Boxed {
  readonly value: Int;
  constructor(value: Int) {
    super();
    this.value = value;
  }
}

export class Double extends Boxed {
  readonly value: number;
  constructor(value: number) {
    super();
    this.value = value;
  }
}

/** A moment, in nanoseconds since 1970. */
export class Timestamp extends Boxed {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    super();
    this.nanos = nanos;
  }
}

/** A span of time in nanoseconds. */
export class Duration extends Boxed {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    super();
    this.nanos = nanos;
  }
}

export class Optional extends Boxed {
  readonly value: Value | undefined;
  constructor(value: Value | undefined) {
    super();
    this.value = value;
  }
}

export const NONE = new Optional(undefined);

export class TypeValue extends Boxed {
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }
}

/** Keys of a map. An int and an unsigned int of the same value are one key. */
export type Key = string | number | bigint | boolean;

export class ValueMap extends Boxed {
  readonly entries: Map<Key, Value>;
  /** Keys that were written as unsigned, which only their type tells. */
  readonly unsigned: ReadonlySet<Key> | undefined;
  constructor(entries: Map<Key, Value>, unsigned?: ReadonlySet<Key>) {
    super();
    this.entries = entries;
    this.unsigned = unsigned;
  }
}

export function isBoxed(
  value: object,
): value is Uint | Double | Timestamp | Duration | Optional | TypeValue | ValueMap {
  return value instanceof Boxed;
}

export function isList(value: unknown): value is List {
  return Array.isArray(value);
}

export function isMap(value: Value): value is MapValue {
  if (value === null || typeof value !== 'object') return false;
  if (value instanceof Boxed) return value instanceof ValueMap;
  return !Array.isArray(value) && !(value instanceof Uint8Array);
}
