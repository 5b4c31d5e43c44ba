import type { Statement } from '../execute/statement.ts';
import type { ParsedQuery } from '../request/tree.ts';
import type { Relation } from '../schema/model.ts';
import { envelope } from '../sql/envelope.ts';
import { csvHeader, renderMatching, renderPage, renderRows } from '../sql/rows.ts';
import { type SqlWriter, sqlWriter } from '../sql/writer.ts';
import type { PlanContext } from './context.ts';
import { multipliedEmbeds } from './embed-bounds.ts';
import { planRows } from './rows.ts';
import type { RowsPlan } from './rows-plan.ts';

export interface ReadOptions {
  readonly format: 'array' | 'csv' | 'object';
  readonly stripNulls?: boolean;
  /** Only an exact count is part of the statement; for the others see {@link estimateStatement}. */
  readonly count?: 'exact' | 'planned' | 'estimated';
  /** False for HEAD: the rows are only counted. */
  readonly hasBody: boolean;
}

/**
 * A list, which refuses itself when it has more than `maxRows` rows.
 * @throws DataApiError
 */
export function readStatement(
  context: PlanContext,
  relation: Relation,
  query: ParsedQuery,
  options: ReadOptions,
): Statement {
  const { format, hasBody } = options;
  const plan = boundRows(context, planRows(context, relation, query.rows));
  const writer = sqlWriter();
  const { maxBodyBytes, maxRows, csvCells } = context.options;
  const multiplies = hasBody ? multipliedEmbeds(plan) : undefined;
  const statement = envelope(writer, {
    format: hasBody ? format : 'none',
    maxBodyBytes,
    maxRows,
    rows: hasBody
      ? renderRows(writer, plan, relation.sql, format === 'csv' ? csvCells : 'json')
      : renderPage(writer, plan, relation.sql),
    ...(format === 'csv' && hasBody && { csvHeader: csvHeader(plan, csvCells) }),
    ...(options.stripNulls && { stripNulls: true }),
    ...(options.count === 'exact' && { total: renderTotal(writer, plan) }),
  });
  return multiplies === undefined ? statement : { ...statement, multiplies };
}

/**
 * Every row that matches, to be given to `Executor.explain` with `format json`; `readEstimate` reads the answer.
 * It is not an envelope.
 * @throws DataApiError
 */
export function estimateStatement(context: PlanContext, relation: Relation, query: ParsedQuery): Statement {
  const writer = sqlWriter();
  const text = renderMatching(writer, planRows(context, relation, query.rows), relation.sql);
  return { text, values: writer.values };
}

/** Adds the limit of one row more than `maxRows` to a plan that has none. */
export function boundRows(context: PlanContext, plan: RowsPlan): RowsPlan {
  return { ...plan, limit: plan.limit ?? context.options.maxRows + 1 };
}

/** Counts only where the page does not tell: when it is full, or when it is empty and not the first. */
function renderTotal(writer: SqlWriter, plan: RowsPlan): string {
  const count = `(select count(*) from (${renderMatching(writer, plan, plan.relation.sql)}) m)`;
  if (plan.limit === undefined) return count;
  const isLast = `n < ${writer.bind(plan.limit)}::bigint`;
  if (!plan.offset) return `case when ${isLast} then n else ${count} end`;
  const offset = `${writer.bind(plan.offset)}::bigint`;
  return `case when ${isLast} and n > 0 then ${offset} + n else ${count} end`;
}
