import { RE2JSSyntaxException } from 're2js';
import { PatternError } from './pattern-error.ts';

/** Syntax of backtracking engines, and what to write instead. */
const UNSUPPORTED: readonly (readonly [syntax: RegExp, advice: string])[] = [
  [/^\(\?<?[=!]/, 'Lookahead and lookbehind are not supported: match the whole text, or use a second pattern'],
  [/^\\(?:[1-9]|k)/, 'Backreferences are not supported: write the repeated part out'],
  [/^(?:\(\?>|[*+?}]\+$)/, 'Atomic groups and possessive repetition are not supported and not needed: leave them out'],
  [/^\\Z/, 'The end of the text is written \\z'],
  [/^\\u/, 'A character by its number is written \\x{…}, for example \\x{00e9}'],
];

/** What the person who wrote the pattern should change. */
export function explain(error: unknown, index: number): PatternError {
  if (!(error instanceof RE2JSSyntaxException)) throw error;
  const part = error.getPattern() ?? '';
  const [, advice] = UNSUPPORTED.find(([syntax]) => syntax.test(part)) ?? [];
  if (advice !== undefined) return new PatternError('unsupported', `"${shorten(part)}": ${advice}`, index);
  return new PatternError('invalid', `"${shorten(part)}": ${error.getDescription()}`, index);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
