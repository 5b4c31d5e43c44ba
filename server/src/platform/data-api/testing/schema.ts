import type { Column, DatabaseFunction, Relation, Relationship, RawRequest, Schema } from '@watchroom/data-api';

const CATEGORIES: Readonly<Record<string, Column['category']>> = {
  timestamptz: 'datetime',
  date: 'datetime',
  'time without time zone': 'datetime',
  jsonb: 'json',
  boolean: 'boolean',
  integer: 'number',
};

/** Columns by name, each with its type or, for a foreign key, `-> relation`. */
type Shape = Readonly<Record<string, string>>;

/** A model made by hand: relations of the schema `api` with single-column keys `id`, and set-returning functions by the relation of their rows. */
export function schemaOf(
  shapes: Readonly<Record<string, Shape>>,
  functions: Readonly<Record<string, string>> = {},
): Schema {
  const relations = new Map(Object.entries(shapes).map(([name, shape], at) => [name, relationOf(name, shape, at)]));
  const ways = Object.entries(shapes).flatMap(([name, shape]) =>
    Object.entries(shape).flatMap(([column, type]) => waysOf(relations, name, column, type)),
  );
  const calls = Object.entries(functions).flatMap(([name, of]) => {
    const relation = relations.get(of);
    return relation ? [functionOf(name, relation)] : [];
  });
  return {
    version: 1,
    names: ['api'],
    comments: new Map(),
    relation: (schema, name) => (schema === 'api' ? relations.get(name) : undefined),
    functions: (_schema, name) => calls.filter((call) => call.name === name),
    relationsOf: () => [...relations.values()],
    functionsOf: () => calls,
    relationshipsFrom: (relation) => ways.filter((way) => way.from === relation),
    futureRelationshipsFrom: () => [],
    castTarget: () => undefined,
    hasTimezone: () => false,
    textSearchConfig: () => undefined,
  };
}

/** A GET of a relation of {@link schemaOf}, its query as it stands on the wire. */
export function requestOf(name: string, query = '', more: Partial<RawRequest> = {}): RawRequest {
  const pairs = [...new URLSearchParams(query)];
  return { method: 'GET', kind: 'relation', schema: 'api', name, query: pairs, body: undefined, ...more };
}

function relationOf(name: string, shape: Shape, oid: number): Relation {
  const columns = Object.entries(shape).map(([column, type]) =>
    columnOf(column, type.startsWith('->') ? 'uuid' : type),
  );
  return {
    oid,
    schema: 'api',
    name,
    sql: `"api"."${name}"`,
    kind: 'table',
    comment: null,
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: ['id'],
    uniqueKeys: [],
    isInsertable: true,
    isUpdatable: true,
    isDeletable: true,
    computed: new Map(),
  };
}

function columnOf(name: string, type: string): Column {
  return {
    name,
    sql: `"${name}"`,
    type,
    category: CATEGORIES[type] ?? 'text',
    isNullable: true,
    default: null,
    isGenerated: false,
    maxLength: null,
    enum: null,
    comment: null,
  };
}

function waysOf(relations: ReadonlyMap<string, Relation>, name: string, column: string, type: string): Relationship[] {
  const from = relations.get(name);
  const to = type.startsWith('-> ') ? relations.get(type.slice(3)) : undefined;
  if (!from || !to) return [];
  const key = `${name}_${column}_fkey`;
  return [
    { name: key, cardinality: 'many-to-one', from, to, isToOne: true, holdsKey: true, columns: [[column, 'id']] },
    {
      name: key,
      cardinality: 'one-to-many',
      from: to,
      to: from,
      isToOne: false,
      holdsKey: false,
      columns: [['id', column]],
    },
  ];
}

function functionOf(name: string, relation: Relation): DatabaseFunction {
  return {
    oid: 1,
    schema: 'api',
    name,
    sql: `"api"."${name}"`,
    comment: null,
    arguments: [],
    volatility: 'stable',
    isSet: true,
    result: { kind: 'relation', relation },
  };
}
