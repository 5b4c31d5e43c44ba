import type { Aggregate, Comparison, JsonStep } from '../request/tree.ts';
import type { Column, ComputedColumn, Relation, Relationship } from '../schema/model.ts';

/** What is asked of the rows of one relation, with every name looked up and every right checked. */
export interface RowsPlan {
  readonly relation: Relation;
  readonly outputs: readonly Output[];
  /** Every embed of the select that has a relationship, those included that give nothing and only filter. */
  readonly embeds: readonly EmbedPlan[];
  /** ANDed; the demands of `!inner` embeds are among them. */
  readonly where: readonly PlannedCondition[];
  readonly order: readonly PlannedOrder[];
  readonly limit?: number;
  readonly offset?: number;
  /** Whether rows are put together by what is not aggregated. */
  readonly isGrouped: boolean;
}

/** A key of the answer. One that is the client's own text is bound, one from the catalogs may stand in the statement. */
export interface OutputKey {
  readonly text: string;
  readonly isTrusted: boolean;
}

export type Output =
  | { readonly kind: 'field'; readonly key: OutputKey; readonly field: PlannedField; readonly cast?: string }
  | ({ readonly kind: 'aggregate'; readonly key: OutputKey; readonly field?: PlannedField } & AggregateCall)
  /** The number one, for what counts rows through a spread. */
  | { readonly kind: 'one'; readonly key: OutputKey }
  /** The rows of an embed as one value. */
  | { readonly kind: 'embed'; readonly key: OutputKey; readonly embed: EmbedPlan }
  | { readonly kind: 'absent'; readonly key: OutputKey; readonly embed: AbsentEmbed }
  /** One output of an embed that is spread. */
  | { readonly kind: 'spread'; readonly key: OutputKey; readonly embed: EmbedPlan; readonly index: number }
  /** An aggregate inside of a spread, which counts the rows of the relation that it is spread into. */
  | ({
      readonly kind: 'spread-aggregate';
      readonly key: OutputKey;
      readonly embed: EmbedPlan;
      readonly index: number;
    } & AggregateCall);

interface AggregateCall {
  readonly aggregate: Aggregate;
  /** SQL texts of types, before and after. */
  readonly cast?: string;
  readonly aggregateCast?: string;
}

export interface PlannedField {
  readonly source:
    | { readonly kind: 'column'; readonly column: Column }
    | { readonly kind: 'computed'; readonly column: ComputedColumn };
  readonly path: readonly JsonStep[];
}

export interface EmbedPlan {
  /** As conditions and order may call it: by its alias, if there is one, and by the name that found it. */
  readonly names: readonly string[];
  readonly relationship: Relationship;
  readonly isInner: boolean;
  readonly isSpread: boolean;
  readonly rows: RowsPlan;
  /** Most rows, and bytes of them, for one row around a to-many embed. The name is made of the catalogs' own. */
  readonly bounds: { readonly name: string; readonly rows: number; readonly bytes: number };
}

/** An embed that names a future relationship: it has no rows. */
export interface AbsentEmbed extends Pick<EmbedPlan, 'names' | 'isInner'> {
  readonly relationship: undefined;
  readonly isToOne: boolean;
}

export type PlannedCondition =
  | {
      readonly kind: 'compare';
      readonly field: PlannedField;
      readonly negated: boolean;
      readonly operator: Comparison;
      readonly quantifier?: 'any' | 'all';
      /** SQL text of a text search configuration. */
      readonly configuration?: string;
      readonly value: string | readonly string[];
    }
  | {
      readonly kind: 'and' | 'or';
      readonly negated: boolean;
      readonly conditions: readonly PlannedCondition[];
    }
  /** Whether an embed has rows. */
  | { readonly kind: 'embed'; readonly negated: boolean; readonly embed: EmbedPlan }
  /** What no row meets, or every row when it is negated. */
  | { readonly kind: 'never'; readonly negated: boolean };

export interface PlannedOrder {
  readonly field: PlannedField;
  /** A to-one embed whose field it is. */
  readonly embed?: EmbedPlan;
  readonly direction?: 'asc' | 'desc';
  readonly nulls?: 'first' | 'last';
}
