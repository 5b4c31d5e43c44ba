import { refuse } from '../errors.ts';
import type { Statement } from '../execute/statement.ts';
import type { Body } from '../request/body.ts';
import type { ParsedQuery, RowsQuery } from '../request/tree.ts';
import type { Column, DatabaseFunction } from '../schema/model.ts';
import { renderCall } from '../sql/call.ts';
import { type EnvelopeParts, envelope } from '../sql/envelope.ts';
import { csvHeader, renderMatching, renderPage, renderRows } from '../sql/rows.ts';
import { quoteLiteral, type SqlWriter, sqlWriter } from '../sql/writer.ts';
import { bodyArguments, textArguments } from './call-arguments.ts';
import { findOverload } from './call-overload.ts';
import { type ResultRows, resultRows } from './call-result.ts';
import type { PlanContext, PlanOptions } from './context.ts';
import { multipliedEmbeds } from './embed-bounds.ts';
import { boundRows } from './read.ts';
import { planRows } from './rows.ts';
import type { RowsPlan } from './rows-plan.ts';

export interface CallRequest {
  /** As asked for, also when there is no such function. */
  readonly schema: string;
  readonly name: string;
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** For GET and HEAD parsed with {@link argumentNames}; for POST without. */
  readonly query: ParsedQuery;
  /** Only of POST; absent means no arguments. */
  readonly body?: Body;
  /** `raw` is one value as the text that the database writes, bytes as `\x…`. */
  readonly format: 'array' | 'csv' | 'object' | 'raw';
  readonly stripNulls?: boolean;
  /** Whether nothing of the result is answered. */
  readonly isMinimal?: boolean;
  /** Only an exact count is part of the statement. */
  readonly count?: 'exact' | 'planned' | 'estimated';
}

export interface PlannedCall {
  readonly fn: DatabaseFunction;
  /**
   * Without a body for `void` and HEAD. What is not a set is given alone, not as a list; a set of more than `maxRows` rows
   * refuses itself. The settings `response.status` and `response.headers` are read, and refused when they are none.
   */
  readonly statement: Statement;
  /** The function must not write: it is called by GET or HEAD, or is declared so. */
  readonly isReadOnly: boolean;
}

const RESULT = 'source';

/** Names of all arguments of the overloads, for `parseQuery` of GET. */
export function argumentNames(functions: readonly DatabaseFunction[]): ReadonlySet<string> {
  const names = functions.flatMap((fn) => fn.arguments.map(({ name }) => name));
  return new Set(names.filter((name) => name !== ''));
}

/**
 * Finds the overload that takes the arguments, and calls it.
 * @param functions Overloads of the name, none when there is no such function.
 * @throws DataApiError
 */
export function callStatement(
  context: PlanContext,
  functions: readonly DatabaseFunction[],
  call: CallRequest,
): PlannedCall {
  const { schema, name, method, query } = call;
  const hasBody = method === 'POST';
  const asked = hasBody ? bodyArguments(call.body, query.columns) : textArguments(query.arguments);
  const { fn, sent } = findOverload(context, functions, { schema, name, hasBody, sent: asked });
  const result = resultRows(context, fn);
  const rows = result && { ...result, plan: planResult(result, fn, query.rows) };
  if (call.format === 'raw' && (fn.isSet || (rows && (rows.value === undefined || !isWhole(query.rows))))) {
    throw refuse.unknownMediaType(`The function ${name} does not give a single value, which text/plain is for`);
  }
  const writer = sqlWriter();
  const statement = envelope(writer, {
    with: [renderCall(writer, RESULT, fn, sent)],
    maxBodyBytes: context.options.maxBodyBytes,
    readsSettings: true,
    format: 'array',
    ...(rows && !call.isMinimal
      ? resultParts(writer, rows, fn, call, context.options)
      : { count: `(select count(*) from ${RESULT})` }),
  });
  const multiplies = rows && !call.isMinimal ? multipliedEmbeds(rows.plan) : undefined;
  const bounded = multiplies === undefined ? statement : { ...statement, multiplies };
  return { fn, statement: bounded, isReadOnly: !hasBody || fn.volatility !== 'volatile' };
}

function planResult({ context, relation }: ResultRows, fn: DatabaseFunction, query: RowsQuery): RowsPlan {
  const plan = planRows(context, relation, query);
  return fn.isSet ? boundRows(context, plan) : plan;
}

function resultParts(
  writer: SqlWriter,
  { plan, value }: ResultRows & { readonly plan: RowsPlan },
  { isSet }: DatabaseFunction,
  { method, format, query, count, stripNulls }: CallRequest,
  { maxRows, csvCells }: PlanOptions,
): Omit<EnvelopeParts, 'maxBodyBytes'> {
  const total = count === 'exact' && `(select count(*) from (${renderMatching(writer, plan, RESULT)}) m)`;
  const counted = { ...(total !== false && { total }), ...(isSet && { maxRows }) };
  if (method === 'HEAD') return { format: 'none', rows: renderPage(writer, plan, RESULT), ...counted };
  const isCsv = format === 'csv';
  const rows = renderRows(writer, plan, RESULT, isCsv ? csvCells : 'json');
  const shown = value !== undefined && !isCsv && isWhole(query.rows) ? renderValues(value, rows, format) : rows;
  return {
    rows: shown,
    format: isCsv ? 'csv' : isSet && format === 'array' ? 'array' : 'object',
    ...(isCsv && { csvHeader: csvHeader(plan, csvCells) }),
    ...(stripNulls && format !== 'raw' && { stripNulls }),
    ...counted,
  };
}

/** Whether nothing is chosen from the columns. */
function isWhole({ select }: RowsQuery): boolean {
  return select.every(({ kind }) => kind === 'all');
}

/** Values in place of rows that have them as their only column. */
function renderValues({ name }: Column, rows: string, format: CallRequest['format']): string {
  const key = quoteLiteral(name);
  const value = format === 'raw' ? `v.r ->> ${key}` : `coalesce(v.r -> ${key}, 'null')`;
  return `select ${value} as r from (${rows}) v`;
}
