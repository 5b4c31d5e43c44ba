import type { KeyRow } from './catalog-rows.ts';
import type { Lineages } from './lineage.ts';
import { nodesIn, integerAt, parseNodeTree } from './node-tree.ts';
import type { Relation, UniqueKey } from './model.ts';

/** One place where a relation shows columns of a base table. */
export interface Exposure {
  readonly relation: Relation;
  readonly table: number;
  /** Names under which the relation shows the table's columns, by column number. */
  readonly names: ReadonlyMap<number, readonly string[]>;
  /** Whether it shows each row of the table at most once. */
  readonly isOnce: boolean;
}

interface Place extends Omit<Exposure, 'relation'> {
  readonly isLeading: boolean;
  /** Names that the relation's joins never make null. */
  readonly preserved: ReadonlySet<string>;
}

/** Groups what a relation shows by table and place. */
export function placesOf(lineages: Lineages, relation: number): readonly Place[] {
  const lineage = lineages.of(relation);
  const places = new Map<string, Place & { names: Map<number, string[]>; preserved: Set<string> }>();
  for (const column of lineages.columnsOf(relation)) {
    const base = lineage.columns.get(column.number);
    if (base === undefined) continue;
    const id = `${base.table} ${base.place}`;
    const place = places.get(id) ?? {
      table: base.table,
      names: new Map<number, string[]>(),
      isOnce: lineage.anchors.has(base.place),
      isLeading: lineage.leading === base.place,
      preserved: new Set<string>(),
    };
    places.set(id, place);
    place.names.set(base.column, [...(place.names.get(base.column) ?? []), column.name]);
    if (base.isPreserved) place.preserved.add(column.name);
  }
  return [...places.values()];
}

/** Most ways in which one key is told when a view shows its columns several times. */
const MOST_COMBINATIONS = 8;

/** Every way to name the columns, in their order; none when one is not shown. */
export function combinations(
  names: ReadonlyMap<number, readonly string[]>,
  columns: readonly number[],
): readonly (readonly string[])[] {
  let found: readonly (readonly string[])[] = [[]];
  for (const column of columns) {
    const choices = names.get(column) ?? [];
    found = found.flatMap((before) => choices.map((name) => [...before, name])).slice(0, MOST_COMBINATIONS);
  }
  return found;
}

/**
 * Keys of a relation in its own names. A view's are those of the tables whose rows it shows at most once. The primary
 * key is that of the table that stands first in FROM, also where its rows could not be shown to stand once: clients name
 * rows by it.
 */
export function keysOf(
  lineages: Lineages,
  relation: number,
): { readonly primaryKey: readonly string[]; readonly uniqueKeys: readonly UniqueKey[] } {
  const places = placesOf(lineages, relation).toSorted(
    (one, other) => Number(other.isLeading) - Number(one.isLeading) || Number(other.isOnce) - Number(one.isOnce),
  );
  let primaryKey: readonly string[] = [];
  const uniqueKeys: UniqueKey[] = [];
  for (const place of places) {
    if (!place.isLeading && !place.isOnce) continue;
    for (const key of lineages.keysOfTable(place.table)) {
      const [columns] = combinations(place.names, key.columns);
      if (columns === undefined || !columns.every((name) => place.preserved.has(name))) continue;
      const isPrimary = key.isPrimary && primaryKey.length === 0;
      if (isPrimary) primaryKey = columns;
      if (!place.isOnce || !key.isImmediate || !showsPredicate(lineages, place, key)) continue;
      const { name, nullsNotDistinct, predicate } = key;
      uniqueKeys.push({ name, isPrimary, columns, nullsNotDistinct, predicate });
    }
  }
  return { primaryKey, uniqueKeys };
}

/** Whether a partial key's predicate reads the same in the relation's own column names. */
function showsPredicate(lineages: Lineages, place: Place, key: KeyRow): boolean {
  if (key.predicateTree === null) return true;
  const names = new Map(lineages.columnsOf(place.table).map((column) => [column.number, column.name]));
  for (const node of nodesIn(parseNodeTree(key.predicateTree))) {
    if (node.kind !== 'VAR') continue;
    const column = integerAt(node, 'varattno');
    const name = names.get(column);
    if (name === undefined || !place.names.get(column)?.includes(name)) return false;
  }
  return true;
}
