import type { Catalog } from './catalog.ts';
import type { ColumnRow, KeyRow, RelationRow } from './catalog-rows.ts';
import { parseNodeTree, nodesIn } from './node-tree.ts';
import { type KeyColumns, ViewQuery } from './view-query.ts';

/** A column of a base table, as a table or view shows it. */
export interface BaseColumn {
  readonly table: number;
  readonly column: number;
  /** Place of the table in the view, through all the views between; one table may stand in several places. */
  readonly place: string;
  /** Whether the view's own joins never make it null. */
  readonly isPreserved: boolean;
}

export interface Lineage {
  /** By column number of the relation. */
  readonly columns: ReadonlyMap<number, BaseColumn>;
  /** Places of base tables each of whose rows is shown at most once. */
  readonly anchors: ReadonlySet<string>;
  /** Place that stands first in FROM, down to its base table. */
  readonly leading: string | undefined;
}

/** Derives which base columns every relation shows; tables show their own. */
export class Lineages {
  readonly #catalog: Catalog;
  readonly #relations: ReadonlyMap<number, RelationRow>;
  readonly #columns: ReadonlyMap<number, readonly ColumnRow[]>;
  readonly #tableKeys: ReadonlyMap<number, readonly KeyRow[]>;
  readonly #queries = new Map<number, ViewQuery | undefined>();
  readonly #lineages = new Map<number, Lineage>();
  readonly #equalities: ReadonlySet<number>;
  readonly #nondeterministic: ReadonlySet<number>;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
    this.#relations = new Map(catalog.relations.map((relation) => [relation.oid, relation]));
    this.#columns = Map.groupBy(catalog.columns, (column) => column.relation);
    this.#tableKeys = Map.groupBy(catalog.keys, (key) => key.relation);
    this.#equalities = new Set(catalog.settings.equalities.map(Number));
    this.#nondeterministic = new Set(catalog.settings.nondeterministic.map(Number));
  }

  columnsOf(relation: number): readonly ColumnRow[] {
    return this.#columns.get(relation) ?? [];
  }

  keysOfTable(table: number): readonly KeyRow[] {
    return this.#tableKeys.get(table) ?? [];
  }

  of(relation: number): Lineage {
    let lineage = this.#lineages.get(relation);
    if (lineage === undefined) {
      // A view can be made to read from itself. What leads back to it shows nothing of a table.
      this.#lineages.set(relation, NOTHING);
      const query = this.#query(relation);
      lineage = query === undefined ? this.#ofTable(relation) : this.#ofView(query);
      this.#lineages.set(relation, lineage);
    }
    return lineage;
  }

  #ofTable(relation: number): Lineage {
    const isView = this.#relations.get(relation)?.definition != null;
    const own = isView ? [] : this.columnsOf(relation);
    const columns = own.map(
      ({ number }) => [number, { table: relation, column: number, place: '', isPreserved: true }] as const,
    );
    return { columns: new Map(columns), anchors: new Set(isView ? [] : ['']), leading: '' };
  }

  #ofView(query: ViewQuery): Lineage {
    const columns = new Map<number, BaseColumn>();
    const below = new Map<string, Lineage>();
    for (const { column, origin } of query.origins()) {
      const source = this.of(origin.relation);
      below.set(origin.place, source);
      const base = source.columns.get(origin.column);
      if (base === undefined) continue;
      const isPreserved = base.isPreserved && origin.isPreserved;
      columns.set(column, { ...base, place: placeIn(origin.place, base.place), isPreserved });
    }
    const anchors = query
      .anchors()
      .flatMap((place) => [...(below.get(place)?.anchors ?? [])].map((inner) => placeIn(place, inner)));
    const leading = query.leading();
    const inner = leading === undefined ? undefined : below.get(leading)?.leading;
    return {
      columns,
      anchors: new Set(anchors),
      leading: leading === undefined || inner === undefined ? undefined : placeIn(leading, inner),
    };
  }

  #query(relation: number): ViewQuery | undefined {
    if (!this.#queries.has(relation)) {
      const definition = this.#relations.get(relation)?.definition;
      this.#queries.set(relation, definition == null ? undefined : this.#parse(definition));
    }
    return this.#queries.get(relation);
  }

  #parse(definition: string): ViewQuery | undefined {
    for (const node of nodesIn(parseNodeTree(definition))) {
      if (node.kind !== 'QUERY') continue;
      return new ViewQuery(node, {
        keysOf: (relation) => this.#keyColumns(relation),
        isEquality: (operator) => this.#equalities.has(operator),
        isDeterministic: (collation) => !this.#nondeterministic.has(collation),
      });
    }
    return undefined;
  }

  #keyColumns(relation: number): readonly KeyColumns[] {
    const query = this.#query(relation);
    if (query !== undefined) return query.keys();
    if (this.#relations.get(relation)?.hasChildren) return [];
    return this.keysOfTable(relation).flatMap((key) => (key.predicate === null ? [key.columns] : []));
  }

  get catalog(): Catalog {
    return this.#catalog;
  }
}

const NOTHING: Lineage = { columns: new Map(), anchors: new Set(), leading: undefined };

function placeIn(outer: string, inner: string): string {
  return inner === '' ? outer : `${outer}/${inner}`;
}
