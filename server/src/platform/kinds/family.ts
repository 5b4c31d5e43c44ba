import type { KindManifest, ListedKind } from '@watchroom/contract/kinds';
import type { z } from 'zod';
import { type KindDeclaration, manifestOf } from './define.ts';

/** Entries stand in a document, each under the key of its kind. Beside them stand fields of the document's own. */
export interface DocumentPlace {
  readonly in: 'document';
  /** What stands under the key of a kind, unless {@link keys} says otherwise. */
  readonly holds: 'list' | 'entry';
  /** Where the document has them, for messages; for example `spec`. */
  readonly path: string;
  readonly fields: z.ZodObject;
  /** Keys that documents of users may hold, with or without a kind of ours. */
  readonly keys: readonly DocumentKey[];
}

export interface DocumentKey {
  readonly key: string;
  /** The type that is stored for it while no kind serves it. */
  readonly type: string;
  readonly holds: 'list' | 'entry';
  /** Why no kind will ever serve it, for example "Checks of the kind pod were removed". */
  readonly removed?: string;
}

/** Whether a list of entries stands under a key, and not one entry. */
export function holdsList({ keys, holds }: DocumentPlace, key: string): boolean {
  return (keys.find((known) => known.key === key)?.holds ?? holds) === 'list';
}

/** An entry is a row: one column names its kind, the others hold what the kind asks for. */
export interface RowPlace {
  readonly in: 'row';
  /** The column that decides, for example `type`. */
  readonly column: string;
  /** The columns that every row has, whatever its kind. */
  readonly fields: z.ZodObject;
}

type Json = Readonly<Record<string, unknown>>;

/** A family of kinds: `server/src/<room>/kinds/family.ts` exports one as `family`. Everything else is derived from it. */
export interface Family<Kind extends KindDeclaration<unknown>> {
  /** What holds the entries, with its article: `a canary`. */
  readonly holder: string;
  /** What follows for an entry that cannot be used, after a comma: `so this check does not run`. */
  readonly consequence: string;
  readonly place: DocumentPlace | RowPlace;
  /** The schema file that editors load: `<name>.schema.json`. */
  readonly schema: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    /** The whole document around the part with the entries; absent, that part is the whole. */
    readonly around?: (part: Json) => Json;
  };
  /** The groups of its kinds in the order of the picker; absent where kinds have none. */
  readonly groups?: readonly string[];
  /** What the test of the family asks beyond the generic one. @returns sentences that say what is wrong. */
  faults?(kind: Kind, examples: readonly unknown[]): readonly string[];
}

/**
 * @example
 * ```ts
 * export const family = defineFamily<CheckKind<unknown>>({ holder: 'a canary', … });
 * ```
 */
export function defineFamily<Kind extends KindDeclaration<unknown>>(family: Family<Kind>): Family<Kind> {
  return family;
}

/** A family with its kinds. */
export interface KindRegistry<Kind extends KindDeclaration<unknown>> {
  readonly family: Family<Kind>;
  readonly ids: readonly string[];
  /** The kind with this id, or undefined when the server does not have it. */
  kindOf(id: string): Kind | undefined;
  /** What lists and pickers know of the kinds. */
  list(): readonly ListedKind[];
  /** What forms and the documentation know of the kind. */
  manifestOf(id: string): KindManifest | undefined;
  /** The id of the kind whose entries stand under this key of a document. */
  idAt(key: string): string | undefined;
}

export function kindRegistry<Kind extends KindDeclaration<unknown>>(
  family: Family<Kind>,
  kinds: Readonly<Record<string, Kind>>,
): KindRegistry<Kind> {
  const byId = new Map(Object.entries(kinds));
  const idsByKey = new Map([...byId].map(([id, kind]) => [kind.documentKey ?? id, id] as const));
  // Made when first asked for: a schema costs time, and most kinds of an installation are never used.
  const manifests = new Map<string, KindManifest>();
  return {
    family,
    ids: [...byId.keys()],
    kindOf: (id) => byId.get(id),
    list: () => [...byId].toSorted(([, one], [, other]) => byGroup(family.groups ?? [], one, other)).map(listedOf),
    manifestOf(id) {
      const kind = byId.get(id);
      if (!kind) return undefined;
      const manifest = manifests.get(id) ?? manifestOf(id, kind);
      manifests.set(id, manifest);
      return manifest;
    },
    idAt: (key) => idsByKey.get(key),
  };
}

type Grouped = Pick<ListedKind, 'title' | 'group'>;

function byGroup(groups: readonly string[], one: Grouped, other: Grouped): number {
  if (groups.length === 0) return 0;
  const place = ({ group }: Grouped) => groups.indexOf(group ?? '');
  return place(one) - place(other) || one.title.localeCompare(other.title, 'en');
}

function listedOf([id, kind]: readonly [string, KindDeclaration<unknown>]): ListedKind {
  const { title, summary, icon, group, documentKey = id } = kind;
  return { id, title, summary, icon, documentKey, ...(group !== undefined && { group }) };
}
