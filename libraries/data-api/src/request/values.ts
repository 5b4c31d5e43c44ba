import { type Cursor, isSpace } from './cursor.ts';
import { CLOSE, COMMA, OPEN, QUOTE, quotedEnd, unquote } from './names.ts';

const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

function isClosing(code: number): boolean {
  return code === COMMA || code === CLOSE;
}

/**
 * Reads a value inside `and`, `or` or a list: quoted, or all up to the next `,` or `)`. A text that begins with a quote
 * and goes on after it is no quoted one, and taken as it is.
 */
function readElement(cursor: Cursor): string {
  const { text, at: start } = cursor;
  if (text.charCodeAt(start) === QUOTE) {
    const end = quotedEnd(text, start);
    if (end !== -1 && (end >= text.length || isClosing(text.charCodeAt(end)))) {
      cursor.at = end;
      return unquote(text, start, end);
    }
  }
  let at = start;
  while (at < text.length && !isClosing(text.charCodeAt(at))) at++;
  cursor.at = at;
  return text.slice(start, at);
}

/**
 * Reads the value of a condition inside `and` or `or`. One that begins with `{`, or for a range with `[` or `(`, keeps its
 * commas and must close: `{a,b}`, `[1,2]`, `[1,2)`, `(1,2]`.
 */
export function readLogicValue(cursor: Cursor, isRange: boolean): string {
  const { text, at: start } = cursor;
  const code = text.charCodeAt(start);
  const isBracketed = code === OPEN_BRACE || (isRange && (code === OPEN_BRACKET || code === OPEN));
  if (!isBracketed) return readElement(cursor);
  const end = bracketEnd(text, start);
  if (end === -1) throw cursor.fail('a closing bracket, or quotes around the value', text.length);
  cursor.at = end;
  return text.slice(start, end);
}

/** Place after the bracket that closes the one at `start`; -1 when none does. Only braces count inside braces. */
function bracketEnd(text: string, start: number): number {
  const isBrace = text.charCodeAt(start) === OPEN_BRACE;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = quotedEnd(text, at);
      if (end === -1) return -1;
      at = end - 1;
    } else if (code === OPEN_BRACE || (!isBrace && (code === OPEN_BRACKET || at === start))) depth++;
    else if (code === CLOSE_BRACE || (!isBrace && code === CLOSE_BRACKET)) depth--;
    else if (!isBrace && code === CLOSE && depth === 1) depth = 0;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/** Reads `(a,"b,c")` and the white space around its parentheses; `()` is the empty list. */
export function readList(cursor: Cursor): readonly string[] {
  cursor.skipSpaces();
  if (!cursor.take('(')) throw cursor.fail('"("');
  cursor.skipSpaces();
  const values: string[] = [];
  if (cursor.code() !== CLOSE) {
    do {
      values.push(readElement(cursor));
    } while (cursor.take(','));
  }
  if (!cursor.take(')')) throw cursor.fail('"," or ")"');
  cursor.skipSpaces();
  return values;
}

/** Reads an array literal of PostgreSQL with one dimension, `{a,"b,c"}`. */
export function readArray(cursor: Cursor): readonly string[] {
  if (!cursor.take('{')) throw cursor.fail('"{"');
  const values: string[] = [];
  cursor.skipSpaces();
  if (cursor.take('}')) return values;
  do {
    cursor.skipSpaces();
    values.push(readArrayElement(cursor));
    cursor.skipSpaces();
  } while (cursor.take(','));
  if (!cursor.take('}')) throw cursor.fail('"," or "}"');
  return values;
}

function readArrayElement(cursor: Cursor): string {
  const { text, at: start } = cursor;
  if (text.charCodeAt(start) === QUOTE) {
    const end = quotedEnd(text, start);
    if (end === -1) throw cursor.fail('a closing quote', text.length);
    cursor.at = end;
    return unquote(text, start, end);
  }
  let value = '';
  let from = start;
  let at = start;
  let end = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_BRACE || code === OPEN_BRACE || code === QUOTE) break;
    if (code === BACKSLASH && at + 1 < text.length) {
      value += text.slice(from, at);
      from = ++at;
    } else if (isSpace(code)) continue;
    end = at + 1;
  }
  cursor.at = at;
  value += text.slice(from, Math.max(from, end));
  if (end === start) throw cursor.fail('an element of the array');
  if (value.length === 4 && end - start === 4 && value.toLowerCase() === 'null') {
    throw cursor.fail('a value: nothing compares with NULL, and the text is written "NULL" in quotes', start);
  }
  return value;
}
