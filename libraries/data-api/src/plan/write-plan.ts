import { refuse } from '../errors.ts';
import type { BodyRows } from '../request/body.ts';
import type { Preferences } from '../request/preferences.ts';
import type { ParsedQuery } from '../request/tree.ts';
import type { Column, Relation } from '../schema/model.ts';
import type { PlanContext } from './context.ts';
import type { PlannedCondition } from './rows-plan.ts';
import { demandWrite, planColumns } from './write-columns.ts';
import { type ConflictPlan, planConflict } from './write-conflict.ts';
import { checkInsertQuery, planFilters, planPutKey } from './write-query.ts';

export interface WriteRequest {
  readonly operation: 'insert' | 'update' | 'delete' | 'put';
  readonly query: ParsedQuery;
  /** Absent for a delete. */
  readonly body?: BodyRows;
  readonly preferences: Preferences;
  readonly format: 'array' | 'csv' | 'object';
  readonly stripNulls?: boolean;
}

/** A write with every name looked up and every right checked. */
export interface WritePlan {
  readonly operation: 'insert' | 'update' | 'delete';
  readonly relation: Relation;
  /** Columns that get a value. */
  readonly columns: readonly Column[];
  /** JSON text of an array of objects. */
  readonly body: string;
  /** Whether an absent key stands for the column's default and not for null. */
  readonly fillsDefaults: boolean;
  /** Rows to update or delete; ANDed. */
  readonly where: readonly PlannedCondition[];
  /** Of a PUT: the key that the row of the body must have. */
  readonly key?: readonly (readonly [column: Column, value: string])[];
  readonly conflict?: ConflictPlan;
}

/** @throws DataApiError */
export function planWrite(context: PlanContext, relation: Relation, write: WriteRequest): WritePlan {
  const { operation, query, preferences } = write;
  if (operation === 'delete') {
    demandWrite(context, relation, 'delete');
    const where = planFilters(context, relation, query, operation);
    return { operation, relation, columns: [], body: '[]', fillsDefaults: false, where };
  }
  const privilege = operation === 'update' ? 'update' : 'insert';
  demandWrite(context, relation, privilege);
  const where = operation === 'update' ? planFilters(context, relation, query, operation) : [];
  const key = operation === 'put' ? planPutKey(relation, query) : undefined;
  if (operation === 'insert') checkInsertQuery(query);
  const body = bodyOf(write);
  const columns = planColumns(context, relation, query.columns ?? body.keys, [privilege]);
  const conflict = conflictOf(context, relation, write, columns);
  if (key?.some(([column]) => !columns.includes(column))) throw keyMismatch();
  return {
    operation: privilege,
    relation,
    columns,
    body: body.json,
    where,
    fillsDefaults: preferences.missing === 'default',
    ...(key && { key }),
    ...(conflict && { conflict }),
  };
}

export function keyMismatch() {
  return refuse.putMismatch('Payload values do not match URL in primary key column(s)');
}

function bodyOf({ operation, body }: WriteRequest): BodyRows {
  if (body === undefined) throw refuse.badBody('The body must be a JSON object or an array of objects');
  const isOne = operation === 'put' ? body.count === 1 : body.count <= 1;
  if (operation === 'insert' || isOne) return body;
  const method = operation === 'put' ? 'PUT' : 'PATCH';
  throw refuse.badBody(`The body of ${method} must be one object`, { details: `It has ${body.count} rows` });
}

/** Rows of a relation without a key are only inserted, whatever resolution is preferred. */
export function canConflict({ primaryKey }: Relation, onConflict: readonly string[] | undefined): boolean {
  return primaryKey.length > 0 || onConflict !== undefined;
}

function conflictOf(
  context: PlanContext,
  relation: Relation,
  { operation, preferences: { resolution }, query: { onConflict } }: WriteRequest,
  columns: readonly Column[],
): ConflictPlan | undefined {
  if (operation === 'put') return planConflict(context, relation, { resolution: 'merge-duplicates', columns });
  if (operation !== 'insert' || resolution === undefined) return undefined;
  if (!canConflict(relation, onConflict)) return undefined;
  return planConflict(context, relation, { resolution, columns, ...(onConflict && { onConflict }) });
}
