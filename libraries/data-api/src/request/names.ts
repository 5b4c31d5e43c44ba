import { type Cursor, isSpace, trimSpaces } from './cursor.ts';
import type { JsonStep } from './tree.ts';

export const NO_STEPS: readonly JsonStep[] = [];

const DASH = 45;
export const DOT = 46;
export const QUOTE = 34;
export const OPEN = 40;
export const CLOSE = 41;
export const COMMA = 44;
export const COLON = 58;
const GREATER = 62;
const BACKSLASH = 92;

const nameCodes = new Uint8Array(128);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$@#/- \t') {
  nameCodes[character.charCodeAt(0)] = 1;
}

/** Whether a code unit may stand in a name without quotes. Every letter outside ASCII may. */
export function isNameCode(code: number): boolean {
  return code < 128 ? nameCodes[code] === 1 : code >= 128;
}

export function isArrow(text: string, at: number): boolean {
  return text.charCodeAt(at) === DASH && text.charCodeAt(at + 1) === GREATER;
}

/** Place after the closing quote of a text that is quoted from `start`; -1 when it does not close. */
export function quotedEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return -1;
}

/** What stands between the quotes at `start` and before `end`; a backslash takes the next character as it is. */
export function unquote(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  if (!inner.includes('\\')) return inner;
  let result = '';
  let from = 0;
  for (let at = inner.indexOf('\\'); at !== -1; at = inner.indexOf('\\', at + 2)) {
    result += inner.slice(from, at);
    from = at + 1;
  }
  return result + inner.slice(from);
}

/** Reads a quoted text at the place of the cursor. */
export function readQuoted(cursor: Cursor): string {
  const end = quotedEnd(cursor.text, cursor.at);
  if (end === -1) throw cursor.fail('a closing quote', cursor.text.length);
  const value = unquote(cursor.text, cursor.at, end);
  cursor.at = end;
  return value;
}

/** Reads a name, quoted or not, and the white space around it. */
export function readName(cursor: Cursor): string {
  cursor.skipSpaces();
  if (cursor.code() === QUOTE) {
    const name = readQuoted(cursor);
    cursor.skipSpaces();
    return name;
  }
  const { text, at: start } = cursor;
  let at = start;
  while (at < text.length && isNameCode(text.charCodeAt(at)) && !isArrow(text, at)) at++;
  if (at === start) throw cursor.fail('field name (letters, digits, _, $ or a quoted name)');
  cursor.at = at;
  return isSpace(text.charCodeAt(at - 1)) ? trimSpaces(text, start, at) : text.slice(start, at);
}

/** Reads `->` or `->>` when it stands here. */
export function readArrow(cursor: Cursor): JsonStep['operator'] | undefined {
  if (!isArrow(cursor.text, cursor.at)) return undefined;
  cursor.at += 2;
  if (cursor.code() !== GREATER) return '->';
  cursor.at++;
  return '->>';
}

/** Reads the key after an arrow that is known to end before `end`. */
export function readStep(cursor: Cursor, operator: JsonStep['operator'], end: number): JsonStep {
  const key = trimSpaces(cursor.text, cursor.at, end);
  if (key === '') throw cursor.fail('JSON key or index');
  cursor.at = end;
  return { operator, key: isIndex(key) ? Number(key) : key };
}

/** Reads the steps of a path in a text where only another arrow ends an unquoted key. */
export function readSteps(cursor: Cursor, end: number): JsonStep[] {
  const steps: JsonStep[] = [];
  while (cursor.at < end) {
    const operator = readArrow(cursor);
    if (operator === undefined) throw cursor.fail('"->" or "->>"');
    cursor.skipSpaces();
    if (cursor.code() === QUOTE) {
      steps.push({ operator, key: readQuoted(cursor) });
      cursor.skipSpaces();
    } else {
      const next = cursor.text.indexOf('->', cursor.at);
      steps.push(readStep(cursor, operator, next === -1 || next > end ? end : next));
    }
  }
  return steps;
}

/** Whether an unquoted key is an index of an array: an integer of 32 bits, as the operators of PostgreSQL take it. */
function isIndex(key: string): boolean {
  const start = key.charCodeAt(0) === DASH ? 1 : 0;
  if (key.length === start || key.length > 11) return false;
  for (let at = start; at < key.length; at++) {
    const code = key.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  const index = Number(key);
  return index >= -2_147_483_648 && index <= 2_147_483_647;
}
