/** Where a cursor stands in a text that may not be readable yet. */
export interface CursorPlace {
  /** Names and numbers of rows from the top to the mapping or the value. */
  readonly path: readonly string[];
  /** Whether a name is being written, rather than the value of `path`. */
  readonly isName: boolean;
  /** Where the word at the cursor begins, as an offset. */
  readonly from: number;
}

const LINE = /^(\s*)((?:- +|-$)*)(?:("[^"]*"|'[^']*'|[^\s#'"[{][^#]*?)\s*:(?=\s|$))?(.*)$/;

/** Reads the indentation of the lines above, since what is being typed need not be YAML yet. */
export function cursorPlace(text: string, offset: number): CursorPlace {
  const lines = text.slice(0, offset).split('\n');
  const current = lines.at(-1) ?? '';
  const [, indent = '', dashes = '', name, rest = ''] = LINE.exec(current) ?? [];
  const isName = name === undefined;
  const word = isName ? rest : rest.trimStart();
  const path = pathAbove(lines.slice(0, -1), indent.length, dashes);
  return {
    path: isName ? path : [...path, unquoted(name)],
    isName,
    from: offset - (isName ? rest.trimStart().length : word.length),
  };
}

/** The path of the line's own mapping. */
function pathAbove(lines: readonly string[], indent: number, dashes: string): readonly string[] {
  const path: string[] = [];
  let column = indent + dashes.length;
  const take = (from: number, own: string) => {
    // Each dash is a row; how many stand before it on the same level is its number.
    for (let at = own.length - 1; at >= 0; at -= 1)
      if (own[at] === '-') {
        path.unshift('0');
        column = from + at;
      }
  };
  take(indent, dashes);
  let isRow = dashes !== '';
  for (const line of lines.toReversed()) {
    const [, space = '', marks = '', name] = LINE.exec(line) ?? [];
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const start = space.length + marks.length;
    if (name !== undefined && (start < column || (isRow && start === column))) {
      path.unshift(unquoted(name));
      column = start;
      isRow = false;
    }
    if (marks !== '' && space.length < column && start <= column) {
      take(space.length, marks);
      isRow = true;
    }
    if (column === 0 && !isRow) break;
  }
  return path;
}

function unquoted(name: string): string {
  return /^(["']).*\1$/.test(name) ? name.slice(1, -1) : name;
}
