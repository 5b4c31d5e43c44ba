import type { Cursor } from './cursor.ts';
import { CLOSE, COMMA, OPEN } from './names.ts';
import { COMPARISONS, type Compare, type Comparison, type Field } from './tree.ts';
import { readArray, readList, readLogicValue } from './values.ts';

type Draft = { -readonly [Key in keyof Compare]: Compare[Key] };

const comparisons: ReadonlyMap<string, Comparison> = new Map(COMPARISONS.map((word) => [word, word]));
const quantifiable: ReadonlySet<Comparison> = new Set([
  'eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch',
]); // biome-ignore format: a list
const textSearches: ReadonlySet<Comparison> = new Set(['fts', 'plfts', 'phfts', 'wfts']);
const ranges: ReadonlySet<Comparison> = new Set(['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj']);
const TRUTHS = ['null', 'not_null', 'true', 'false', 'unknown'] as const;

/** Length of the word of an operator that stands at a place; 0 when none does. */
function wordLength(text: string, at: number): number {
  let end = at;
  while (end - at < 10 && text.charCodeAt(end) >= 97 && text.charCodeAt(end) <= 122) end++;
  return end - at;
}

/** Place after `operator` or `not.operator` when one stands at a place with its `.` or `(` behind it; else -1. */
export function operatorEnd(text: string, at: number): number {
  const start = text.startsWith('not.', at) ? at + 4 : at;
  const end = start + wordLength(text, start);
  const operator = comparisons.get(text.slice(start, end));
  if (operator === undefined) return -1;
  if (text[end] === '.') return end;
  return text[end] === '(' && (quantifiable.has(operator) || textSearches.has(operator)) ? end : -1;
}

/**
 * Reads `[not.]operator[(modifier)].value`. On the top level a value is everything that follows, quotes included; in
 * `and` and `or` it ends at `,` or `)` unless quoted. `is` gives its word in small letters.
 */
export function readOperation(cursor: Cursor, field: Field, inLogic: boolean): Compare {
  const { text } = cursor;
  const negated = cursor.take('not.');
  const start = cursor.at;
  cursor.at += wordLength(text, start);
  const operator = comparisons.get(text.slice(start, cursor.at));
  const isComplete = cursor.code() === 46 || cursor.code() === OPEN;
  if (operator === undefined || !isComplete) {
    throw cursor.fail(
      operator === undefined ? `${negated ? '' : '"not" or '}operator (eq, gt, ...)` : 'delimiter (.)',
      operator === undefined ? start : cursor.at,
    );
  }
  const compare: Draft = { kind: 'compare', field, negated, operator, value: '' };
  if (cursor.code() === OPEN) readModifier(cursor, compare);
  if (!cursor.take('.')) throw cursor.fail('delimiter (.)');
  compare.value = readValue(cursor, compare, inLogic);
  if (!inLogic && !cursor.isAtEnd) throw cursor.fail('end of input');
  return compare;
}

function readModifier(cursor: Cursor, compare: Draft): void {
  const start = cursor.at + 1;
  const end = cursor.text.indexOf(')', start);
  const modifier = end === -1 ? '' : cursor.text.slice(start, end).trim();
  if (textSearches.has(compare.operator)) {
    if (modifier === '') throw cursor.fail('a text search configuration in parentheses', start);
    compare.language = modifier;
  } else if (quantifiable.has(compare.operator)) {
    if (modifier !== 'any' && modifier !== 'all') throw cursor.fail('"any" or "all"', start);
    compare.quantifier = modifier;
  } else {
    throw cursor.fail('delimiter (.)');
  }
  cursor.at = end + 1;
}

function readValue(cursor: Cursor, compare: Draft, inLogic: boolean): Compare['value'] {
  if (compare.operator === 'in') return readList(cursor);
  if (compare.quantifier !== undefined) return readArray(cursor);
  if (compare.operator === 'is') return readTruth(cursor);
  if (inLogic) return readLogicValue(cursor, ranges.has(compare.operator));
  const value = cursor.text.slice(cursor.at);
  cursor.at = cursor.text.length;
  return value;
}

function readTruth(cursor: Cursor): string {
  const { text, at: start } = cursor;
  let end = start;
  while (end < text.length && text.charCodeAt(end) !== COMMA && text.charCodeAt(end) !== CLOSE) end++;
  const word = end - start > 20 ? '' : text.slice(start, end).trim().toLowerCase();
  const truth = TRUTHS.find((candidate) => candidate === word);
  if (truth === undefined) throw cursor.fail('null, not_null, true, false or unknown');
  cursor.at = end;
  return truth;
}
