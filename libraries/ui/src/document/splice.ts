/** A stretch of the text and what stands there afterwards. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Stretches may touch, in which case the one that came first stands first; they never overlap. */
export function spliceText(text: string, splices: readonly Splice[]): string {
  const sorted = splices
    .map((splice, order) => ({ ...splice, order }))
    .toSorted((one, other) => one.from - other.from || one.to - other.to || one.order - other.order);
  let written = '';
  let at = 0;
  for (const { from, to, text: next } of sorted) {
    written += text.slice(at, from) + next;
    at = Math.max(at, to);
  }
  return written + text.slice(at);
}

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Behind the line break that ends the line of `at`, or the end of the text. */
export function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found === -1 ? text.length : found + 1;
}

/** Where the comment lines right above a line begin; those at the very top belong to the whole document. */
export function commentStart(text: string, line: number): number {
  let start = line;
  while (start > 0) {
    const above = lineStart(text, start - 1);
    if (!/^[ \t]*#/.test(text.slice(above, start))) return start;
    start = above;
  }
  return line;
}
