import type { Run } from '../run.ts';
import { equal } from '../values/compare.ts';
import { keyOf } from '../values/maps.ts';
import type { Key, Value } from '../values/value.ts';

/** The values without repetitions, each where it first stands. What can be a key is looked up, all else is compared. */
export function distinct(run: Run, values: readonly Value[]): Value[] {
  const keys = new Set<Key>();
  const others: Value[] = [];
  return values.filter((value) => {
    const key = keyOf(value);
    if (key !== undefined) {
      if (keys.has(key)) return false;
      keys.add(key);
      return true;
    }
    run.spend(1 + others.length);
    if (others.some((other) => equal(run, other, value))) return false;
    others.push(value);
    return true;
  });
}
