import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@watchroom/contract/kinds';
import { CatalogueError } from '../../platform/http/errors.ts';
import { type Entry, isEntry } from '../../platform/kinds/validate.ts';
import { HIDDEN } from '../../platform/secrets/hidden.ts';
import { documentKeys, kindManifest, kindOf } from '../kinds/family.ts';
import { kinds } from '../kinds/registry.generated.ts';
import { isSecretField, isSecretHeader, isSecretVariable } from '../kinds/support/secret-names.ts';
import { hideSecretsIn, restoreSecretsIn, secretTextsIn, serverOf } from '../kinds/support/secret-texts.ts';

export { HIDDEN };

/** Raise it with every change of what is hidden: stored canaries are then shown by the new rules. */
export const HIDING_RULES = 2;

const idsByKey = new Map([
  ...documentKeys.map(({ key, type }) => [key, type] as const),
  ...Object.entries(kinds).map(([id, kind]) => [kind.documentKey, id] as const),
]);

type Path = readonly (string | number)[];

/** Called for every value; `isSecret` says that the whole value is one, else a secret may stand inside a text. */
type MapValue = (value: unknown, path: Path, isSecret: boolean) => unknown;

/** An entry of a kind as people see it: what is secret in it is hidden. */
export function withoutSecrets(type: string, entry: Entry): Entry {
  return mapEntry(type, entry, hide);
}

/** Everything that is hidden in an entry of a kind, and every secret inside of that: a login in the address of a secret. */
export function secretsOf(type: string, entry: Entry): ReadonlySet<string> {
  const secrets = new Set<string>();
  mapEntry(type, entry, (value, _, isSecret) => {
    const text = String(value);
    if (isSecret) secrets.add(text);
    if (typeof value === 'string') for (const secret of secretTextsIn(text)) secrets.add(secret);
    return value;
  });
  return secrets;
}

/** A canary's spec as people see it. */
export function specWithoutSecrets(spec: Entry): Entry {
  return mapSpec(spec, (type, value) => mapPart(type, value, hide));
}

/**
 * Puts the stored secrets back where the sender left the placeholder: from the entry of the same kind and name, else of
 * the same place, and only when it leads to the same address. Else who cannot see a secret could have it sent to himself.
 * @throws CatalogueError invalid_input naming the field for which no secret is stored.
 */
export function restoreSecrets(spec: Entry, stored: Entry): Entry {
  const find = storedIn(stored);
  const namesOf = namesOfLists();
  return mapSpec(spec, (type, value, where, key, index) => {
    const before = find(type, value, key, index);
    if (before !== undefined && isDeepStrictEqual(mapPart(type, before, hide), value)) return before;
    return mapPart(type, value, (inner, path, isSecret) => {
      if (typeof inner !== 'string' || !inner.includes(HIDDEN)) return inner;
      const known = storedAt(value, before, path, namesOf);
      const restored = isSecret ? (inner === HIDDEN ? known : undefined) : restoredText(inner, known);
      return restored ?? refuse(where, path);
    });
  });
}

/** @throws CatalogueError invalid_input when a secret holds the placeholder, which would be taken for the secret. */
export function refusePlaceholders(type: string, entry: Entry, where: string): void {
  mapEntry(type, entry, (value, path) =>
    typeof value === 'string' && value.includes(HIDDEN) ? refuse(where, path) : value,
  );
}

function hide(value: unknown, _: Path, isSecret: boolean): unknown {
  if (isSecret && value !== '') return HIDDEN;
  return typeof value === 'string' ? hideSecretsIn(value) : value;
}

function restoredText(text: string, known: unknown): string | undefined {
  return typeof known === 'string' ? restoreSecretsIn(text, known) : undefined;
}

function refuse(where: string, path: Path): never {
  const field = [...(where === '' ? [] : [where]), ...path].join('.');
  throw new CatalogueError('invalid_input', `${field}: type the secret again; it is not read back`, {
    fields: { [field]: 'Type the secret again; it is not read back' },
  });
}

type MapPart = (type: string | undefined, value: unknown, where: string, key: string, index?: number) => unknown;

function mapSpec(spec: Entry, map: MapPart): Entry {
  return Object.fromEntries(
    Object.entries(spec).map(([key, value]) => {
      const type = idsByKey.get(key);
      // Fields of the canary itself: `env` holds secrets too.
      if (type === undefined) {
        const mapped = map(undefined, { [key]: value }, 'spec', key);
        return [key, isEntry(mapped) && Object.hasOwn(mapped, key) ? mapped[key] : value];
      }
      // A document may hold one entry where a list belongs.
      if (!Array.isArray(value)) return [key, map(type, value, `spec.${key}[0]`, key, 0)];
      return [key, value.map((entry: unknown, index) => map(type, entry, `spec.${key}[${index}]`, key, index))];
    }),
  );
}

type FindStored = (type: string | undefined, value: unknown, key: string, index?: number) => unknown;

/** Finds the stored part whose secrets a sent one may keep. Reads each list once: a canary may hold ten thousand checks. */
function storedIn(stored: Entry): FindStored {
  const lists = new Map<string, Map<string, unknown>>();
  const listed = (type: string | undefined, key: string): Map<string, unknown> => {
    const known = lists.get(key);
    if (known) return known;
    const places = new Map<string, unknown>();
    const value = Object.hasOwn(stored, key) ? stored[key] : undefined;
    const list: readonly unknown[] = type === undefined ? [{ [key]: value }] : Array.isArray(value) ? value : [value];
    for (const [index, one] of list.entries()) {
      const shown = mapPart(type, one, hide);
      const name = shownName(one);
      for (const place of [placeOf(shown, name, index), placeOf(shown, name), placeOf(shown, undefined, index)])
        if (!places.has(place)) places.set(place, one);
    }
    lists.set(key, places);
    return places;
  };
  return (type, value, key, index = 0) => {
    const places = listed(type, key);
    const name = shownName(value);
    const wanted = name === undefined ? [] : [placeOf(value, name, index), placeOf(value, name)];
    return [...wanted, placeOf(value, undefined, index)].map((place) => places.get(place)).find(Boolean);
  };
}

/** Where a part stands and leads, as a key. */
function placeOf(value: unknown, name?: string, index?: number): string {
  return JSON.stringify([name ?? null, index ?? null, targetOf(value)]);
}

function shownName(value: unknown): string | undefined {
  const name = isEntry(value) ? value['name'] : undefined;
  return typeof name === 'string' ? hideSecretsIn(name) : undefined;
}

const TARGET_FIELD =
  /(?:url|uri|endpoint|host|hostname|hosts|server|servers|address|addresses|addr|port|connection|proxy|domain|domains)$/i;

/** Every field that says where the entry leads, with its path. */
function targetOf(value: unknown, isTarget = false, path = ''): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => targetOf(item, isTarget, `${path}.${index}`));
  if (isEntry(value))
    return Object.keys(value)
      .sort()
      .flatMap((key) => targetOf(value[key], TARGET_FIELD.test(key), `${path}.${key}`));
  return isTarget ? [[path, typeof value === 'string' ? serverOf(value) : value]] : [];
}

type NamesOf = (list: readonly unknown[]) => {
  readonly labels: readonly string[];
  readonly items: Map<string, unknown>;
};

/** Labels of the items of a list: the name and how many of that name stand before. An item without a name has its place. */
function namesOfLists(): NamesOf {
  const known = new WeakMap<readonly unknown[], ReturnType<NamesOf>>();
  return (list) => {
    const before = known.get(list);
    if (before) return before;
    const counts = new Map<string, number>();
    const labels = list.map((item, index) => {
      const name = shownName(item);
      // Without names only a list of the same length is sure to have the same items at the same places.
      if (name === undefined) return JSON.stringify([index, list.length]);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return JSON.stringify([name, count]);
    });
    const made = { labels, items: new Map(labels.map((label, index) => [label, list[index]])) };
    known.set(list, made);
    return made;
  };
}

/** What is stored at the path. Named items of a list are found by name, since people remove and reorder them. */
function storedAt(sent: unknown, stored: unknown, path: Path, namesOf: NamesOf): unknown {
  let [here, known] = [sent, stored];
  for (const key of path) {
    if (typeof key === 'number') {
      if (!Array.isArray(here) || !Array.isArray(known)) return undefined;
      known = namesOf(known).items.get(namesOf(here).labels[key] ?? '');
      here = here[key];
    } else {
      known = isEntry(known) && Object.hasOwn(known, key) ? known[key] : undefined;
      here = isEntry(here) ? here[key] : undefined;
    }
  }
  return known;
}

function mapPart(type: string | undefined, value: unknown, map: MapValue): unknown {
  return type !== undefined && isEntry(value) ? mapEntry(type, value, map) : mapByName(value, map, [], false);
}

function mapEntry(type: string, entry: Entry, map: MapValue): Entry {
  const schema = kindOf(type) ? kindManifest(type)?.schema : undefined;
  return (schema ? mapBySchema(schema, entry, map, []) : mapByName(entry, map, [], false)) as Entry;
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
