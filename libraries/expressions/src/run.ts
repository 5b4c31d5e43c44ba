import { fail } from './failure.ts';
import type { Limits } from './limits.ts';
import type { Value } from './values/value.ts';

/** Variables by their name: plain data, as JSON.parse gives it; dates, bytes and big integers are data too. */
export type Environment = Readonly<Record<string, unknown>>;

/** One evaluation: where it is, what it holds, and what it may still spend. */
export class Run {
  /** Offset of what is evaluated now, so that an error can name its place. */
  at = 0;
  readonly env: Environment;
  /** Variables of macros, by their depth. */
  readonly slots: Value[] = [];
  /** Whether null stands for what is missing, instead of an error. */
  readonly tolerant: boolean;
  readonly limits: Limits;
  #steps: number;
  #allocation: number;
  /** Made when the first pattern is read, because most expressions have none. */
  #seen: Set<string> | undefined;

  constructor(env: Environment, tolerant: boolean, limits: Limits) {
    this.env = env;
    this.tolerant = tolerant;
    this.limits = limits;
    this.#steps = limits.steps;
    this.#allocation = limits.allocation;
  }

  /** Counts work before it is done. */
  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0)
      fail(`This takes more than ${this.limits.steps} steps. Filter the lists first, or shorten them.`, 'limit');
  }

  /** Whether a pattern is read for the first time in this evaluation. */
  isFirst(pattern: string): boolean {
    this.#seen ??= new Set();
    if (this.#seen.has(pattern)) return false;
    this.#seen.add(pattern);
    return true;
  }

  /** Counts characters, bytes or eight times elements before they are made. Sixteen of them count as one step. */
  allocate(size: number): void {
    this.#allocation -= size;
    if (!(this.#allocation >= 0))
      fail(`This creates more than ${this.limits.allocation} characters and list elements.`, 'limit');
    if (size > 64) this.spend(size >> 4);
  }
}
