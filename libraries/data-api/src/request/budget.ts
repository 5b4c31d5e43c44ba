import { refuse } from '../errors.ts';
import type { RequestLimits } from './tree.ts';

/** Counts what one request asks for, and refuses the first thing that is too much. */
export class Budget {
  readonly #limits: RequestLimits;
  #conditions = 0;
  #embeds = 0;
  #columns = 0;

  constructor(limits: RequestLimits) {
    this.#limits = limits;
  }

  condition(): void {
    if (++this.#conditions > this.#limits.conditions) {
      throw refuse.overLimit(`The request has more conditions than the limit of ${this.#limits.conditions}`);
    }
  }

  logic(depth: number): void {
    this.condition();
    if (depth > this.#limits.logicDepth) {
      throw refuse.overLimit(`Conditions are nested deeper than the limit of ${this.#limits.logicDepth} levels`);
    }
  }

  column(): void {
    if (++this.#columns > this.#limits.columns) {
      throw refuse.overLimit(`The request selects more columns than the limit of ${this.#limits.columns}`);
    }
  }

  order(terms: number): void {
    if (terms > this.#limits.orderTerms) {
      throw refuse.overLimit(`The order has ${terms} terms, more than the limit of ${this.#limits.orderTerms}`);
    }
  }

  embed(depth: number, relation: string): void {
    if (++this.#embeds > this.#limits.embeds) {
      throw refuse.overLimit(`The request has more embeds than the limit of ${this.#limits.embeds}`);
    }
    if (depth > this.#limits.embedDepth) {
      throw refuse.overLimit(`Embeds are nested deeper than the limit of ${this.#limits.embedDepth} levels`, {
        details: `'${relation.slice(0, 120)}' is on level ${depth}`,
      });
    }
  }
}
