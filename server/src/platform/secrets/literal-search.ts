/** Called with a place of a text, `[start, end)` in UTF-16 units. */
export type Found = (start: number, end: number) => void;

export interface LiteralSearch {
  /** Tells the longest pattern that ends at each place, and the beginning of one where the text was cut off. */
  scan(text: string, found: Found): void;
}

/** Less of a secret tells too little to spoil the end of a text for it. */
const SHORTEST_BEGINNING = 4;
const ELLIPSIS = 0x2026;
const DOT = 0x2e;
const ASCII = 128;

/** A capital letter of ASCII as a small one. */
function folded(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
}

/**
 * Looks for many texts at once, whatever the case of their ASCII letters (names of hosts and headers change it), in time that grows with the text alone (Aho and Corasick, "Efficient string matching", 1975).
 * The state of the automaton is the longest beginning of a pattern that ends here, which is what a cut leaves behind; no
 * library tells it.
 */
export function literalSearch(patterns: ReadonlySet<string>): LiteralSearch {
  let most = 1;
  for (const pattern of patterns) most += pattern.length;
  const code = new Uint16Array(most);
  const parent = new Int32Array(most);
  const depth = new Int32Array(most);
  /** Length of the longest pattern that ends in a state; 0 for none. */
  const ends = new Int32Array(most);
  const fallback = new Int32Array(most);
  const roots = new Int32Array(ASCII);
  const steps = createSteps(most);
  const next = (state: number, unit: number): number =>
    state === 0 && unit < ASCII ? (roots[unit] ?? 0) : steps.get(state, unit);

  let count = 1;
  for (const pattern of patterns) {
    let state = 0;
    for (let at = 0; at < pattern.length; at += 1) {
      const unit = folded(pattern.charCodeAt(at));
      let child = next(state, unit);
      if (child === 0) {
        child = count;
        count += 1;
        code[child] = unit;
        parent[child] = state;
        depth[child] = at + 1;
        if (state === 0 && unit < ASCII) roots[unit] = child;
        else steps.set(state, unit, child);
      }
      state = child;
    }
    ends[state] = pattern.length;
  }

  for (const state of byDepth(depth, count)) {
    const unit = code[state] ?? 0;
    const from = parent[state] ?? 0;
    let other = from;
    let target = 0;
    while (other !== 0 && target === 0) {
      other = fallback[other] ?? 0;
      target = next(other, unit);
    }
    fallback[state] = target;
    if (ends[state] === 0) ends[state] = ends[target] ?? 0;
  }

  return {
    scan(text, found) {
      let state = 0;
      const cutAt = (end: number) => {
        const length = depth[state] ?? 0;
        if (length >= SHORTEST_BEGINNING) found(end - length, end);
      };
      for (let at = 0; at < text.length; at += 1) {
        const unit = folded(text.charCodeAt(at));
        // Nearly every character of a text is one with which no pattern begins.
        if (state === 0 && unit < ASCII && roots[unit] === 0) continue;
        if (state !== 0 && (unit === ELLIPSIS || (unit === DOT && text.startsWith('...', at)))) cutAt(at);
        let target = next(state, unit);
        while (target === 0 && state !== 0) {
          state = fallback[state] ?? 0;
          target = next(state, unit);
        }
        state = target;
        if (ends[state] !== 0) found(at + 1 - (ends[state] ?? 0), at + 1);
      }
      cutAt(text.length);
    },
  };
}

/** States from the shallowest to the deepest, without the root. */
function byDepth(depth: Int32Array, count: number): Int32Array {
  const first = new Int32Array(count + 1);
  const sibling = new Int32Array(count);
  for (let state = 1; state < count; state += 1) {
    const own = depth[state] ?? 0;
    sibling[state] = first[own] ?? 0;
    first[own] = state;
  }
  const sorted = new Int32Array(count - 1);
  let place = 0;
  for (let level = 1; place < sorted.length; level += 1)
    for (let state = first[level] ?? 0; state !== 0; state = sibling[state] ?? 0) {
      sorted[place] = state;
      place += 1;
    }
  return sorted;
}

/** `(state, unit) → state` by open addressing; a Map of Maps takes ten times the memory and the time. */
function createSteps(most: number) {
  const size = 2 ** Math.ceil(Math.log2(most * 2 + 1));
  const states = new Int32Array(size).fill(-1);
  const units = new Uint16Array(size);
  const targets = new Int32Array(size);
  const placeOf = (state: number, unit: number): number => {
    const mixed = Math.imul(Math.imul(state, 0x9e3779b1) ^ unit, 0x85ebca6b);
    let place = (mixed ^ (mixed >>> 15)) & (size - 1);
    while (states[place] !== -1 && (states[place] !== state || units[place] !== unit)) place = (place + 1) & (size - 1);
    return place;
  };
  return {
    get: (state: number, unit: number): number => targets[placeOf(state, unit)] ?? 0,
    set(state: number, unit: number, target: number): void {
      const place = placeOf(state, unit);
      states[place] = state;
      units[place] = unit;
      targets[place] = target;
    },
  };
}
