import { Lru } from 'toad-cache';
import { refuse } from '../errors.ts';
import type { Statement } from '../execute/statement.ts';
import type { PlanOptions } from '../plan/context.ts';
import { type Estimate, readEstimate } from '../plan/estimate.ts';

/** Estimates that are kept: pages that poll send the same request again and again. */
const KEPT = 500;
const KEPT_MILLISECONDS = 30_000;
/** Longer texts are not worth their memory. */
const LONGEST_KEY = 16 * 1024;

/** Refuses statements of which the planner expects too much. */
export interface Costs {
  /**
   * Asks the planner once in a while, and only for statements whose embeds multiply.
   * @param plannedFor What the estimate depends on beside the statement.
   * @param explain Gives the plan in JSON format.
   * @throws DataApiError
   */
  check(statement: Statement, plannedFor: string, explain: () => Promise<string>): Promise<void>;
}

export function createCosts({ maxCost, maxEmbeddedRows }: Pick<PlanOptions, 'maxCost' | 'maxEmbeddedRows'>): Costs {
  const estimates = new Lru<Estimate>(KEPT, KEPT_MILLISECONDS);
  return {
    async check({ text, values, multiplies }, plannedFor, explain) {
      if (multiplies === undefined) return;
      const key = [plannedFor, text, ...values].join('\0');
      let estimate = estimates.get(key);
      if (estimate === undefined) {
        estimate = readEstimate(await explain());
        if (key.length <= LONGEST_KEY) estimates.set(key, estimate);
      }
      const { cost, embeddedRows } = estimate;
      if (cost > maxCost) throw tooMuch(multiplies, `a cost of ${Math.round(cost)}`, maxCost);
      if (embeddedRows > maxEmbeddedRows) {
        throw tooMuch(multiplies, `${Math.round(embeddedRows)} embedded rows`, maxEmbeddedRows);
      }
    },
  };
}

function tooMuch(way: string, expected: string, limit: number) {
  return refuse.overLimit(`The embeds multiply: the planner expects ${expected}, more than the limit of ${limit}`, {
    details: `The longest way through embeds of many rows is ${way}`,
    hint: 'Filter the rows, limit the embeds, or embed fewer of them within each other.',
  });
}
