import { type MeasuredPage, PAGES } from './pages.ts';

/** How much is measured. */
export interface Scale {
  readonly pages: readonly MeasuredPage[];
  /** Visits of each page with an empty cache, and as many with a full one. */
  readonly visits: number;
  /** Rows of every list, fewer first. */
  readonly sizes: readonly number[];
  /** Times that a list is sorted and grouped. */
  readonly turns: number;
  /** Frames of one scroll. */
  readonly frames: number;
  /** Keys typed into a form. */
  readonly keys: number;
}

export const FULL: Scale = { pages: PAGES, visits: 5, sizes: [100, 10_000], turns: 10, frames: 240, keys: 60 };

/** Says nothing about speed: shows that the bench itself works. */
export const QUICK: Scale = {
  pages: [...PAGES.slice(0, 1), ...PAGES.slice(-1)],
  visits: 1,
  sizes: [20],
  turns: 1,
  frames: 5,
  keys: 5,
};
