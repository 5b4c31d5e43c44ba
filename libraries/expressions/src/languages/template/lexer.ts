import { Failure } from '../../failure.ts';
import type { Value } from '../../values/value.ts';
import { readCharacter, readNumber, readString } from './literals.ts';
import { findCode, refuseValues, type Source } from './source.ts';

export interface Token {
  readonly kind:
    | 'text'
    | 'left'
    | 'right'
    | 'keyword'
    | 'name'
    | 'field'
    | 'variable'
    | 'literal'
    | 'dot'
    | 'symbol'
    | 'end';
  /** As it is written; of a field the name without its dot, of a variable without its dollar. */
  readonly text: string;
  readonly at: number;
  /** Whether blanks stand before it. */
  readonly spaced: boolean;
  readonly value: Value;
}

const KEYWORDS = new Set(
  ['block', 'break', 'continue', 'define', 'else', 'end', 'if', 'nil', 'range', 'template', 'with'], // biome-ignore format: a list
);
const BLANK = /[ \t\r\n]/;
const BLANKS = /[ \t\r\n]+/y;
const WORD = /[\p{L}\p{Nd}_]*/uy;

/**
 * Cuts a text into tokens: text, and what stands between delimiters.
 * @throws Failure with the offset of what cannot be read.
 */
export function tokenize(source: Source, nesting: number): Token[] {
  const { text, delimiters } = source;
  const { left, right } = delimiters;
  const tokens: Token[] = [];
  const add = (kind: Token['kind'], part: string, at: number, spaced = false, value: Value = null) =>
    tokens.push({ kind, text: part, at, spaced, value });

  let at = source.start;
  let trimBefore = false;
  for (;;) {
    const open = findCode(source, left, at);
    const inner = open < 0 ? text.length : open + left.length;
    const trims = open >= 0 && text.charAt(inner) === '-' && BLANK.test(text.charAt(inner + 1));
    let body = text.slice(at, open < 0 ? text.length : open);
    if (trims) body = trimEnd(body);
    const skipped = trimBefore ? (/^[ \t\r\n]*/.exec(body)?.[0].length ?? 0) : 0;
    if (body.length > skipped) add('text', body.slice(skipped), at + skipped);
    if (open < 0) break;
    const from = inner + (trims ? 2 : 0);
    let end: { at: number; trims: boolean };
    if (text.startsWith('/*', from)) end = comment(source, from, open);
    else {
      add('left', left, open);
      end = action(source, { from, open, nesting }, add);
      add('right', right, end.at - right.length);
    }
    refuseValues(source, open, end.at);
    at = end.at;
    trimBefore = end.trims;
  }
  add('end', '', text.length);
  return tokens;
}

export function tooDeep(nesting: number, offset: number): Failure {
  return new Failure('limit', `The text is nested deeper than ${nesting} levels.`, { offset });
}

/** A pattern that looks for blanks up to the end tries again at each of them. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && BLANK.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Where the right delimiter at a place ends; nothing if there is none. A hyphen before it trims what follows. */
function rightAt({ text, delimiters: { right } }: Source, at: number): { at: number; trims: boolean } | undefined {
  if (BLANK.test(text.charAt(at)) && text.charAt(at + 1) === '-' && text.startsWith(right, at + 2))
    return { at: at + 2 + right.length, trims: true };
  return text.startsWith(right, at) ? { at: at + right.length, trims: false } : undefined;
}

function comment(source: Source, from: number, open: number): { at: number; trims: boolean } {
  const close = source.text.indexOf('*/', from);
  if (close < 0) throw new Failure('syntax', 'The comment does not end.', { offset: open, hint: 'Close it with */.' });
  const end = rightAt(source, close + 2);
  if (end === undefined)
    throw new Failure('syntax', `Behind a comment stands "${source.delimiters.right}" and nothing else.`, {
      offset: close + 2,
    });
  return end;
}

type Add = (kind: Token['kind'], part: string, at: number, spaced?: boolean, value?: Value) => void;

/** Reads tokens up to the right delimiter. Inside of parentheses a delimiter that is one itself closes them first. */
function action(
  source: Source,
  { from, open, nesting }: { from: number; open: number; nesting: number },
  add: Add,
): { at: number; trims: boolean } {
  const { text, delimiters } = source;
  const { right } = delimiters;
  let at = from;
  let parens = 0;
  let spaced = false;
  for (;;) {
    const end = parens > 0 && right === ')' && text.charAt(at) === ')' ? undefined : rightAt(source, at);
    if (end !== undefined) {
      if (parens > 0) throw new Failure('syntax', 'A parenthesis is not closed.', { offset: at });
      return end;
    }
    BLANKS.lastIndex = at;
    const blanks = BLANKS.exec(text)?.[0].length ?? 0;
    if (blanks > 0) {
      // The last blank may belong to a hyphen that trims.
      const last = at + blanks - 1;
      spaced = true;
      at = rightAt(source, last)?.trims === true ? last : at + blanks;
      continue;
    }
    if (at >= text.length)
      throw new Failure('syntax', 'The action does not end.', { offset: open, hint: `Close it with ${right}.` });
    const token = read(source, at);
    // Refused here already, so that a text of nothing but brackets is not read to its end.
    if (token.text === '(' && token.kind === 'symbol' && ++parens > nesting) throw tooDeep(nesting, at);
    if (token.text === ')' && token.kind === 'symbol' && --parens < 0)
      throw new Failure('syntax', 'This parenthesis was never opened.', { offset: at });
    add(token.kind, token.text, at, spaced, token.value ?? null);
    at = token.end;
    spaced = false;
  }
}

interface Read {
  readonly kind: Token['kind'];
  readonly text: string;
  readonly end: number;
  readonly value?: Value;
}

function read(source: Source, at: number): Read {
  const { text } = source;
  const character = text.charAt(at);
  const next = text.charAt(at + 1);
  if (character === '"' || character === '`') {
    const { value, end } = readString(text, at);
    return { kind: 'literal', text: text.slice(at, end), end, value };
  }
  if (character === "'") {
    const { value, end } = readCharacter(text, at);
    return { kind: 'literal', text: text.slice(at, end), end, value };
  }
  if (
    /\d/.test(character) ||
    (/[-+.]/.test(character) && /\d/.test(next)) ||
    (/[-+]/.test(character) && next === '.')
  ) {
    const { value, end } = readNumber(text, at);
    return { kind: 'literal', text: text.slice(at, end), end, value };
  }
  if (character === '.' || character === '$') {
    const word = wordAt(source, at + 1);
    const kind = character === '$' ? 'variable' : word === '' ? 'dot' : 'field';
    return { kind, text: kind === 'dot' ? '.' : word, end: at + 1 + word.length };
  }
  const word = wordAt(source, at);
  if (word !== '') {
    const end = at + word.length;
    if (word === 'true' || word === 'false') return { kind: 'literal', text: word, end, value: word === 'true' };
    return { kind: KEYWORDS.has(word) ? 'keyword' : 'name', text: word, end };
  }
  if (character === ':' && next === '=') return { kind: 'symbol', text: ':=', end: at + 2 };
  if (/[=|,()]/.test(character)) return { kind: 'symbol', text: character, end: at + 1 };
  throw unreadable(source, at);
}

/** A name, behind which something must stand that ends it. */
function wordAt(source: Source, at: number): string {
  const { text } = source;
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0] ?? '';
  const behind = at + word.length;
  const character = text.charAt(behind);
  if (word !== '' && character !== '' && !/[ \t\r\n.,|:()]/.test(character) && rightAt(source, behind) === undefined)
    throw new Failure('syntax', `${JSON.stringify(character)} cannot stand right behind a name.`, {
      offset: behind,
      ...(character === '=' ? { hint: 'Put a blank before the equals sign.' } : {}),
      ...(character === '-' ? { hint: 'Names with a hyphen are read with index: index .labels "app-name".' } : {}),
    });
  return word;
}

function unreadable({ text }: Source, at: number): Failure {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const hints: Readonly<Record<string, string>> = {
    '!': 'Not is a function: not .x.',
    '&': 'And is a function: and .x .y.',
    '<': 'Comparisons are functions: lt .x 1.',
    '>': 'Comparisons are functions: gt .x 1.',
    '[': 'Elements are read with index: index .list 0.',
  };
  const hint = Object.hasOwn(hints, character) ? hints[character] : undefined;
  return new Failure('syntax', `${JSON.stringify(character)} has no meaning here.`, {
    offset: at,
    ...(hint === undefined ? {} : { hint }),
  });
}
