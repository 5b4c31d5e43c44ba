import { DataApiError } from '../errors.ts';
import type { Column, Relation, UniqueKey } from '../schema/model.ts';
import { readableKey } from './columns.ts';
import { planColumns, readableColumn } from './write-columns.ts';
import type { PlanContext } from './context.ts';

/** What an insert does with rows that are there. */
export interface ConflictPlan {
  /** Absent: any key. */
  readonly key?: UniqueKey;
  /** Columns that are updated. With none the row is left as it is, and is not among the rows that are returned. */
  readonly updates: readonly Column[];
}

interface Upsert {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates';
  /** Default is the primary key, if the caller may read it. */
  readonly onConflict?: readonly string[];
  /** Columns that are sent. */
  readonly columns: readonly Column[];
}

/** @throws DataApiError 42P10 when no unique key has exactly the columns. */
export function planConflict(
  context: PlanContext,
  relation: Relation,
  { resolution, onConflict, columns }: Upsert,
): ConflictPlan {
  const names = onConflict ?? readableKey(context, relation).map(({ name }) => name);
  // Where the caller cannot read the key, any row that is there already is a duplicate, but none can be merged.
  if (names.length === 0 && resolution === 'ignore-duplicates') return { updates: [] };
  names.forEach((name) => readableColumn(context, relation, name));
  const key = findKey(relation, names);
  if (key === undefined) throw noKey(context, relation);
  if (resolution === 'ignore-duplicates') return { key, updates: [] };
  return { key, updates: updatesOf(context, relation, key, columns) };
}

/** One that holds for all rows before one that holds for some. */
function findKey({ uniqueKeys }: Relation, names: readonly string[]): UniqueKey | undefined {
  const rank = ({ predicate, isPrimary }: UniqueKey) => (predicate === null ? 0 : 2) + (isPrimary ? 0 : 1);
  return uniqueKeys
    .filter(({ columns }) => columns.length === names.length && names.every((name) => columns.includes(name)))
    .toSorted((one, other) => rank(one) - rank(other))[0];
}

/**
 * A row keeps its key. Where nothing else is sent the key is written over itself, since only rows that are written are
 * returned; where the caller may not do even that, the row stays out.
 */
function updatesOf(
  context: PlanContext,
  relation: Relation,
  key: UniqueKey,
  columns: readonly Column[],
): readonly Column[] {
  const others = columns.filter(({ name }) => !key.columns.includes(name)).map(({ name }) => name);
  // PostgreSQL takes the new value for a value of the column that is read.
  if (others.length > 0) return planColumns(context, relation, others, ['update', 'select']);
  return columns.filter(({ name }) => context.access.mayColumn('update', relation, name));
}

function noKey({ access }: PlanContext, relation: Relation): DataApiError {
  const keys = relation.uniqueKeys
    .filter(({ columns }) => columns.every((column) => access.mayColumn('select', relation, column)))
    .map(({ columns }) => `(${columns.join(', ')})`);
  const message = 'there is no unique or exclusion constraint matching the ON CONFLICT specification';
  const hint = `Its unique keys for on_conflict are ${[...new Set(keys)].join(', ')}.`;
  return new DataApiError(400, '42P10', message, keys.length > 0 ? { hint } : {});
}
