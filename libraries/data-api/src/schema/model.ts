/** The exposed part of a database, as its catalogs describe it. Names are as stored; `sql` is quoted and safe to splice. */

export interface Schema {
  /** Counts the loads; a new number is a new schema. */
  readonly version: number;
  /** Schemas that are exposed, the default first. */
  readonly names: readonly string[];
  /** What the comment of a schema says. */
  readonly comments: ReadonlyMap<string, string>;
  relation(schema: string, name: string): Relation | undefined;
  /** Overloads of one name. */
  functions(schema: string, name: string): readonly DatabaseFunction[];
  /** Every relation and function of a schema, by name. */
  relationsOf(schema: string): readonly Relation[];
  functionsOf(schema: string): readonly DatabaseFunction[];
  /** Relationships that start at a relation, computed ones included, inside the exposed schemas. */
  relationshipsFrom(relation: Relation): readonly Relationship[];
  /** Those declared for a relation, whether or not they exist by now. */
  futureRelationshipsFrom(relation: Relation): readonly FutureRelationship[];
  /** Type to which a client may cast, by any of its names (`text`, `int4`, `integer`): SQL text of the type. */
  castTarget(name: string): string | undefined;
  /** Names of time zones that the server knows, and offsets such as `-4` and `+05:30`. */
  hasTimezone(name: string): boolean;
  /** Text search configurations by name: SQL text (`'english'::regconfig`). */
  textSearchConfig(name: string): string | undefined;
}

export interface Relation {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  /** `"api"."checks"`. */
  readonly sql: string;
  readonly kind: 'table' | 'view' | 'materialized view' | 'foreign table';
  readonly comment: string | null;
  /** In the order of the table. */
  readonly columns: ReadonlyMap<string, Column>;
  /** Empty when there is none. A view has that of its base table when it shows all its columns. */
  readonly primaryKey: readonly string[];
  /** What `on conflict` can name, primary key included; those of a view are its base table's, in the view's column names. */
  readonly uniqueKeys: readonly UniqueKey[];
  readonly isInsertable: boolean;
  readonly isUpdatable: boolean;
  readonly isDeletable: boolean;
  /** Computed columns: functions with one argument, the row, that give one value. */
  readonly computed: ReadonlyMap<string, ComputedColumn>;
}

export interface Column {
  readonly name: string;
  /** `"created_at"`. */
  readonly sql: string;
  /** `character varying(10)`, `text[]`; safe to splice after `::`. */
  readonly type: string;
  /** Domains resolved; by its base. */
  readonly category: TypeCategory;
  readonly isNullable: boolean;
  /** Expression, as the catalog shows it. */
  readonly default: string | null;
  /** Generated and identity-always columns cannot be written. */
  readonly isGenerated: boolean;
  readonly maxLength: number | null;
  /** Labels of an enum. */
  readonly enum: readonly string[] | null;
  readonly comment: string | null;
}

export type TypeCategory =
  | 'text' | 'number' | 'boolean' | 'datetime' | 'json' | 'array' | 'range' | 'composite' | 'enum' | 'tsvector' | 'other'; // biome-ignore format: a list

export interface ComputedColumn {
  readonly name: string;
  /** `"api"."full_name"`, to be called with the row. */
  readonly sql: string;
  readonly type: string;
  readonly category: TypeCategory;
  readonly function: DatabaseFunction;
}

export interface UniqueKey {
  readonly name: string;
  readonly isPrimary: boolean;
  readonly columns: readonly string[];
  readonly nullsNotDistinct: boolean;
  /** Of a partial index, in the relation's own column names: SQL text from the catalog. */
  readonly predicate: string | null;
}

export type Cardinality = 'one-to-one' | 'many-to-one' | 'one-to-many' | 'many-to-many' | 'computed';

/** A way from one relation to another. */
export interface Relationship {
  /** Constraint, or function of a computed one; for many-to-many both constraints joined by ` and `. */
  readonly name: string;
  readonly cardinality: Cardinality;
  readonly from: Relation;
  readonly to: Relation;
  /** Name of the table behind `to`, which views show under names of their own; for those that follow a foreign key. */
  readonly tableBehind?: string;
  /** Whether one row leads to at most one. */
  readonly isToOne: boolean;
  /** For one-to-one: whether `from` holds the foreign key. Always true for many-to-one, else false. */
  readonly holdsKey: boolean;
  /** Pairs of columns that are equal; empty for many-to-many and computed. */
  readonly columns: readonly (readonly [from: string, to: string])[];
  readonly junction?: {
    readonly relation: Relation;
    readonly constraints: readonly [toFrom: string, toTarget: string];
    readonly from: readonly (readonly [from: string, junction: string])[];
    readonly to: readonly (readonly [junction: string, to: string])[];
  };
  /** Of a computed relationship: function that takes the row of `from`. */
  readonly function?: DatabaseFunction;
}

export interface DatabaseFunction {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  /** `"api"."search"`. */
  readonly sql: string;
  readonly comment: string | null;
  readonly arguments: readonly FunctionArgument[];
  /** Only volatile functions may write; the others run read-only. */
  readonly volatility: 'immutable' | 'stable' | 'volatile';
  readonly isSet: boolean;
  readonly result:
    | { readonly kind: 'void' }
    | { readonly kind: 'scalar'; readonly type: string; readonly category: TypeCategory }
    /** A row type of an exposed relation: its columns and relationships hold. */
    | { readonly kind: 'relation'; readonly relation: Relation }
    /** `returns table (…)`, out parameters, or a composite type outside the exposed relations. */
    | { readonly kind: 'composite'; readonly columns: ReadonlyMap<string, Column> }
    /** `returns record` without columns, which only gives whole rows. */
    | { readonly kind: 'record' };
}

export interface FunctionArgument {
  /** Empty for an unnamed one. */
  readonly name: string;
  readonly type: string;
  /** The type without a length: `character` alone, as PostgreSQL names it, would take a single character. */
  readonly castType: string;
  readonly category: TypeCategory;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
}

export type Privilege = 'select' | 'insert' | 'update' | 'delete';

/** What one role may do, by its grants on relations, columns and functions. */
export interface Access {
  readonly role: string;
  /** Whether the role may use the privilege on the relation, or on at least one of its columns. */
  may(privilege: Privilege, relation: Relation): boolean;
  mayColumn(privilege: Exclude<Privilege, 'delete'>, relation: Relation, column: string): boolean;
  mayExecute(fn: DatabaseFunction): boolean;
}

/** A relationship that no definition tells, for example of a view made by `union`. */
export interface DeclaredRelationship {
  readonly name: string;
  /** `schema.relation`, or the relation alone in the first exposed schema. */
  readonly from: string;
  readonly to: string;
  readonly columns: readonly (readonly [from: string, to: string])[];
  /** Default `many-to-one`, told from the side that holds the key; the way back is derived. */
  readonly cardinality?: 'many-to-one' | 'one-to-one';
}

/**
 * A relationship that does not exist yet. Embeds that name it have no rows and may ask for any columns. Once there is a
 * relationship of this name, the declaration has no effect.
 */
export interface FutureRelationship {
  /** `schema.relation`, or the relation alone in the first exposed schema. */
  readonly from: string;
  /** Name of the related relation, as embeds write it. */
  readonly to: string;
  /** Default false: an embed answers an empty list, and not null. */
  readonly isToOne?: boolean;
}
