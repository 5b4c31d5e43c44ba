import { refuse } from '../errors.ts';
import type { Field } from '../request/tree.ts';
import type { Column, Relation } from '../schema/model.ts';
import type { PlanContext } from './context.ts';
import { nearest } from './near.ts';
import type { OutputKey, PlannedField } from './rows-plan.ts';

/** @throws DataApiError 42501 when the caller may read nothing of the relation. */
export function demandSelect(context: PlanContext, relation: Relation): void {
  if (context.access.may('select', relation)) return;
  throw refuse.notAllowed(`permission denied for ${relation.kind} ${relation.name}`);
}

/** What `*` gives, in the order of the relation. */
export function readableColumns(context: PlanContext, relation: Relation): Column[] {
  return [...relation.columns.values()].filter(({ name }) => context.access.mayColumn('select', relation, name));
}

/** The primary key, or nothing unless the caller may read all of it. */
export function readableKey({ access }: PlanContext, relation: Relation): Column[] {
  const isReadable = relation.primaryKey.every((name) => access.mayColumn('select', relation, name));
  return isReadable ? relation.primaryKey.flatMap((name) => relation.columns.get(name) ?? []) : [];
}

/** Whether a function may be called with the row: it sees every column. */
export function mayPassRow({ access }: PlanContext, relation: Relation): boolean {
  return [...relation.columns.keys()].every((name) => access.mayColumn('select', relation, name));
}

/** @throws DataApiError 42703 for a column that is not there, or not for the caller. */
export function planField(context: PlanContext, relation: Relation, field: Field): PlannedField {
  const source = findSource(context, relation, field.name);
  if (source === undefined) {
    const near = nearest(field.name, visibleNames(context, relation));
    throw refuse.unknownColumn(
      `column ${relation.name}.${field.name} does not exist`,
      near === undefined ? {} : { hint: `Perhaps you meant to reference the column "${relation.name}.${near}".` },
    );
  }
  const { category, type } = source.column;
  if (field.path.length > 0 && category !== 'json' && category !== 'array' && category !== 'composite') {
    throw refuse.badQuery(`no path leads into column ${relation.name}.${source.column.name}, whose type is ${type}`, {
      details: 'Paths lead into JSON, arrays and composite types.',
    });
  }
  return { source, path: field.path };
}

/** Whether there is a field of the name that the caller may see. */
export function hasField(context: PlanContext, relation: Relation, name: string): boolean {
  return findSource(context, relation, name) !== undefined;
}

function findSource(context: PlanContext, relation: Relation, name: string): PlannedField['source'] | undefined {
  const column = relation.columns.get(name);
  if (column) return context.access.mayColumn('select', relation, name) ? { kind: 'column', column } : undefined;
  const computed = relation.computed.get(name);
  if (computed === undefined || !context.access.mayExecute(computed.function)) return undefined;
  return mayPassRow(context, relation) ? { kind: 'computed', column: computed } : undefined;
}

function* visibleNames(context: PlanContext, relation: Relation): Generator<string> {
  for (const column of readableColumns(context, relation)) yield column.name;
  if (!mayPassRow(context, relation)) return;
  for (const computed of relation.computed.values()) {
    if (context.access.mayExecute(computed.function)) yield computed.name;
  }
}

/** Key of a field without an alias: its last key that is no index, or else the column. */
export function keyOfField({ source, path }: PlannedField): OutputKey {
  const key = path.findLast((step) => typeof step.key === 'string')?.key;
  if (key === undefined) return { text: source.column.name, isTrusted: true };
  return { text: String(key), isTrusted: false };
}

/** @throws DataApiError 42704 */
export function castTarget({ schema }: PlanContext, name: string): string {
  const type = schema.castTarget(name);
  if (type === undefined) throw refuse.unknownType(`type "${name}" does not exist`);
  return type;
}
