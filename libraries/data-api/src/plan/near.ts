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

/**
 * The list of argument names, in alphabetical order, that is most like the one asked for: two neighbouring letters of it
 * stand in both, and less than two thirds of its letters have to change.
 */
export function nearestArguments(
  asked: readonly string[],
  choices: readonly (readonly string[])[],
): string | undefined {
  const wanted = listed(asked);
  const neighbours = neighboursOf(wanted);
  let best = LEAST_LIKENESS;
  let found: string | undefined;
  for (const choice of choices) {
    const text = listed(choice);
    if (!neighboursOf(text).some((pair) => neighbours.includes(pair))) continue;
    const [one, other] = [`(${wanted.toLowerCase()})`, `(${text.toLowerCase()})`];
    const likeness = 1 - editDistance(one, other) / Math.max(one.length, other.length);
    if (likeness > best) [best, found] = [likeness, text];
  }
  return found;
}

const LEAST_LIKENESS = 0.33;

const listed = (names: readonly string[]) => names.toSorted().join(', ').slice(0, MAX_LIST);

/** Pairs of neighbours, the ends of the text among them. */
function neighboursOf(list: string): string[] {
  const text = `-${list.toLowerCase()}-`;
  return Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
}

/** Names of PostgreSQL are not longer; a client's may be. */
const MAX_LENGTH = 64;
/** Enough of a list of names to tell which is near. */
const MAX_LIST = 300;

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
