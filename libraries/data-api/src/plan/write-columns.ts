import { refuse } from '../errors.ts';
import { shown } from '../request/cursor.ts';
import type { Column, Relation } from '../schema/model.ts';
import type { PlanContext } from './context.ts';
import { nearest } from './near.ts';

const PRIVILEGES = ['select', 'insert', 'update'] as const;

/**
 * Columns of a body for which the caller has the privileges.
 * @throws DataApiError PGRST204 for a column that is not there or of no use to the caller, 42501 for one that may not be
 * written.
 */
export function planColumns(
  context: PlanContext,
  relation: Relation,
  names: readonly string[],
  privileges: readonly ('select' | 'insert' | 'update')[],
): Column[] {
  return names.map((name) => {
    const column = relation.columns.get(name);
    const isKnown = PRIVILEGES.some((each) => context.access.mayColumn(each, relation, name));
    if (column === undefined || !isKnown) throw unknownBodyColumn(context, relation, name);
    const missing = privileges.find((privilege) => !context.access.mayColumn(privilege, relation, name));
    if (missing) throw permissionDenied(relation, `The role may not ${missing} the column "${name}"`);
    return column;
  });
}

function permissionDenied({ kind, name }: Relation, details?: string) {
  return refuse.notAllowed(`permission denied for ${kind} ${name}`, details === undefined ? {} : { details });
}

/** @throws DataApiError 42501 without the privilege, PGRST117 for a view that cannot be written. */
export function demandWrite(context: PlanContext, relation: Relation, privilege: 'insert' | 'update' | 'delete'): void {
  if (!context.access.may(privilege, relation)) throw permissionDenied(relation);
  const isPossible = { insert: relation.isInsertable, update: relation.isUpdatable, delete: relation.isDeletable };
  if (isPossible[privilege]) return;
  const verb = { insert: 'insert into', update: 'update', delete: 'delete from' }[privilege];
  throw refuse.methodNotAllowed(`cannot ${verb} ${relation.kind} ${relation.name}`);
}

/** @throws DataApiError PGRST204 */
export function readableColumn(context: PlanContext, relation: Relation, name: string): Column {
  const column = relation.columns.get(name);
  if (column && context.access.mayColumn('select', relation, name)) return column;
  throw unknownBodyColumn(context, relation, name);
}

function unknownBodyColumn({ access }: PlanContext, relation: Relation, name: string) {
  const readable = [...relation.columns.keys()].filter((column) => access.mayColumn('select', relation, column));
  const near = nearest(name, readable);
  return refuse.unknownBodyColumn(
    `Could not find the '${shown(name)}' column of '${relation.name}' in the schema cache`,
    near === undefined ? {} : { hint: `Perhaps you meant '${near}'` },
  );
}
