import { refuse } from '../errors.ts';
import { nestsDeeper } from './json-depth.ts';
import { REQUEST_LIMITS } from './tree.ts';

/** Parses JSON; PGRST102 with line and column of the first character that is wrong, PGRST900 for too many levels. */
export function parseJson(text: string, levels: number = REQUEST_LIMITS.bodyDepth): unknown {
  if (nestsDeeper(text, levels)) throw refuse.overLimit(`The JSON of the body is nested deeper than ${levels} levels`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (text.trim() === '') throw refuse.badBody('Empty or invalid json', { cause });
    const at = brokenAt(text);
    const found = text.codePointAt(at);
    const line = text.slice(0, at).split('\n').length;
    const column = at - text.lastIndexOf('\n', at - 1);
    throw refuse.badBody('Empty or invalid json', {
      details: `unexpected ${found === undefined ? 'end of input' : JSON.stringify(String.fromCodePoint(found))} at line ${line}, column ${column}`,
      cause,
    });
  }
}

const LITERALS = ['true', 'false', 'null'];
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Place of the first character that cannot stand in JSON, or the length when the text ends too early. The engine's own
 * message names no place for short texts. Needs no stack, however deep the text nests.
 */
function brokenAt(text: string): number {
  const open: string[] = [];
  let at = 0;
  let expected: 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' = 'value';
  for (;;) {
    while (' \t\n\r'.includes(text[at] ?? '!')) at++;
    const character = text[at] ?? '';
    const isFirst = expected === 'first value' || expected === 'first key';
    if (character === '') return at;
    if ((expected === 'comma' || isFirst) && character === open.at(-1)) {
      open.pop();
      at++;
      expected = 'comma';
    } else if (expected === 'comma') {
      if (character !== ',' || open.length === 0) return at;
      at++;
      expected = open.at(-1) === '}' ? 'key' : 'value';
    } else if (expected === 'colon') {
      if (character !== ':') return at;
      at++;
      expected = 'value';
    } else if (expected === 'key' || expected === 'first key') {
      if (character !== '"') return at;
      const end = stringEnd(text, at);
      if (end < 0) return -end;
      at = end;
      expected = 'colon';
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      at++;
      expected = character === '{' ? 'first key' : 'first value';
    } else {
      const end = scalarEnd(text, at);
      if (end < 0) return -end;
      if (end === at) return at;
      at = end;
      expected = 'comma';
    }
  }
}

/** Place after a string, number or word; the negated place where it breaks. */
function scalarEnd(text: string, at: number): number {
  if (text[at] === '"') return stringEnd(text, at);
  const literal = LITERALS.find((word) => text.startsWith(word, at));
  if (literal !== undefined) return at + literal.length;
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? NUMBER.lastIndex : at;
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '"') return at + 1;
    if (text.charCodeAt(at) < 32) return -at;
    if (character !== '\\') continue;
    at++;
    const escaped = text[at] ?? '';
    if (escaped === 'u') {
      for (let digit = 0; digit < 4; digit++) {
        at++;
        if (!/^[\da-f]$/i.test(text[at] ?? '')) return -at;
      }
    } else if (escaped === '' || !'"\\/bfnrt'.includes(escaped)) return -at;
  }
  return -text.length;
}
