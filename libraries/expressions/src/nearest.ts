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
