import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@watchroom/contract/kinds';
import { CatalogueError } from '../http/errors.ts';
import type { Entry } from '../kinds/validate.ts';
import { HIDDEN } from './hidden.ts';
import { type EntriesOf, mapEntry, mapPart, mapSpec, type Path, type SpecPart } from './map-secrets.ts';
import { hideSecretsIn, restoreSecretsIn, secretTextsIn } from './secret-texts.ts';
import { findStoredParts, namesOfLists, storedAt } from './stored-parts.ts';

/** Raise it with every change of what is hidden: stored specs are then shown by the new rules. */
export const HIDING_RULES = 2;

const noEntries: EntriesOf = () => undefined;

/** An entry of a kind as people see it: its secrets are hidden. */
export function hideEntrySecrets(schema: JsonSchema | undefined, entry: Entry): Entry {
  return mapEntry(schema, entry, hide);
}

/** Everything that is hidden in an entry of a kind, and every secret inside of that: a login in the address of a secret. */
export function secretsOfEntry(schema: JsonSchema | undefined, entry: Entry): ReadonlySet<string> {
  const secrets = new Set<string>();
  mapEntry(schema, entry, (value, _, isSecret) => {
    const text = String(value);
    if (isSecret) secrets.add(text);
    if (typeof value === 'string') for (const secret of secretTextsIn(text)) secrets.add(secret);
    return value;
  });
  return secrets;
}

/** @throws CatalogueError invalid_input when a value holds the placeholder, which would be taken for the secret. */
export function refusePlaceholders(schema: JsonSchema | undefined, entry: Entry, where: string): void {
  mapEntry(schema, entry, (value, path) =>
    typeof value === 'string' && value.includes(HIDDEN) ? refuse(where, path) : value,
  );
}

/** A spec as people see it: its secrets are hidden. */
export function hideSpecSecrets(spec: Entry, entriesOf: EntriesOf = noEntries): Entry {
  return mapSpec(spec, entriesOf, (part) => mapPart(part.schema, part.value, hide));
}

/**
 * Puts the stored secrets back where the sender left the placeholder: from the entry of the same kind and name, else of
 * the same place, and only when it leads to the same address. Otherwise a sender could have a secret that they cannot see
 * sent to themselves.
 * @throws CatalogueError invalid_input naming the field for which no secret is stored.
 */
export function restoreSpecSecrets(spec: Entry, stored: Entry, entriesOf: EntriesOf = noEntries): Entry {
  return mapSpec(spec, entriesOf, partRestorer(stored));
}

/**
 * {@link restoreSpecSecrets} for one entry of a kind.
 * @throws CatalogueError invalid_input naming the field of the entry for which no secret is stored.
 */
export function restoreEntrySecrets(schema: JsonSchema | undefined, entry: Entry, stored: Entry): Entry {
  const part = { key: 'entry', value: entry, schema, isListed: true, index: 0, where: '' };
  return partRestorer({ entry: stored })(part) as Entry;
}

function partRestorer(stored: Entry): (part: SpecPart) => unknown {
  const find = findStoredParts(stored, hide);
  const namesOf = namesOfLists();
  return (part) => {
    const { schema, value } = part;
    const before = find(part);
    if (before !== undefined && isDeepStrictEqual(mapPart(schema, before, hide), value)) return before;
    return mapPart(schema, value, (inner, path, isSecret) => {
      if (typeof inner !== 'string' || !inner.includes(HIDDEN)) return inner;
      const known = storedAt(value, before, path, namesOf);
      const restored = isSecret ? (inner === HIDDEN ? known : undefined) : restoredText(inner, known);
      return restored ?? refuse(part.where, path);
    });
  };
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
