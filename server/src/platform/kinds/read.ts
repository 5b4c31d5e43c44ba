import type { KindDeclaration } from './define.ts';
import { type DocumentKey, type DocumentPlace, holdsList, type KindRegistry, type RowPlace } from './family.ts';
import { deprecatedIn, unsupportedIn } from './unsupported.ts';
import { type Entry, errorsOf, type FieldErrors, isEntry, validateLeniently, validateStrictly } from './validate.ts';

/** One entry as it stands in a document or a row. */
export interface LocatedEntry<Kind> {
  /** Where it stands, for example `http[0]`; empty when the whole row is the entry. */
  readonly path: string;
  /** The id of its kind; for a kind that we do not have, the type that is stored for it. */
  readonly type: string;
  readonly kind: Kind | undefined;
  /** As written; an empty object when something else stands there. */
  readonly entry: Entry;
  /** With defaults; undefined when the entry is not valid. */
  readonly spec: unknown;
  /** Why the entry cannot be used, as a sentence; `null` when it can. */
  readonly problem: string | null;
  /** What was taken leniently, each with its path. */
  readonly warnings: readonly string[];
}

interface ReadEntries<Kind> {
  /** In the order of the document. */
  readonly entries: readonly LocatedEntry<Kind>[];
  /** What was taken leniently in what holds the entries. */
  readonly warnings: readonly string[];
}

type Kinds<Kind extends KindDeclaration<unknown>> = KindRegistry<Kind>;

/** All entries of a document or row of a family, and what had to be overlooked. Never throws. */
export function readEntries<Kind extends KindDeclaration<unknown>>(
  registry: Kinds<Kind>,
  holder: Entry,
): ReadEntries<Kind> {
  const { place } = registry.family;
  if (place.in === 'row') return readRow(registry, place, holder);
  const entries: LocatedEntry<Kind>[] = [];
  const warnings: string[] = [];
  for (const [key, value] of Object.entries(holder)) {
    const known = knownKey(registry, place, key);
    if (!known) {
      if (!Object.hasOwn(place.fields.shape, key))
        warnings.push(`${place.path}.${key} is not a field of ${registry.family.holder}; it is ignored`);
      continue;
    }
    if (value === null || value === undefined) continue;
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (known.holds === 'list' && !Array.isArray(value))
      warnings.push(`${place.path}.${key} is a list in a document; the one entry is taken`);
    for (const [index, one] of list.entries())
      entries.push(readEntry(registry, known, known.holds === 'list' ? `${key}[${index}]` : key, one));
  }
  return { entries, warnings };
}

/** Why an entry of a kind cannot be used although its fields are valid; `null` when it can. */
export function problemOf(registry: Kinds<KindDeclaration<unknown>>, id: string, entry: Entry): string | null {
  const manifest = registry.manifestOf(id);
  const found = manifest ? unsupportedIn(manifest.schema, entry) : missing(registry, id);
  return found === null ? null : `${found}, ${registry.family.consequence}`;
}

/**
 * As a form takes a document or a row: each entry strictly, and the fields beside them too.
 * @returns what is wrong, by the path of the field.
 */
export function errorsIn(registry: Kinds<KindDeclaration<unknown>>, holder: Entry): FieldErrors {
  const { place } = registry.family;
  const { entries } = readEntries(registry, holder);
  const beside = Object.fromEntries(Object.entries(holder).filter(([key]) => isBeside(registry, place, key)));
  const { error } = place.fields.safeParse(beside);
  const errors = new Map(Object.entries(error ? errorsOf(error) : {}));
  for (const { path, kind, entry, problem } of entries) {
    const at = (field: string) => [path, field].filter((step) => step !== '').join('.');
    const validated = kind && validateStrictly(kind, entry);
    if (validated && !validated.ok)
      for (const [field, message] of Object.entries(validated.errors)) errors.set(at(field), message);
    else if (problem !== null) errors.set(place.in === 'row' ? place.column : path, problem);
  }
  return Object.fromEntries(errors);
}

function isBeside(registry: Kinds<KindDeclaration<unknown>>, place: DocumentPlace | RowPlace, key: string): boolean {
  if (place.in === 'row') return Object.hasOwn(place.fields.shape, key);
  return knownKey(registry, place, key) === undefined;
}

function readRow<Kind extends KindDeclaration<unknown>>(
  registry: Kinds<Kind>,
  place: RowPlace,
  row: Entry,
): ReadEntries<Kind> {
  const type = row[place.column];
  const id = typeof type === 'string' ? type : '';
  const own = Object.entries(row).filter(([key]) => key !== place.column && !Object.hasOwn(place.fields.shape, key));
  const known: DocumentKey = { key: id, type: id, holds: 'entry' };
  return { entries: [readEntry(registry, known, '', Object.fromEntries(own))], warnings: [] };
}

function readEntry<Kind extends KindDeclaration<unknown>>(
  registry: Kinds<Kind>,
  known: DocumentKey,
  path: string,
  value: unknown,
): LocatedEntry<Kind> {
  const { consequence, place } = registry.family;
  const id = place.in === 'row' ? known.key : registry.idAt(known.key);
  const kind = id === undefined ? undefined : registry.kindOf(id);
  const entry = isEntry(value) ? value : {};
  const unread = { path, type: kind && id !== undefined ? id : known.type, kind, entry, spec: undefined, warnings: [] };
  if (!isEntry(value)) return { ...unread, problem: `${path} is not an object, ${consequence}` };
  if (!kind || id === undefined) return { ...unread, problem: `${missing(registry, known.key)}, ${consequence}` };
  const validated = validateLeniently(kind, entry);
  const overlooked = [...validated.warnings, ...deprecatedIn(registry.manifestOf(id)?.schema ?? {}, entry)];
  const warnings = overlooked.map((warning) => (path === '' ? warning : `${path}.${warning}`));
  const unsupported = problemOf(registry, id, entry);
  if (validated.ok) return { ...unread, warnings, problem: unsupported, spec: validated.spec };
  const [field, message] = Object.entries(validated.errors)[0] ?? ['', 'not valid'];
  return { ...unread, warnings, problem: unsupported ?? `\`${field}\`: ${message}, ${consequence}` };
}

/** What to say of a key or a stored type that no kind serves. */
function missing({ family: { place } }: Kinds<KindDeclaration<unknown>>, key: string): string {
  const known = place.in === 'document' && place.keys.find((one) => one.key === key || one.type === key);
  if (key === '') return 'It does not say of which kind it is';
  return (known && known.removed) || `The kind ${key} is not supported yet`;
}

function knownKey(
  registry: Kinds<KindDeclaration<unknown>>,
  place: DocumentPlace,
  key: string,
): DocumentKey | undefined {
  const id = registry.idAt(key);
  if (id === undefined) return place.keys.find((known) => known.key === key);
  return { key, type: id, holds: holdsList(place, key) ? 'list' : 'entry' };
}
