import { DataApiError } from '../errors.ts';
import { parsePairs } from './pairs.ts';
import { parseQuery } from './query.ts';
import { REQUEST_LIMITS } from './tree.ts';

/** The refusal that `work` ends with; an error when it ends well or with something else. */
export function refusalOf(work: () => unknown): DataApiError {
  try {
    work();
  } catch (error) {
    if (error instanceof DataApiError) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
}

/** Runs the work, whose refusal is well, and whose other errors are not. */
export function answers(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof DataApiError)) throw error;
    JSON.stringify(error.body());
  }
}

export const parse = (search: string, argumentNames?: readonly string[]) =>
  parseQuery(parsePairs(search, 10_000_000), {
    limits: REQUEST_LIMITS,
    ...(argumentNames === undefined ? {} : { argumentNames: new Set(argumentNames) }),
  });

export const select = (text: string) => parse(`select=${encodeURIComponent(text)}`).rows.select;
export const where = (name: string, value: string) =>
  parse(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`).rows.where;
export const order = (text: string) => parse(`order=${encodeURIComponent(text)}`).rows.order;
export const field = (name: string, ...path: (string | number)[]) => ({
  name,
  path: path.map((key, index) => ({ operator: index === path.length - 1 ? '->>' : '->', key })),
});
export const compare = (name: string, operator: string, value: string | string[], more: object = {}) => ({
  kind: 'compare',
  field: field(name),
  negated: false,
  operator,
  value,
  ...more,
});

export const refusal = (search: string): DataApiError => refusalOf(() => parse(search));
