/** Something to mark in a text. Line and column count from 1, in code units. */
export interface TextMark {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What a mark covers: the word at its place, or one character. Offsets count from 0; a place outside of the text is moved into it. */
export function markedRange(text: string, { line, column }: TextMark): { readonly from: number; readonly to: number } {
  let start = 0;
  for (let before = 1; before < line; before += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  const stop = end < 0 ? text.length : end;
  // Nothing can be marked behind the last character, so an error there marks that one.
  const from = Math.max(start, Math.min(start + column - 1, stop - 1));
  const word = /^[\w$]+/.exec(text.slice(from, stop))?.[0].length ?? 1;
  return { from, to: Math.min(from + word, stop) };
}
