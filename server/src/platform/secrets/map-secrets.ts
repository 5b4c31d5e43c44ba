import type { JsonSchema } from '@watchroom/contract/kinds';
import { type Entry, isEntry } from '../kinds/validate.ts';
import { isSecretField, isSecretHeader, isSecretVariable } from './secret-names.ts';

export type Path = readonly (string | number)[];

/** Called for every text and number; `isSecret` says that the whole value is one, else a secret may stand inside a text. */
export type MapValue = (value: unknown, path: Path, isSecret: boolean) => unknown;

/** What stands under a key of a spec: entries of one kind, by its schema where that is known. */
export interface EntriesAt {
  readonly schema: JsonSchema | undefined;
}

/** Tells which keys of a spec hold entries; undefined for a field of the spec itself. */
export type EntriesOf = (key: string) => EntriesAt | undefined;

/** One entry of a list, or one field of the spec itself as an object that holds nothing else. */
export interface SpecPart {
  readonly key: string;
  readonly value: unknown;
  readonly schema: JsonSchema | undefined;
  readonly isListed: boolean;
  /** Place among the entries; 0 for a field. */
  readonly index: number;
  /** Path for errors. */
  readonly where: string;
}

/** Maps the parts of a spec one by one. */
export function mapSpec(spec: Entry, entriesOf: EntriesOf, map: (part: SpecPart) => unknown): Entry {
  return Object.fromEntries(
    Object.entries(spec).map(([key, value]) => {
      const entries = entriesOf(key);
      if (!entries) {
        // Fields of the spec itself hold secrets too, as `env` does.
        const field = { key, value: { [key]: value }, schema: undefined, isListed: false, index: 0, where: 'spec' };
        const mapped = map(field);
        return [key, isEntry(mapped) && Object.hasOwn(mapped, key) ? mapped[key] : value];
      }
      const { schema } = entries;
      const mapOne = (one: unknown, index: number) =>
        map({ key, value: one, schema, isListed: true, index, where: `spec.${key}[${index}]` });
      // A document may hold one entry where a list belongs.
      return [key, Array.isArray(value) ? value.map(mapOne) : mapOne(value, 0)];
    }),
  );
}

/** Maps the values of an entry. @param schema marks its secrets; without one the names of its fields decide. */
export function mapEntry(schema: JsonSchema | undefined, entry: Entry, map: MapValue): Entry {
  return (schema ? mapBySchema(schema, entry, map, []) : mapByName(entry, map, [], false)) as Entry;
}

/** Like {@link mapEntry}, for what a document may hold where an entry belongs. */
export function mapPart(schema: JsonSchema | undefined, value: unknown, map: MapValue): unknown {
  return isEntry(value) ? mapEntry(schema, value, map) : mapByName(value, map, [], false);
}

function mapBySchema(schema: JsonSchema, value: unknown, map: MapValue, path: Path): unknown {
  const { items } = schema;
  if (Array.isArray(value) && items) return value.map((item, index) => mapBySchema(items, item, map, [...path, index]));
  // A text where an object with a secret belongs is that secret, written wrongly.
  if (!isEntry(value)) return mapByName(value, map, path, holdsSecret(schema));
  return mapMembers(value, path, (key, inner, at, isNamedSecret) => {
    const property = propertyOf(schema, key);
    return property && !isNamedSecret
      ? mapBySchema(property, inner, map, at)
      : mapByName(inner, map, at, isNamedSecret || isSecretField(key) || (holdsSecret(schema) && key !== 'name'));
  });
}

function mapByName(value: unknown, map: MapValue, path: Path, isSecret: boolean): unknown {
  if (Array.isArray(value)) return value.map((item, index) => mapByName(item, map, [...path, index], isSecret));
  if (!isEntry(value)) {
    const holdsText = typeof value === 'string' || typeof value === 'number';
    return holdsText ? map(value, path, isSecret || isHeaders(path)) : value;
  }
  // `{ name, key }` tells where a secret is kept, not the secret.
  const isReference = typeof value['name'] === 'string' && 'key' in value && !('value' in value) && !isHeaders(path);
  return mapMembers(value, path, (key, inner, at, isNamedSecret) => {
    const isOwn = key !== 'key' && isSecretField(key);
    const isInherited = isSecret && key !== 'name' && key !== 'valueFrom';
    return mapByName(inner, map, at, !isReference && (isOwn || isInherited || isNamedSecret || isSecretKey(key, path)));
  });
}

/** `key` is where a secret is kept inside `secretKeyRef` and the like, else the secret. */
function isSecretKey(key: string, path: Path): boolean {
  return key === 'key' && !/ref$/i.test(String(path.at(-1) ?? ''));
}

type MapMember = (key: string, value: unknown, path: Path, isNamedSecret: boolean) => unknown;

/** `isNamedSecret`: the value of `{ name: TOKEN, value: … }`, and all of a header that is not known to be harmless. */
function mapMembers(entry: Entry, path: Path, map: MapMember): Entry {
  const { name } = entry;
  const isHeader = isHeaders(path);
  const isInList = typeof path.at(-1) === 'number';
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      const isNamedSecret = isHeader
        ? isSecretInHeader(entry, key, isInList)
        : key === 'value' && typeof name === 'string' && isSecretVariable(name);
      return [key, map(key, value, [...path, key], isNamedSecret)];
    }),
  );
}

/** Whether the path is that of headers, or of one in their list. */
function isHeaders(path: Path): boolean {
  return /headers?$/i.test(String(path.findLast((key) => typeof key === 'string') ?? ''));
}

/** A header in a shape that is not ours holds its secret anywhere. */
function isSecretInHeader(header: Entry, key: string, isInList: boolean): boolean {
  const { name, valueFrom } = header;
  if (isInList && key === 'name') return typeof name !== 'string';
  if (isInList && key === 'value') return typeof name !== 'string' || isSecretHeader(name);
  if (isInList && key === 'valueFrom') return !isEntry(valueFrom);
  return isSecretHeader(key);
}

function holdsSecret(schema: JsonSchema): boolean {
  if (schema['x-widget'] === 'secret') return true;
  const { additionalProperties: others } = schema;
  return [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(typeof others === 'object' ? [others] : []),
  ].some((inner) => inner['x-widget'] === 'secret');
}

function propertyOf(schema: JsonSchema, key: string): JsonSchema | undefined {
  const own = schema.properties?.[key];
  if (own) return own;
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    const found = propertyOf(branch, key);
    if (found) return found;
  }
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}
