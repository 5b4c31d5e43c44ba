import type { EmbedPlan, PlannedCondition } from '../plan/rows-plan.ts';
import { type RowSource, renderComparable, tableRow } from './fields.ts';
import { renderTarget } from './joins.ts';
import { renderCompare } from './operators.ts';
import type { SqlWriter } from './writer.ts';

/**
 * @param alias Of the relation in the `from` around it.
 * @param row Its row as a value of the relation's type, for computed columns. Default is the alias.
 * @returns SQL text, `true` when there is none.
 */
export function renderConditions(
  writer: SqlWriter,
  conditions: readonly PlannedCondition[],
  alias: string,
  row: string = tableRow(alias).row,
): string {
  return join(writer, 'and', conditions, { alias, row });
}

function join(
  writer: SqlWriter,
  word: 'and' | 'or',
  conditions: readonly PlannedCondition[],
  source: RowSource,
): string {
  const texts = conditions.map((condition) => renderCondition(writer, condition, source));
  return texts.length === 0 ? String(word === 'and') : texts.join(` ${word} `);
}

function renderCondition(writer: SqlWriter, condition: PlannedCondition, source: RowSource): string {
  const { kind, negated } = condition;
  if (kind === 'never') return String(negated);
  if (kind === 'embed') return `${negated ? 'not ' : ''}exists (${renderPresence(writer, condition.embed, source)})`;
  const text =
    kind === 'compare'
      ? renderCompare(writer, condition, () => renderComparable(writer, condition.field, source))
      : join(writer, kind, condition.conditions, source);
  return negated ? `not (${text})` : kind === 'compare' ? text : `(${text})`;
}

function renderPresence(writer: SqlWriter, { relationship, rows }: EmbedPlan, source: RowSource): string {
  const { from, on, source: target } = renderTarget(writer, relationship, source);
  const where = renderConditions(writer, rows.where, target.alias);
  // A page has rows where the whole has, unless it is empty or not the first.
  const isPaged = rows.limit === 0 || rows.offset !== undefined;
  return `select 1 from ${from} where ${on} and ${where}${isPaged ? renderPaging(writer, rows) : ''}`;
}

/** With a space in front; empty when there is neither limit nor offset. */
export function renderPaging(writer: SqlWriter, paging: { readonly limit?: number; readonly offset?: number }): string {
  const limit = paging.limit === undefined ? '' : ` limit ${wholeNumber(paging.limit)}`;
  return limit + (paging.offset ? ` offset ${writer.bind(paging.offset)}` : '');
}

/** A bound limit is unknown to the planner, which then plans every execution anew. A number has nothing of a text. */
function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError('A limit must be a whole number.');
  return value.toFixed(0);
}
