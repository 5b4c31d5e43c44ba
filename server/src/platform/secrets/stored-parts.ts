import { type Entry, isEntry } from '../kinds/validate.ts';
import { type MapValue, mapPart, type Path, type SpecPart } from './map-secrets.ts';
import { hideSecretsIn, serverOf } from './secret-texts.ts';

/** Finds the stored part whose secrets a sent one may keep. Reads each list once: a spec may hold ten thousand entries. */
export function findStoredParts(stored: Entry, hide: MapValue): (sent: SpecPart) => unknown {
  const lists = new Map<string, Map<string, unknown>>();
  const listed = ({ key, schema, isListed }: SpecPart): Map<string, unknown> => {
    const known = lists.get(key);
    if (known) return known;
    const places = new Map<string, unknown>();
    const value = Object.hasOwn(stored, key) ? stored[key] : undefined;
    const list: readonly unknown[] = !isListed ? [{ [key]: value }] : Array.isArray(value) ? value : [value];
    for (const [index, one] of list.entries()) {
      const shown = mapPart(schema, one, hide);
      const name = shownName(one);
      for (const place of [placeOf(shown, name, index), placeOf(shown, name), placeOf(shown, undefined, index)])
        if (!places.has(place)) places.set(place, one);
    }
    lists.set(key, places);
    return places;
  };
  return (sent) => {
    const { value, index } = sent;
    const places = listed(sent);
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
export function namesOfLists(): NamesOf {
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
export function storedAt(sent: unknown, stored: unknown, path: Path, namesOf: NamesOf): unknown {
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
