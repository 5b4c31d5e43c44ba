import type { JsonSchema } from '@watchroom/contract/kinds';
import { type Entry, isEntry } from '../../platform/kinds/validate.ts';
import { kindManifest, kindOf } from '../kinds/family.ts';

/** Stands where a secret is: secrets are written, never read back. Sent back unchanged it means "as it was". */
export const HIDDEN = '••••••••';

/** An entry of a kind as people see it: the texts of secret fields are hidden. */
export function withoutSecrets(type: string, entry: Entry): Entry {
  const schema = kindManifest(type)?.schema;
  return schema ? (mapSecrets(schema, entry, () => HIDDEN) as Entry) : entry;
}

/** A canary's spec as people see it. */
export function specWithoutSecrets(spec: Entry): Entry {
  return mapChecks(spec, (type, entry) => withoutSecrets(type, entry));
}

/**
 * Puts the stored secrets back where the sender left the placeholder, from the entry of the same kind and name, else of
 * the same place.
 */
export function restoreSecrets(spec: Entry, stored: Entry): Entry {
  return mapChecks(spec, (type, entry, key, index) => {
    const schema = kindManifest(type)?.schema;
    const list = Array.isArray(stored[key]) ? (stored[key] as unknown[]) : [];
    const before = list.filter(isEntry).find((one) => one['name'] === entry['name']) ?? list[index];
    return schema ? (mapSecrets(schema, entry, (text, path) => (text === HIDDEN ? at(before, path) : text)) as Entry) : entry;
  });
}

function mapChecks(spec: Entry, map: (type: string, entry: Entry, key: string, index: number) => Entry): Entry {
  return Object.fromEntries(
    Object.entries(spec).map(([key, value]) => [
      key,
      Array.isArray(value) && kindOf(key)
        ? value.map((entry: unknown, index) => (isEntry(entry) ? map(key, entry, key, index) : entry))
        : value,
    ]),
  );
}

type MapText = (text: string, path: readonly (string | number)[]) => unknown;

function mapSecrets(schema: JsonSchema, value: unknown, map: MapText, path: readonly (string | number)[] = []): unknown {
  if (typeof value === 'string') return schema['x-widget'] === 'secret' ? map(value, path) : value;
  if (Array.isArray(value)) {
    const items = schema.items;
    return items ? value.map((item, index) => mapSecrets(items, item, map, [...path, index])) : value;
  }
  if (!isEntry(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const property = propertyOf(schema, key);
      return [key, property ? mapSecrets(property, inner, map, [...path, key]) : inner];
    }),
  );
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

function at(value: unknown, path: readonly (string | number)[]): unknown {
  let found: unknown = value;
  for (const key of path) found = typeof found === 'object' && found !== null ? (found as Record<string | number, unknown>)[key] : undefined;
  return found ?? '';
}
