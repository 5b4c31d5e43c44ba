import { Double, Duration, isMap, Optional, Timestamp, TypeValue, Uint, type Value } from './value.ts';

const names = [
  'bool',
  'bytes',
  'double',
  'int',
  'list',
  'map',
  'null_type',
  'optional_type',
  'string',
  'type',
  'uint',
  'google.protobuf.Duration',
  'google.protobuf.Timestamp',
] as const;
export type TypeName = (typeof names)[number];

/** Names of types that stand for themselves in an expression. */
export const TYPES: ReadonlyMap<string, TypeValue> = new Map(names.map((name) => [name, new TypeValue(name)]));

export function typeName(value: Value): TypeName {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
    case 'bigint':
      return 'int';
    default:
      if (value === null) return 'null_type';
      if (Array.isArray(value)) return 'list';
      if (value instanceof Double) return 'double';
      if (value instanceof Uint) return 'uint';
      if (value instanceof Timestamp) return 'google.protobuf.Timestamp';
      if (value instanceof Duration) return 'google.protobuf.Duration';
      if (value instanceof Uint8Array) return 'bytes';
      if (value instanceof Optional) return 'optional_type';
      return isMap(value) ? 'map' : 'type';
  }
}

/** The type as a person reads it in an error. */
export function describe(value: Value): string {
  const name = typeName(value);
  if (name === 'null_type') return 'null';
  return name.startsWith('google.') ? name.slice('google.protobuf.'.length).toLowerCase() : name;
}
