import type { Access, Schema } from '../schema/model.ts';
import type { CsvCells } from '../sql/csv.ts';

/** What a plan is checked against. */
export interface PlanContext {
  readonly schema: Schema;
  readonly access: Access;
  readonly options: PlanOptions;
}

export interface PlanOptions {
  /** Whether `select` may aggregate; off by default, since a sum reads every row. */
  readonly aggregates: boolean;
  /** Most rows of an answer; above it the answer is an error, never a part. */
  readonly maxRows: number;
  /** Most bytes of a body; above it the answer is an error. */
  readonly maxBodyBytes: number;
  /** Most rows that a to-many embed gives for one row around it; above it the answer is an error. */
  readonly maxEmbedRows: number;
  /** Most bytes of them. This is what one row of an answer can make the database hold. */
  readonly maxEmbedBytes: number;
  /** Highest cost that the planner may expect of to-many embeds within each other, in its own unit. */
  readonly maxCost: number;
  /** Most rows that it may expect of all such embeds together. */
  readonly maxEmbeddedRows: number;
  /** Whether an update or delete of a whole relation, without a filter, is allowed. */
  readonly unfilteredWrites: boolean;
  readonly csvCells: CsvCells;
}
