import { Failure } from './failure.ts';

/** The known name that differs least from a given one, if it is near enough to be what was meant. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 60) return undefined;
  const reach = name.length < 3 ? 0 : name.length < 6 ? 1 : 2;
  let best: string | undefined;
  let least = reach + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = candidate.toLowerCase() === name.toLowerCase() ? 0 : distanceOf(name, candidate);
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Letters to insert, delete, replace or swap with their neighbour until one text is the other. */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const now = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      now.push(cost);
    }
    before = last;
    last = now;
  }
  return last[b.length] ?? 0;
}

/**
 * What the use of a variable fails with that nobody gives; nothing if it may be used.
 * @param options.variables names that are known; all are if they are missing
 * @param options.others names that are known besides
 * @param options.unknownIsNull whether a name that resembles none may be used too
 */
export function unknownVariable({
  name,
  at,
  variables,
  others = [],
  unknownIsNull,
}: {
  name: string;
  at: number;
  variables: readonly string[] | undefined;
  others?: readonly string[];
  unknownIsNull: boolean;
}): Failure | undefined {
  if (variables === undefined || variables.includes(name)) return undefined;
  const near = nearest(name, [...variables, ...others]);
  if (near === undefined && unknownIsNull) return undefined;
  return unknown(`There is no variable "${name}" here.`, at, near, variables);
}

/** A name that does not exist, with what may have been meant. */
export function unknown(message: string, offset: number, near: string | undefined, known: readonly string[]): Failure {
  const list = known.length > 0 ? `There are: ${known.slice(0, 10).join(', ')}.` : undefined;
  const hint = near === undefined ? list : `Did you mean "${near}"?`;
  return new Failure('check', message, { offset, ...(hint === undefined ? {} : { hint }) });
}
