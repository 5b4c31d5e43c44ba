import type { PlannedField } from '../plan/rows-plan.ts';
import type { Relation } from '../schema/model.ts';
import type { SqlWriter } from './writer.ts';

/** Where fields are read from. */
export interface RowSource {
  /** In front of a column. */
  readonly alias: string;
  /** The row as a value of the relation's type, for functions that take it. */
  readonly row: string;
}

/** A relation, whose alias alone would be a column of that name if there is one. */
export function tableRow(alias: string): RowSource {
  return { alias, row: `${alias}.*` };
}

/** A source that has the columns of a relation, but not its row type. */
export function rebuiltRow(alias: string, relation: Relation): RowSource {
  const columns = [...relation.columns.values()].map((column) => `${alias}.${column.sql}`);
  return { alias, row: `row(${columns.join(',')})::${relation.sql}` };
}

/** A field as its type is, with the keys of its path bound. */
export function renderField(writer: SqlWriter, { source, path }: PlannedField, from: RowSource): string {
  const value = renderSource(source, from);
  if (path.length === 0) return value;
  const steps = path.map(({ operator, key }) => {
    const type = typeof key === 'number' ? 'int' : 'text';
    return `${operator} ${writer.bind(key)}::${type}`;
  });
  const json = source.column.category === 'json' ? value : `to_jsonb(${value})`;
  return `(${json} ${steps.join(' ')})`;
}

/** A field that can be compared and sorted: `json` has no order, `jsonb` has. */
export function renderComparable(writer: SqlWriter, field: PlannedField, from: RowSource): string {
  const { column } = field.source;
  const isJson = field.path.length > 0 && column.category === 'json' && field.path.at(-1)?.operator === '->';
  const value = renderField(writer, field, from);
  return isJson && column.type !== 'jsonb' ? `to_jsonb(${value})` : value;
}

function renderSource(source: PlannedField['source'], { alias, row }: RowSource): string {
  return source.kind === 'column' ? `${alias}.${source.column.sql}` : `${source.column.sql}(${row})`;
}
