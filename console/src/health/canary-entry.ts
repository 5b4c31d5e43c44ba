/** The spec of a canary: settings of its own beside lists of entries, one list per kind. */
export type CanarySpec = Readonly<Record<string, unknown>>;
export type CheckEntry = Readonly<Record<string, unknown>>;

/** Where a check stands in its canary's spec. */
export interface EntryPlace {
  readonly key: string;
  readonly index: number;
}

/** All entries of all lists. @param keys the document keys of the kinds. */
export function countEntries(spec: CanarySpec, keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + entriesOf(spec, key).length, 0);
}

/**
 * Finds a check's entry. A check takes its name from the entry's name, else its description, else its address, so an
 * entry without a name is found by those.
 */
export function placeOfCheck(spec: CanarySpec, key: string, checkName: string): EntryPlace | undefined {
  const entries = entriesOf(spec, key);
  const named = entries.findIndex((entry) => entry['name'] === checkName);
  if (named >= 0) return { key, index: named };
  const nameless = entries.findIndex((entry) => !entry['name'] && Object.values(entry).includes(checkName));
  if (nameless >= 0) return { key, index: nameless };
  return entries.length === 1 ? { key, index: 0 } : undefined;
}

export function entryAt(spec: CanarySpec, place: EntryPlace): CheckEntry {
  return entriesOf(spec, place.key)[place.index] ?? {};
}

/** The spec with one entry changed and all others as they were. */
export function withEntry(spec: CanarySpec, place: EntryPlace, entry: CheckEntry): CanarySpec {
  return { ...spec, [place.key]: entriesOf(spec, place.key).with(place.index, entry) };
}

/** The spec without one entry; an emptied list goes too. */
export function withoutEntry(spec: CanarySpec, place: EntryPlace): CanarySpec {
  const rest = entriesOf(spec, place.key).toSpliced(place.index, 1);
  const { [place.key]: _, ...others } = spec;
  return rest.length === 0 ? others : { ...others, [place.key]: rest };
}

/**
 * The spec without a check; undefined when it is the only one, so that nothing would be left to check.
 * @throws Error when it is not found among several: it must not take the others with it.
 */
export function withoutCheck(spec: CanarySpec, key: string, checkName: string): CanarySpec | undefined {
  if (countEntries(spec, Object.keys(spec)) <= 1) return undefined;
  const place = placeOfCheck(spec, key, checkName);
  if (!place) throw new Error(`${checkName} was not found in its source. Open the source and delete the check there.`);
  return withoutEntry(spec, place);
}

function entriesOf(spec: CanarySpec, key: string): readonly CheckEntry[] {
  const list = spec[key];
  return Array.isArray(list)
    ? list.filter((entry): entry is CheckEntry => typeof entry === 'object' && entry !== null)
    : [];
}
