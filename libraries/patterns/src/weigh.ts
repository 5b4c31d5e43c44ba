/** One step of a pattern, as far as its cost depends on it. The last alternative takes what the others leave. */
const TOKEN =
  /\\Q[^]*?(?:\\E|$)|\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|.)|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[\w-]+(?=[:)])|[()|]|\{\d+(?:,\d*)?\}|[^]/gsu;
const UNICODE_CLASS = /\\[pP](?:\{[^}]*\}|.)/gsu;
const REPEAT = /^\{(\d+)(,)?(\d*)\}$/;
/** Instructions that a class of Unicode is worth: the engine sorts its hundreds of ranges. */
const UNICODE_CLASS_SIZE = 100;

/** Counts that RE2 takes. */
const MOST_TURNS = 1_000;

export interface Weight {
  /** An upper bound of the instructions. */
  readonly size: number;
  /** A pattern that is right or wrong as this one is, and cheap to parse: it repeats once and has no classes of Unicode. */
  readonly brief: string;
}

/**
 * An upper bound of the instructions that a pattern compiles to, found in one pass over its text, since a compiler would first
 * write them all out: `(a{1000}){1000}` is short and large.
 * @param isClass whether a class of Unicode, such as `\p{Greek}`, exists.
 */
export function weigh(source: string, isClass: (text: string) => boolean): Weight {
  let brief = '';
  const open: number[] = [];
  let size = 0;
  let last = 0;
  for (const [token] of source.matchAll(TOKEN)) {
    const repeat = REPEAT.exec(token);
    brief += repeat
      ? briefRepeat(token, repeat)
      : token.replaceAll(UNICODE_CLASS, (text) => (isClass(text) ? '\\d' : text));
    if (token.startsWith('(')) {
      open.push(size);
      size = 0;
      last = 0;
    } else if (token === ')') {
      // Begin, end, and one step where nothing stands between them.
      last = size + 3;
      size = (open.pop() ?? 0) + last;
    } else if (repeat) {
      const [, least = '', comma, most = ''] = repeat;
      // An open end is one more turn, and each turn that may be left out a step of its own.
      const turns = Math.max(Number(least) + (comma === undefined ? 0 : 1), Number(most));
      size += last * Math.max(0, turns - 1) + (comma === undefined ? 0 : turns);
      last *= Math.max(1, turns);
    } else {
      const classes = token.match(UNICODE_CLASS)?.length ?? 0;
      last = 1 + classes * UNICODE_CLASS_SIZE + (token.startsWith('\\Q') ? token.length : 0);
      size += last;
    }
  }
  return { size: open.reduce((sum, before) => sum + before, size), brief };
}

function briefRepeat(token: string, [, least, , most]: RegExpExecArray): string {
  const isRight =
    Number(least) <= MOST_TURNS && Number(most) <= MOST_TURNS && (most === '' || Number(least) <= Number(most));
  return isRight ? '{1}' : token;
}
