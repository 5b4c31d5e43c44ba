import { Cursor } from './cursor.ts';
import { CLOSE, COMMA, isArrow, NO_STEPS, OPEN, QUOTE, readArrow, readName, readQuoted, readStep } from './names.ts';
import type { Field, JsonStep, OrderTerm } from './tree.ts';

type Draft = { -readonly [Key in keyof OrderTerm]: OrderTerm[Key] };

const DIRECTIONS = ['asc', 'desc'] as const;
const NULLS = ['first', 'last'] as const;

/** Reads `column.desc.nullslast,data->>key,embed(column).asc`; an empty text is no order. */
export function parseOrder(text: string): readonly OrderTerm[] {
  const cursor = new Cursor(text, 'order');
  const terms: OrderTerm[] = [];
  cursor.skipSpaces();
  if (cursor.isAtEnd) return terms;
  do {
    terms.push(readTerm(cursor));
  } while (cursor.take(','));
  return terms;
}

function readTerm(cursor: Cursor): OrderTerm {
  const name = readName(cursor);
  let term: Draft;
  if (cursor.code() === OPEN) {
    cursor.at++;
    const field = readField(cursor, readName(cursor), CLOSE);
    if (!cursor.take(')')) throw cursor.fail('")"');
    term = { field, relation: name };
    cursor.skipSpaces();
  } else {
    term = { field: readField(cursor, name, COMMA) };
  }
  const direction = DIRECTIONS.find((word) => takeWord(cursor, `.${word}`));
  if (direction !== undefined) term.direction = direction;
  const nulls = NULLS.find((word) => takeWord(cursor, `.nulls${word}`));
  if (nulls !== undefined) term.nulls = nulls;
  cursor.skipSpaces();
  if (cursor.isAtEnd || cursor.code() === COMMA) return term;
  const words = direction === undefined ? '"asc", "desc", "nullsfirst", "nullslast"' : '"nullsfirst", "nullslast"';
  throw cursor.fail(nulls === undefined ? `${words}, "," or end of input` : '"," or end of input');
}

/** Takes a word that nothing but a next word, a comma or the end follows. */
function takeWord(cursor: Cursor, word: string): boolean {
  const after = cursor.text.charCodeAt(cursor.at + word.length);
  const isWhole = Number.isNaN(after) || after === COMMA || after === 46 || after === 32 || after === 9;
  return isWhole && cursor.take(word);
}

function readField(cursor: Cursor, name: string, closing: number): Field {
  if (!isArrow(cursor.text, cursor.at)) return { name, path: NO_STEPS };
  const path: JsonStep[] = [];
  for (let operator = readArrow(cursor); operator !== undefined; operator = readArrow(cursor)) {
    cursor.skipSpaces();
    if (cursor.code() === QUOTE) {
      path.push({ operator, key: readQuoted(cursor) });
      cursor.skipSpaces();
    } else {
      path.push(readStep(cursor, operator, keyEnd(cursor, closing)));
    }
  }
  return { name, path };
}

/** An unquoted key holds dots; what orders is taken off its end, so that `data->>a.desc` orders by the key `a`. */
function keyEnd(cursor: Cursor, closing: number): number {
  const { text, at: start } = cursor;
  let end = start;
  while (end < text.length && text.charCodeAt(end) !== closing && !isArrow(text, end)) end++;
  if (closing === CLOSE || isArrow(text, end)) return end;
  while (end > start && (text.charCodeAt(end - 1) === 32 || text.charCodeAt(end - 1) === 9)) end--;
  const withoutNulls = end - suffix(text, end, NULLS, '.nulls');
  return Math.max(start, withoutNulls - suffix(text, withoutNulls, DIRECTIONS, '.'));
}

function suffix(text: string, end: number, words: readonly string[], prefix: string): number {
  const found = words.find((word) => text.endsWith(prefix + word, end));
  return found === undefined ? 0 : prefix.length + found.length;
}
