import type { JsonSchema } from '@watchroom/contract/kinds';
import { CatalogueError } from '../../platform/http/errors.ts';
import { type Entry, isEntry } from '../../platform/kinds/validate.ts';
import { documentKeys, kindManifest, kindOf } from '../kinds/family.ts';
import { kinds } from '../kinds/registry.generated.ts';

/** Stands where a secret is: secrets are written, never read back. Sent back unchanged it means "as it was". */
export const HIDDEN = '••••••••';

/** Without a kind there is no schema that tells secrets: then the name of a field does. */
const SECRET_NAME = /passw|secret|token|credential|private|bearer|access[-_]?key|api[-_]?key|kubeconfig/i;

const idsByKey = new Map([
  ...documentKeys.map(({ key, type }) => [key, type] as const),
  ...Object.entries(kinds).map(([id, kind]) => [kind.documentKey, id] as const),
]);

type Path = readonly (string | number)[];
type MapText = (text: string, path: Path) => unknown;

/** An entry of a kind as people see it: the texts of secret fields are hidden. */
export function withoutSecrets(type: string, entry: Entry): Entry {
  return mapEntry(type, entry, () => HIDDEN);
}

/** A canary's spec as people see it. */
export function specWithoutSecrets(spec: Entry): Entry {
  return mapChecks(spec, (type, entry) => withoutSecrets(type, entry));
}

/**
 * Puts the stored secrets back where the sender left the placeholder, from the entry of the same kind and name, else of
 * the same place. @throws CatalogueError invalid_input naming the field for which no secret is stored.
 */
export function restoreSecrets(spec: Entry, stored: Entry): Entry {
  return mapChecks(spec, (type, entry, key, index) => {
    const list = listOf(stored[key]).filter(isEntry);
    const named = entry['name'] === undefined ? undefined : list.find((one) => one['name'] === entry['name']);
    const before = named ?? list[index];
    return mapEntry(type, entry, (text, path) =>
      text === HIDDEN ? (at(before, path) ?? refuse(`spec.${key}[${index}]`, path)) : text,
    );
  });
}

/** @throws CatalogueError invalid_input when a secret field holds the placeholder, which would be taken for the secret. */
export function refusePlaceholders(type: string, entry: Entry, where: string): void {
  mapEntry(type, entry, (text, path) => (text === HIDDEN ? refuse(where, path) : text));
}

function refuse(where: string, path: Path): never {
  const field = [...(where === '' ? [] : [where]), ...path].join('.');
  throw new CatalogueError('invalid_input', `${field}: type the secret again; it is not read back`, {
    fields: { [field]: 'Type the secret again; it is not read back' },
  });
}

function mapChecks(spec: Entry, map: (type: string, entry: Entry, key: string, index: number) => Entry): Entry {
  return Object.fromEntries(
    Object.entries(spec).map(([key, value]) => {
      const type = idsByKey.get(key);
      if (type === undefined) return [key, value];
      // A document may hold one entry where a list belongs.
      if (isEntry(value)) return [key, map(type, value, key, 0)];
      if (!Array.isArray(value)) return [key, value];
      return [key, value.map((entry: unknown, index) => (isEntry(entry) ? map(type, entry, key, index) : entry))];
    }),
  );
}

function mapEntry(type: string, entry: Entry, map: MapText): Entry {
  const schema = kindOf(type) ? kindManifest(type)?.schema : undefined;
  return (schema ? mapSecrets(schema, entry, map, []) : mapByName(entry, map, [], false)) as Entry;
}

function mapSecrets(schema: JsonSchema, value: unknown, map: MapText, path: Path): unknown {
  // A text where an object with a secret belongs is that secret, written wrongly.
  if (typeof value === 'string') return holdsSecret(schema) ? map(value, path) : mapUserinfo(value, map, path);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item, index) => mapSecrets(items, item, map, [...path, index])) : value;
  }
  if (!isEntry(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const property = propertyOf(schema, key);
      if (key === 'value' && typeof inner === 'string' && isSecretHeader(value['name']))
        return [key, map(inner, [...path, key])];
      return [
        key,
        property ? mapSecrets(property, inner, map, [...path, key]) : mapUnknown(key, inner, map, [...path, key]),
      ];
    }),
  );
}

/** A header or another named value whose name says that it is a secret. */
function isSecretHeader(name: unknown): boolean {
  return typeof name === 'string' && (SECRET_NAME.test(name) || /^(proxy-)?authorization$|^cookie$/i.test(name));
}

const USERINFO = /(:\/\/[^/\s:@]*:)([^/\s@]+)@/;

/** The password inside a URL. What is stored at its path is a whole URL again, of which the password is taken. */
function mapUserinfo(text: string, map: MapText, path: Path): unknown {
  const [whole, before, password] = USERINFO.exec(text) ?? [];
  if (whole === undefined || before === undefined || password === undefined) return text;
  const mapped = map(password, path);
  const secret = typeof mapped === 'string' ? (USERINFO.exec(mapped)?.[2] ?? mapped) : mapped;
  return text.replace(whole, () => `${before}${String(secret)}@`);
}

function mapUnknown(key: string, value: unknown, map: MapText, path: Path): unknown {
  return mapByName(value, map, path, SECRET_NAME.test(key));
}

function mapByName(value: unknown, map: MapText, path: Path, isSecret: boolean): unknown {
  if (typeof value === 'string') return isSecret ? map(value, path) : value;
  if (Array.isArray(value)) return value.map((item, index) => mapByName(item, map, [...path, index], isSecret));
  if (!isEntry(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      mapByName(inner, map, [...path, key], SECRET_NAME.test(key) || (isSecret && key === 'value')),
    ]),
  );
}

function holdsSecret(schema: JsonSchema): boolean {
  if (schema['x-widget'] === 'secret') return true;
  return [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(
    (inner) => inner['x-widget'] === 'secret',
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

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : isEntry(value) ? [value] : [];
}

function at(value: unknown, path: Path): unknown {
  let found: unknown = value;
  for (const key of path)
    found = typeof found === 'object' && found !== null ? (found as Record<string | number, unknown>)[key] : undefined;
  return found;
}
