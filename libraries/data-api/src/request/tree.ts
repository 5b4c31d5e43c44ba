/**
 * A request as the dialect's grammar reads it, before any name in it is known to exist. All texts are the client's own:
 * they become bound values or are looked up in the schema, and never a part of an SQL text.
 */

/** One step into a JSON value: a key, or an index of an array. `->>` gives text. */
export interface JsonStep {
  readonly operator: '->' | '->>';
  readonly key: string | number;
}

/** A column, or a path into a JSON, composite or array column. */
export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export const AGGREGATES = ['avg', 'count', 'max', 'min', 'sum'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

export interface SelectAll {
  readonly kind: 'all';
}

export interface SelectColumn {
  readonly kind: 'column';
  /** Absent only for `count()`, which counts rows. */
  readonly field?: Field;
  readonly alias?: string;
  /** Type to which the column is cast, before it is aggregated. */
  readonly cast?: string;
  readonly aggregate?: Aggregate;
  /** Type to which the aggregate is cast. */
  readonly aggregateCast?: string;
}

/** `alias:relation!hint!inner(…)`; `...relation(…)` spreads its columns into the parent. */
export interface SelectEmbed {
  readonly kind: 'embed';
  /** Name of a related table, view, foreign key column, constraint or computed relationship. */
  readonly relation: string;
  readonly alias?: string;
  /** Constraint, column or junction table that tells relationships apart. */
  readonly hint?: string;
  readonly join?: 'inner' | 'left';
  readonly isSpread: boolean;
  /** What is asked of the embedded rows, parameters such as `relation.order=…` included. */
  readonly rows: RowsQuery;
}

export type SelectItem = SelectAll | SelectColumn | SelectEmbed;

export const COMPARISONS = [
  'eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'in', 'is', 'isdistinct',
  'fts', 'plfts', 'phfts', 'wfts', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj',
] as const; // biome-ignore format: one family a line
export type Comparison = (typeof COMPARISONS)[number];

export interface Compare {
  readonly kind: 'compare';
  /** A column of the resource; for `embed=is.null` the name or alias of an embed, which the planner tells apart. */
  readonly field: Field;
  readonly negated: boolean;
  readonly operator: Comparison;
  /** `eq(any).{a,b}`: the value is then a list. */
  readonly quantifier?: 'any' | 'all';
  /** Text search configuration of `fts(english).…`. */
  readonly language?: string;
  /** As sent, unquoted; a list for `in` and quantified operators. `*` in patterns is not yet `%`. */
  readonly value: string | readonly string[];
}

export interface Logic {
  readonly kind: 'and' | 'or';
  readonly negated: boolean;
  readonly conditions: readonly Condition[];
}

export type Condition = Compare | Logic;

export interface OrderTerm {
  readonly field: Field;
  /** Name or alias of a to-one embed by whose column rows are ordered. */
  readonly relation?: string;
  readonly direction?: 'asc' | 'desc';
  readonly nulls?: 'first' | 'last';
}

/** What is asked of the rows of one relation. */
export interface RowsQuery {
  readonly select: readonly SelectItem[];
  /** ANDed. */
  readonly where: readonly Condition[];
  readonly order: readonly OrderTerm[];
  readonly limit?: number;
  readonly offset?: number;
}

export interface ParsedQuery {
  readonly rows: RowsQuery;
  /** Columns of a write, which are else the keys of the body. */
  readonly columns?: readonly string[];
  readonly onConflict?: readonly string[];
  /** Arguments of a function called by GET, in the order sent; a variadic one stands several times. */
  readonly arguments: readonly (readonly [name: string, value: string])[];
}

/** Decoded pairs of the query string, in the order sent. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** Bounds of one request; what exceeds one is refused, never cut. */
export interface RequestLimits {
  /** Levels of `and`, `or` and parentheses inside a condition. */
  readonly logicDepth: number;
  /** Conditions in the whole request. */
  readonly conditions: number;
  /** Embeds inside embeds. */
  readonly embedDepth: number;
  /** Embeds in the whole request. */
  readonly embeds: number;
  /** Columns of all selects of the request; a `*` counts once. */
  readonly columns: number;
  /** Terms of one order. */
  readonly orderTerms: number;
  /** Bytes of the query string. */
  readonly queryLength: number;
  /** Lists and objects inside one another in a JSON body. */
  readonly bodyDepth: number;
}

export const REQUEST_LIMITS: RequestLimits = {
  logicDepth: 20,
  conditions: 500,
  embedDepth: 6,
  embeds: 30,
  columns: 500,
  orderTerms: 30,
  queryLength: 64 * 1024,
  bodyDepth: 100,
};
