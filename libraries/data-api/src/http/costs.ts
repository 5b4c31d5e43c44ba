import { Lru } from 'toad-cache';
import { refuse } from '../errors.ts';
import { type Estimate, readEstimate } from '../plan/estimate.ts';
import type { Statement } from '../execute/statement.ts';
import type { Api } from './api.ts';
import type { Exchange } from './exchange.ts';
import { runOptions } from './run.ts';

/** Estimates that are kept: pages that poll send the same request again and again. */
const KEPT = 500;
const KEPT_MILLISECONDS = 30_000;
/** Longer texts are not worth their memory. */
const LONGEST_KEY = 16 * 1024;

/** The planner's estimates of statements, each asked for once in a while. */
export type Costs = Lru<Estimate>;
export const createCosts = (): Costs => new Lru<Estimate>(KEPT, KEPT_MILLISECONDS);

/** @throws DataApiError for a statement of which the planner expects too much. It is not run. */
export async function checkCost(api: Api, exchange: Exchange, statement: Statement): Promise<void> {
  if (!statement.multiplies) return;
  const { caller, context } = exchange;
  const key = [context.schema.version, caller.role, statement.text, ...statement.values].join('\0');
  let estimate = api.costs.get(key);
  if (estimate === undefined) {
    const options = { ...runOptions(exchange, true), explain: 'format json' };
    estimate = readEstimate(await api.executor.explain(caller, statement, options));
    if (key.length <= LONGEST_KEY) api.costs.set(key, estimate);
  }
  const { maxCost, maxEmbeddedRows } = api.plan;
  const { cost, embeddedRows } = estimate;
  if (cost > maxCost) throw tooMuch(statement.multiplies, `a cost of ${Math.round(cost)}`, maxCost);
  if (embeddedRows > maxEmbeddedRows) {
    throw tooMuch(statement.multiplies, `${Math.round(embeddedRows)} embedded rows`, maxEmbeddedRows);
  }
}

function tooMuch(way: string, expected: string, limit: number) {
  return refuse.overLimit(`The embeds multiply: the planner expects ${expected}, more than the limit of ${limit}`, {
    details: `The longest way through embeds of many rows is ${way}`,
    hint: 'Filter the rows, limit the embeds, or embed fewer of them within each other.',
  });
}
