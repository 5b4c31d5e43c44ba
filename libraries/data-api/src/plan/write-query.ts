import { refuse } from '../errors.ts';
import type { Condition, ParsedQuery, RowsQuery, SelectEmbed } from '../request/tree.ts';
import type { Column, Relation } from '../schema/model.ts';
import { planConditions } from './conditions.ts';
import { readableColumns } from './columns.ts';
import type { PlanContext } from './context.ts';
import type { PlannedCondition } from './rows-plan.ts';

/** @throws DataApiError for filters, which choose among rows that are there. */
export function checkInsertQuery({ rows }: ParsedQuery): void {
  if (rows.where.length > 0) throw refuse.badQuery('Filters do not apply to an insert');
}

/**
 * Which rows an update or delete is for.
 * @throws DataApiError when it is for all of them, or for what cannot be told in a write.
 */
export function planFilters(
  context: PlanContext,
  relation: Relation,
  { rows }: ParsedQuery,
  operation: 'update' | 'delete',
): PlannedCondition[] {
  if (rows.limit !== undefined || rows.offset !== undefined) {
    throw refuse.notImplemented(
      `limit and offset do not apply to ${operation === 'update' ? 'an update' : 'a delete'}`,
      {
        hint: 'Choose the rows by filters.',
      },
    );
  }
  refuseEmbedConditions(relation, rows);
  if (rows.where.length === 0 && !context.options.unfilteredWrites) {
    const [{ name: key } = { name: 'id' }] = readableColumns(context, relation);
    throw refuse.unfiltered(`${operation.toUpperCase()} requires a WHERE clause`, {
      hint: `Add a filter. One that every row meets, like ${key}=not.is.null, means the whole of '${relation.name}'.`,
    });
  }
  return planConditions(context, relation, rows.where);
}

/**
 * The values of the key that a PUT is for.
 * @throws DataApiError
 */
export function planPutKey(relation: Relation, { rows }: ParsedQuery): (readonly [Column, string])[] {
  if (rows.limit !== undefined || rows.offset !== undefined) {
    throw refuse.putWithLimit('limit/offset querystring parameters are not allowed for PUT');
  }
  const values = new Map<string, string>();
  for (const condition of rows.where) {
    const isPlain = condition.kind === 'compare' && condition.operator === 'eq' && !condition.negated;
    if (!isPlain || condition.field.path.length > 0 || typeof condition.value !== 'string') throw badPutFilters();
    values.set(condition.field.name, condition.value);
  }
  const key = relation.primaryKey.map((name) => {
    const column = relation.columns.get(name);
    const value = values.get(name);
    if (column === undefined || value === undefined) throw badPutFilters();
    return [column, value] as const;
  });
  if (key.length === 0 || key.length !== rows.where.length) throw badPutFilters();
  return key;
}

function badPutFilters() {
  return refuse.badPutFilters("Filters must include all and only primary key columns with 'eq' operators");
}

/** A reader would take such a condition for one that chooses which rows are written. */
function refuseEmbedConditions({ columns }: Relation, { select, where }: RowsQuery): void {
  for (const item of select) {
    if (item.kind !== 'embed') continue;
    const name = item.alias ?? item.relation;
    const isNamed = (field: string) => (field === item.alias || field === item.relation) && !columns.has(field);
    if (where.some((condition) => names(condition, isNamed)) || (item.join === 'inner' && hasConditions(item))) {
      throw refuse.notImplemented(`Conditions on the embed '${name}' do not choose the rows of a write`, {
        hint: 'Filter by columns of the relation itself.',
      });
    }
  }
}

function names(condition: Condition, isNamed: (field: string) => boolean): boolean {
  if (condition.kind !== 'compare') return condition.conditions.some((each) => names(each, isNamed));
  return isNamed(condition.field.name);
}

function hasConditions({ rows }: SelectEmbed): boolean {
  return rows.where.length > 0 || rows.select.some((item) => item.kind === 'embed' && hasConditions(item));
}
