import type { Run } from '../run.ts';
import { compare } from '../values/compare.ts';
import type { Value } from '../values/value.ts';

/** Sorts a list in place, and counts it. */
export function sortValues(run: Run, values: Value[]): Value[] {
  run.spend(values.length * Math.ceil(Math.log2(values.length + 2)));
  return values.sort(compare);
}
