import { isSame } from './plain.ts';

/** What becomes of the rows of a list. Indexes count in the old and in the new list. */
export type RowStep =
  | { readonly step: 'keep'; readonly from: number; readonly to: number }
  | { readonly step: 'remove'; readonly from: number }
  | { readonly step: 'add'; readonly to: number };

/** Above this many comparisons rows are paired by position. */
const MOST_COMPARISONS = 40_000;

/** Pairs old and new rows so that equal ones meet; between them the rest are paired in order. */
export function alignRows(old: readonly unknown[], next: readonly unknown[]): readonly RowStep[] {
  let head = 0;
  while (head < old.length && head < next.length && isSame(old[head], next[head])) head += 1;
  let tail = 0;
  const room = Math.min(old.length, next.length) - head;
  while (tail < room && isSame(old.at(-1 - tail), next.at(-1 - tail))) tail += 1;
  const pairs = [...Array(head).keys()].map((at): [number, number] => [at, at]);
  const middle = commonRows(old.slice(head, old.length - tail), next.slice(head, next.length - tail));
  pairs.push(...middle.map(([from, to]): [number, number] => [from + head, to + head]));
  for (let at = tail; at > 0; at -= 1) pairs.push([old.length - at, next.length - at]);

  const steps: RowStep[] = [];
  let from = 0;
  let to = 0;
  for (const [oldEnd, nextEnd] of [...pairs, [old.length, next.length] as const]) {
    for (; from < oldEnd && to < nextEnd; from += 1, to += 1) steps.push({ step: 'keep', from, to });
    for (; from < oldEnd; from += 1) steps.push({ step: 'remove', from });
    for (; to < nextEnd; to += 1) steps.push({ step: 'add', to });
    if (oldEnd < old.length) steps.push({ step: 'keep', from, to });
    from = oldEnd + 1;
    to = nextEnd + 1;
  }
  return steps;
}

/** The longest row of equal items in the same order. */
function commonRows(old: readonly unknown[], next: readonly unknown[]): readonly [number, number][] {
  if (old.length === next.length || old.length * next.length > MOST_COMPARISONS) return [];
  const width = next.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const equal = (from: number, to: number) => isSame(old[from], next[to]);
  const at = (from: number, to: number) => lengths[from * width + to] ?? 0;
  for (let from = old.length - 1; from >= 0; from -= 1)
    for (let to = next.length - 1; to >= 0; to -= 1)
      lengths[from * width + to] = equal(from, to)
        ? at(from + 1, to + 1) + 1
        : Math.max(at(from + 1, to), at(from, to + 1));
  const pairs: [number, number][] = [];
  for (let from = 0, to = 0; from < old.length && to < next.length; ) {
    if (equal(from, to)) pairs.push([from++, to++]);
    else if (at(from + 1, to) >= at(from, to + 1)) from += 1;
    else to += 1;
  }
  return pairs;
}
