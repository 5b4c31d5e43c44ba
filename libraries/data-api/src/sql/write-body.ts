import type { WritePlan } from '../plan/write-plan.ts';
import type { Column } from '../schema/model.ts';
import { quoteLiteral, type SqlWriter } from './writer.ts';

/** A select that gives the columns of each row of a body. JSON numbers and documents stay as they were written. */
export function renderBody(
  writer: SqlWriter,
  plan: Pick<WritePlan, 'body' | 'columns' | 'fillsDefaults' | 'key'>,
): string {
  const { columns, key = [] } = plan;
  const body = `${writer.bind(plan.body)}::json`;
  if (columns.length === 0) return `select from json_array_elements(${body})`;
  const [row, item] = [writer.alias(), writer.alias()];
  const values = columns.map((column) => {
    const value = `${row}.${column.sql}`;
    if (!plan.fillsDefaults || column.default === null) return value;
    const isAbsent = `${item}.value -> ${quoteLiteral(column.name)} is null`;
    return `case when ${isAbsent} then (${column.default})::${column.type} else ${value} end as ${column.sql}`;
  });
  const from = plan.fillsDefaults
    ? `json_array_elements(${body}) as ${item}(value), json_to_record(${item}.value) as ${row}(${definitions(columns)})`
    : `json_to_recordset(${body}) as ${row}(${definitions(columns)})`;
  const where = key.map(([column, value]) => `${row}.${column.sql} = ${writer.bind(value)}::${column.type}`);
  return `select ${values.join(', ')} from ${from}${where.length === 0 ? '' : ` where ${where.join(' and ')}`}`;
}

/** The column list by which JSON is read. */
export function definitions(columns: readonly Pick<Column, 'sql' | 'type'>[]): string {
  return columns.map(({ sql, type }) => `${sql} ${type}`).join(', ');
}
