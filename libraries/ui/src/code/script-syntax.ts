import { type StreamParser, StreamLanguage, type StringStream } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

/** `script`: all of it is code. `template`: text with code in `{{ }}` and `$( )`. */
export type ScriptSyntax = 'script' | 'template';

const KEYWORDS = new Set(
  'if else end range with define template block break continue in var let const function return for while new typeof instanceof'.split(
    ' ',
  ),
);
const CONSTANTS = new Set(['true', 'false', 'null', 'undefined', 'nil']);

interface State {
  /** What ends the code; undefined in text. */
  end: '}}' | ')' | '' | undefined;
  /** Open parentheses since the code began. */
  depth: number;
}

/** Colours of scripts of several small languages; it does not judge them. */
export function scriptSyntax(syntax: ScriptSyntax): Extension {
  return StreamLanguage.define({
    startState: (): State => ({ end: syntax === 'script' ? '' : undefined, depth: 0 }),
    token: (stream, state) => (state.end === undefined ? text(stream, state) : code(stream, state)),
    languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '"', "'"] } },
  } satisfies StreamParser<State>);
}

function text(stream: StringStream, state: State): string | null {
  if (stream.match('{{')) state.end = '}}';
  else if (stream.match('$(')) state.end = ')';
  else {
    stream.next();
    stream.eatWhile(/[^{$]/);
    return null;
  }
  state.depth = 0;
  return 'controlKeyword';
}

function code(stream: StringStream, state: State): string | null {
  if (stream.eatSpace()) return null;
  if (state.end && state.depth === 0 && stream.match(state.end)) {
    state.end = undefined;
    return 'controlKeyword';
  }
  if (state.end === '' && stream.match(/^\/\/.*/)) return 'lineComment';
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/) || stream.match(/^`[^`]*`?/))
    return 'string.special';
  if (stream.match(/^\d[\w.]*/)) return 'number';
  const word = stream.match(/^[A-Za-z_][\w]*/);
  if (Array.isArray(word)) {
    const [name = ''] = word;
    return KEYWORDS.has(name) ? 'controlKeyword' : CONSTANTS.has(name) ? 'bool' : null;
  }
  const sign = stream.next();
  if (sign === '(') state.depth += 1;
  if (sign === ')') state.depth -= state.depth > 0 ? 1 : 0;
  return null;
}
