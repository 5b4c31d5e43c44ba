import type { DeclaredRelationship, FutureRelationship, Relation, Relationship } from './model.ts';

/**
 * Both directions of every declared relationship.
 * @throws Error when a relation or column of one does not exist: a declaration that is silently dropped would only show
 * as a refused request later.
 */
export function declaredRelationships(
  declared: readonly DeclaredRelationship[],
  relations: readonly Relation[],
  schemas: readonly string[],
): readonly Relationship[] {
  const findRelation = relationFinder(relations, schemas);
  return declared.flatMap((declaration) => {
    const find = (name: string, columns: readonly string[]) => {
      const relation = findRelation(name);
      if (relation === undefined) throw new Error(`relationship ${declaration.name} names an unknown relation ${name}`);
      const unknown = columns.find((column) => !relation.columns.has(column));
      if (unknown !== undefined)
        throw new Error(`relationship ${declaration.name} names an unknown column ${unknown} of ${name}`);
      return relation;
    };
    const { name, columns, cardinality = 'many-to-one' } = declaration;
    if (columns.length === 0) throw new Error(`relationship ${name} has no columns`);
    const from = find(
      declaration.from,
      columns.map(([column]) => column),
    );
    const to = find(
      declaration.to,
      columns.map(([, column]) => column),
    );
    const isOneToOne = cardinality === 'one-to-one';
    const back = columns.map(([one, other]) => [other, one] as const);
    return [
      { name, cardinality, from, to, isToOne: true, holdsKey: true, columns },
      {
        name,
        cardinality: isOneToOne ? 'one-to-one' : 'one-to-many',
        from: to,
        to: from,
        isToOne: isOneToOne,
        holdsKey: false,
        columns: back,
      },
    ];
  });
}

/** @throws Error when the relation that one starts at does not exist. */
export function futureRelationships(
  declared: readonly FutureRelationship[],
  relations: readonly Relation[],
  schemas: readonly string[],
): ReadonlyMap<Relation, readonly FutureRelationship[]> {
  const find = relationFinder(relations, schemas);
  return Map.groupBy(declared, ({ from, to }) => {
    const relation = find(from);
    if (relation === undefined) throw new Error(`future relationship to ${to} names an unknown relation ${from}`);
    return relation;
  });
}

/** By `schema.relation`, or by the relation alone in the first schema. */
function relationFinder(relations: readonly Relation[], schemas: readonly string[]) {
  const byName = new Map(relations.map((relation) => [`${relation.schema}.${relation.name}`, relation]));
  return (name: string) => byName.get(`${schemas[0]}.${name}`) ?? byName.get(name);
}
