import type { ForeignKeyRow, KeyRow } from './catalog-rows.ts';
import { declaredRelationships } from './declared.ts';
import { combinations, type Exposure, placesOf } from './exposure.ts';
import type { ComputedRelationship } from './functions.ts';
import type { Lineages } from './lineage.ts';
import type { DeclaredRelationship, Relation, Relationship } from './model.ts';

type Pairs = readonly (readonly [string, string])[];

/**
 * Relationships between exposed relations. Those of one relation are derived when they are first asked for, since most
 * schemas with many views have far more of them than are ever used.
 */
export class Relationships {
  readonly #keys: ReadonlyMap<number, readonly KeyRow[]>;
  readonly #exposures: ReadonlyMap<number, readonly Exposure[]>;
  readonly #outgoing: ReadonlyMap<number, readonly ForeignKeyRow[]>;
  readonly #incoming: ReadonlyMap<number, readonly ForeignKeyRow[]>;
  readonly #computed: ReadonlyMap<Relation, readonly ComputedRelationship[]>;
  readonly #declared: ReadonlyMap<Relation, readonly Relationship[]>;
  readonly #found = new Map<Relation, readonly Relationship[]>();
  readonly #own: ReadonlyMap<Relation, readonly Exposure[]>;
  readonly #tableNames: ReadonlyMap<number, string>;

  constructor(
    lineages: Lineages,
    relations: ReadonlyMap<number, Relation>,
    computed: readonly ComputedRelationship[],
    declared: readonly DeclaredRelationship[],
    schemas: readonly string[],
  ) {
    // The lineages are not kept: the rules of all views, as trees, take far more memory than what comes of them.
    this.#keys = Map.groupBy(lineages.catalog.keys, (key) => key.relation);
    this.#tableNames = new Map(lineages.catalog.relations.map(({ oid, name }) => [oid, name]));
    const exposures = [...relations.values()].flatMap((relation): Exposure[] =>
      placesOf(lineages, relation.oid).map(({ table, names, isOnce }) => ({ relation, table, names, isOnce })),
    );
    this.#exposures = Map.groupBy(exposures, (exposure) => exposure.table);
    this.#own = Map.groupBy(exposures, (exposure) => exposure.relation);
    this.#outgoing = Map.groupBy(lineages.catalog.foreignKeys, (key) => key.relation);
    this.#incoming = Map.groupBy(lineages.catalog.foreignKeys, (key) => key.target);
    this.#computed = Map.groupBy(computed, (relationship) => relationship.from);
    this.#declared = Map.groupBy(
      declaredRelationships(declared, [...relations.values()], schemas),
      (relationship) => relationship.from,
    );
  }

  from(relation: Relation): readonly Relationship[] {
    let found = this.#found.get(relation);
    if (found === undefined) {
      found = [...this.#derive(relation)];
      this.#found.set(relation, found);
    }
    return found;
  }

  *#derive(from: Relation): Generator<Relationship> {
    for (const own of this.#own.get(from) ?? []) {
      for (const key of this.#outgoing.get(own.table) ?? []) yield* this.#toTarget(own, key);
      for (const key of this.#incoming.get(own.table) ?? []) {
        yield* this.#toHolder(own, key);
        yield* this.#throughJunction(own, key);
      }
    }
    yield* this.#declared.get(from) ?? [];
    for (const computed of this.#computed.get(from) ?? []) {
      const { to, isToOne, function: fn } = computed;
      yield { name: fn.name, cardinality: 'computed', from, to, isToOne, holdsKey: false, columns: [], function: fn };
    }
  }

  *#toTarget(own: Exposure, key: ForeignKeyRow): Generator<Relationship> {
    const cardinality = this.#isUniqueIn(own, key) ? 'one-to-one' : 'many-to-one';
    for (const target of this.#exposures.get(key.target) ?? []) {
      for (const columns of pairs(own, key.columns, target, key.targetColumns)) {
        const [from, to] = [own.relation, target.relation];
        yield {
          name: key.name,
          cardinality,
          from,
          to,
          ...this.#behind(key.target),
          isToOne: true,
          holdsKey: true,
          columns,
        };
      }
    }
  }

  *#toHolder(own: Exposure, key: ForeignKeyRow): Generator<Relationship> {
    for (const holder of this.#exposures.get(key.relation) ?? []) {
      const isToOne = this.#isUniqueIn(holder, key);
      const cardinality = isToOne ? 'one-to-one' : 'one-to-many';
      for (const columns of pairs(own, key.targetColumns, holder, key.columns)) {
        const [from, to] = [own.relation, holder.relation];
        yield {
          name: key.name,
          cardinality,
          from,
          to,
          ...this.#behind(key.relation),
          isToOne,
          holdsKey: false,
          columns,
        };
      }
    }
  }

  #behind(table: number) {
    const tableBehind = this.#tableNames.get(table);
    return tableBehind === undefined ? {} : { tableBehind };
  }

  /** A junction is a relation whose primary key has both foreign keys in it. */
  *#throughJunction(own: Exposure, toFrom: ForeignKeyRow): Generator<Relationship> {
    const others = (this.#outgoing.get(toFrom.relation) ?? []).filter((key) => key.oid !== toFrom.oid);
    if (others.length === 0) return;
    for (const junction of this.#exposures.get(toFrom.relation) ?? []) {
      const primaryKey = new Set(junction.relation.primaryKey);
      const isInKey = (column: readonly [string, string], side: 0 | 1) => primaryKey.has(column[side]);
      const waysIn = pairs(own, toFrom.targetColumns, junction, toFrom.columns).filter((columns) =>
        columns.every((column) => isInKey(column, 1)),
      );
      if (waysIn.length === 0) continue;
      for (const toTarget of others) {
        for (const target of this.#exposures.get(toTarget.target) ?? []) {
          const waysOut = pairs(junction, toTarget.columns, target, toTarget.targetColumns).filter((columns) =>
            columns.every((column) => isInKey(column, 0)),
          );
          for (const from of waysIn) {
            for (const to of waysOut) {
              const constraints = [toFrom.name, toTarget.name] as const;
              yield {
                name: constraints.join(' and '),
                cardinality: 'many-to-many',
                from: own.relation,
                to: target.relation,
                isToOne: false,
                holdsKey: false,
                columns: [],
                junction: { relation: junction.relation, constraints, from, to },
              };
            }
          }
        }
      }
    }
  }

  /** Whether the holder of a foreign key shows at most one row for each row of the target. */
  #isUniqueIn(holder: Exposure, key: ForeignKeyRow): boolean {
    const columns = new Set(key.columns);
    const uniques = holder.isOnce ? (this.#keys.get(key.relation) ?? []) : [];
    return uniques.some((unique) => unique.predicate === null && unique.columns.every((column) => columns.has(column)));
  }
}

/** Every way to pair the columns of a foreign key as two relations show them. */
function pairs(
  one: Exposure,
  oneColumns: readonly number[],
  other: Exposure,
  otherColumns: readonly number[],
): readonly Pairs[] {
  const others = combinations(other.names, otherColumns);
  if (others.length === 0) return [];
  return combinations(one.names, oneColumns).flatMap((left) =>
    others.map((right) =>
      left.flatMap((name, index) => {
        const opposite = right[index];
        return opposite === undefined ? [] : [[name, opposite] as const];
      }),
    ),
  );
}
