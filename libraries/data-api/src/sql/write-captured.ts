import type { Column, Relation } from '../schema/model.ts';
import { definitions } from './write-body.ts';
import type { SqlWriter } from './writer.ts';

/**
 * The rows of a change as they were captured.
 * @param change JSON object with lists of rows.
 */
export function renderCaptured(
  writer: SqlWriter,
  change: string,
  list: 'before' | 'after',
  columns: readonly Column[],
): string {
  const rows = `${writer.bind(change)}::json -> '${list}'`;
  if (columns.length === 0) return `select 1 from json_array_elements(${rows})`;
  const alias = writer.alias();
  return `select ${alias}.* from json_to_recordset(${rows}) as ${alias}(${definitions(columns)})`;
}

/** The rows of a change as they are now, in the order of the change. @param key Columns that tell rows apart. */
export function renderCurrent(
  writer: SqlWriter,
  relation: Relation,
  change: string,
  key: readonly Column[],
  columns: readonly Column[],
): string {
  const [now, then] = [writer.alias(), writer.alias()];
  const keys = `json_to_recordset(${writer.bind(change)}::json -> 'after') as (${definitions(key)})`;
  const names = [...key.map((_, index) => `k${index}`), 'place'];
  const equal = key.map(({ sql }, index) => `${now}.${sql} = ${then}.k${index}`);
  const given = columns.map(({ sql }) => `${now}.${sql}`).join(', ') || '1';
  return (
    `select ${given} from rows from (${keys}) with ordinality as ${then}(${names.join(', ')}) ` +
    `join ${relation.sql} as ${now} on ${equal.join(' and ')} order by ${then}.place`
  );
}
