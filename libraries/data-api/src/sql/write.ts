import type { ConflictPlan } from '../plan/write-conflict.ts';
import type { WritePlan } from '../plan/write-plan.ts';
import type { Column, Relation } from '../schema/model.ts';
import { renderConditions } from './conditions.ts';
import { renderBody } from './write-body.ts';
import { quoteIdentifier, quoteLiteral, type SqlWriter } from './writer.ts';

/**
 * The insert, update or delete itself.
 * @param returning What it gives of each row; with no columns the rows can still be counted.
 * @param gate Name of a CTE that has to be read before the first row is updated.
 */
export function renderWrite(writer: SqlWriter, plan: WritePlan, returning: readonly Column[], gate?: string): string {
  const { relation, columns } = plan;
  const alias = writer.alias();
  const given = returning.map(({ sql }) => `${alias}.${sql}`).join(', ') || '1';
  const target = `${relation.sql} as ${alias}`;
  const where = () => renderConditions(writer, plan.where, alias);
  if (plan.operation === 'insert') {
    const list = columns.length === 0 ? '' : ` (${columns.map(({ sql }) => sql).join(', ')})`;
    const conflict = plan.conflict ? renderConflict(plan.conflict, relation) : '';
    return `insert into ${target}${list} ${renderBody(writer, plan)}${conflict} returning ${given}`;
  }
  if (plan.operation === 'delete') return `delete from ${target} where ${where()} returning ${given}`;
  if (columns.length === 0) return `select ${given} from ${target} where false`;
  const body = writer.alias();
  const sets = columns.map(({ sql }) => `${sql} = ${body}.${sql}`).join(', ');
  const gates = gate === undefined ? '' : `, (select count(*) from ${gate}) as ${writer.alias()}`;
  const from = `(${renderBody(writer, plan)}) as ${body}${gates}`;
  return `update ${target} set ${sets} from ${from} where ${where()} returning ${given}`;
}

function renderConflict({ key, updates }: ConflictPlan, relation: Relation): string {
  const columns = key?.columns.map((name) => columnSql(relation, name)).join(', ');
  const predicate = key?.predicate == null ? '' : ` where ${key.predicate}`;
  const target = columns === undefined ? '' : ` (${columns})${predicate}`;
  if (updates.length === 0) return ` on conflict${target} do nothing`;
  return ` on conflict${target} do update set ${updates.map(({ sql }) => `${sql} = excluded.${sql}`).join(', ')}`;
}

/** The rows before an update, locked where rows can be, or before a PUT. */
export function renderBefore(writer: SqlWriter, plan: WritePlan, columns: readonly Column[]): string {
  const { relation, where, key = [] } = plan;
  const alias = writer.alias();
  const given = columns.map(({ sql }) => `${alias}.${sql}`).join(', ') || '1';
  const equal = key.map(([column, value]) => `${alias}.${column.sql} = ${writer.bind(value)}::${column.type}`);
  const conditions = [renderConditions(writer, where, alias), ...equal].join(' and ');
  // The rows below a view cannot always be locked.
  const lock = plan.operation === 'update' && relation.kind === 'table' ? ' for update' : '';
  return `select ${given} from ${relation.sql} as ${alias} where ${conditions}${lock}`;
}

/**
 * Rows of a merge that are new: those whose key is not in the relation as it was when the statement began. Works through
 * views and with rights on columns alone, unlike a look at system columns.
 */
export function renderInserted(writer: SqlWriter, relation: Relation, key: ConflictPlan['key'], from: string): string {
  const [written, before] = [writer.alias(), writer.alias()];
  const columns = key?.columns ?? [];
  const equal = columns.map((name) => {
    const [left, right] = [written, before].map((alias) => `${alias}.${columnSql(relation, name)}`);
    const isEqual = `${left} = ${right}`;
    const canBeNull = key?.nullsNotDistinct === true && relation.columns.get(name)?.isNullable !== false;
    return canBeNull ? `(${isEqual} or ${left} is null and ${right} is null)` : isEqual;
  });
  const predicate = key?.predicate == null ? '' : ` where ${key.predicate}`;
  const list = columns.map((name) => columnSql(relation, name)).join(', ');
  const known = `select 1 from (select ${list} from ${relation.sql}${predicate}) ${before} where ${equal.join(' and ')}`;
  return `(select count(*) from ${from} ${written} where not exists (${known}))`;
}

/** The primary key of the one row that was written. */
export function renderKey(relation: Relation, from: string): string {
  const pairs = relation.primaryKey.map((name) => `${quoteLiteral(name)}, ${columnSql(relation, name)}`);
  return `(select json_build_object(${pairs.join(', ')}) from ${from} limit 1)`;
}

/** A JSON array of the rows of a CTE. */
export function renderList(writer: SqlWriter, from: string, columns: readonly Column[]): string {
  const alias = writer.alias();
  // A column may be called like the alias, so that the alias alone would mean the column.
  const row = columns.length === 0 ? 'json_build_object()' : `row_to_json(${alias}.*)`;
  return `(select coalesce(json_agg(${row}), '[]') from ${from} ${alias})`;
}

/** Columns are there: the plan has looked them up. */
function columnSql(relation: Relation, name: string): string {
  return relation.columns.get(name)?.sql ?? quoteIdentifier(name);
}
