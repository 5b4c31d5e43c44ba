/** The candidate that someone who wrote `name` most likely meant; undefined when none is near. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.slice(0, MAX_LENGTH).toLowerCase();
  // One mistake in three letters, and two that swapped places; more is another word.
  let best = Math.max(wanted.length < 4 ? 1 : 2, Math.floor(wanted.length / 3)) + 1;
  let found: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= best) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < best) [best, found] = [distance, candidate];
  }
  return found;
}

/** Names of PostgreSQL are not longer; a client's may be. */
const MAX_LENGTH = 64;

/** Letters to insert, delete or replace. */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 0; row < one.length; row += 1) {
    const current = [row + 1];
    for (let column = 0; column < other.length; column += 1) {
      const replaced = (previous[column] ?? 0) + (one[row] === other[column] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
