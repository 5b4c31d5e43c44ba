/** Rows of the catalog queries. Oids that come in arrays are text, since they may exceed an int4. */

export interface RelationRow {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly kind: 'r' | 'p' | 'v' | 'm' | 'f';
  readonly rowType: number;
  readonly isExposed: boolean;
  /** Bits of `pg_relation_is_updatable`. */
  readonly writable: number;
  /** Whether other tables inherit from it: their rows are read with its own, and its keys do not hold for them. */
  readonly hasChildren: boolean;
  /** Whether triggers take the writes of a view, which then may write every column. */
  readonly hasInsteadOf: boolean;
  readonly comment: string | null;
  /** Node tree of a view's rule. */
  readonly definition: string | null;
}

export interface ColumnRow {
  readonly relation: number;
  readonly number: number;
  readonly name: string;
  readonly type: string;
  readonly typeId: number;
  readonly typeModifier: number;
  readonly isNotNull: boolean;
  readonly default: string | null;
  readonly isGenerated: boolean;
  readonly comment: string | null;
}

export interface TypeRow {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  /** As `format_type` writes it with an empty search path. */
  readonly sql: string;
  /** As {@link sql}, for values of any length where that would stand for a length of one, as `character` does. */
  readonly sqlAnyLength: string;
  readonly kind: 'b' | 'c' | 'd' | 'e' | 'm' | 'p' | 'r';
  readonly category: string;
  readonly base: number;
  readonly modifier: number;
  readonly isNotNull: boolean;
  readonly default: string | null;
  readonly element: number;
  readonly array: number;
  readonly relation: number;
  readonly labels: readonly string[] | null;
}

export interface KeyRow {
  readonly relation: number;
  readonly name: string;
  readonly isPrimary: boolean;
  /** Whether `on conflict` can name it: not deferrable. */
  readonly isImmediate: boolean;
  readonly columns: readonly number[];
  readonly nullsNotDistinct: boolean;
  readonly predicate: string | null;
  readonly predicateTree: string | null;
}

export interface ForeignKeyRow {
  readonly oid: number;
  readonly name: string;
  readonly relation: number;
  readonly target: number;
  readonly columns: readonly number[];
  readonly targetColumns: readonly number[];
}

export interface FunctionRow {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly comment: string | null;
  readonly volatility: 'i' | 's' | 'v';
  readonly isSet: boolean;
  readonly rows: number;
  readonly result: number;
  readonly inputs: readonly string[];
  readonly all: readonly string[] | null;
  readonly modes: readonly string[] | null;
  readonly names: readonly string[] | null;
  readonly defaults: number;
}

export interface CompositeColumnRow extends ColumnRow {
  readonly rowType: number;
}

export interface SettingsRow {
  readonly comments: Readonly<Record<string, string | null>>;
  readonly textSearch: readonly { readonly name: string; readonly sql: string }[];
  readonly equalities: readonly string[];
  readonly nondeterministic: readonly string[];
}
