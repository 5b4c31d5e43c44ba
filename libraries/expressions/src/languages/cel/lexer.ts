import { Failure } from '../../failure.ts';
import { toInt, toUint } from '../../values/numbers.ts';
import { Double, type Value } from '../../values/value.ts';
import { readLiteral } from './literals.ts';

export interface Token {
  readonly kind: 'name' | 'quoted' | 'literal' | 'symbol' | 'end';
  /** Name, symbol, or the text of a number. */
  readonly text: string;
  readonly at: number;
  readonly value: Value;
}

const SPACE = /(?:[\t\n\f\r ]+|\/\/[^\n]*)+/y;
const NAME = /[A-Za-z_]\w*/y;
const QUOTED_NAME = /`([\w.\-/ ]+)`/y;
const NUMBER = /0[xX][\da-fA-F]+[uU]?|(?:\d+\.\d+(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)|\d+[uU]?/y;
const STRING = /(?:[rR][bB]?|[bB][rR]?)?(?:"|')/y;
const SYMBOL = /&&|\|\||[=!<>]=|[-+*/%<>!?:.,()[\]{}]/y;

/**
 * Cuts a text into tokens.
 * @throws Failure with the offset of what cannot be read.
 */
export function* tokens(text: string, foldLines: boolean): Generator<Token, undefined> {
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  for (;;) {
    at += match(SPACE)?.length ?? 0;
    if (at >= text.length) break;
    const token = { at, value: null };
    let found: string | undefined;
    if (match(STRING) !== undefined) {
      const { value, end } = readLiteral(text, at, foldLines);
      yield { ...token, kind: 'literal', text: text.slice(at, end), value };
      at = end;
      continue;
    }
    if ((found = match(NAME)) !== undefined) yield { ...token, kind: 'name', text: found };
    else if ((found = match(NUMBER)) !== undefined)
      yield { ...token, kind: 'literal', text: found, value: numberOf(found, at) };
    else if ((found = match(SYMBOL)) !== undefined) yield { ...token, kind: 'symbol', text: found };
    else if ((found = match(QUOTED_NAME)) !== undefined) yield { ...token, kind: 'quoted', text: found.slice(1, -1) };
    else throw unreadable(text, at);
    at += found.length;
  }
  yield { kind: 'end', text: '', at: text.length, value: null };
  return undefined;
}

/** Reads the text of a number, also with a minus before it. */
export function numberOf(text: string, at: number): Value {
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  try {
    if (/[uU]$/.test(digits)) return toUint(BigInt(digits.slice(0, -1)));
    if (/^0[xX]|^\d+$/.test(digits)) return toInt(negative ? -BigInt(digits) : BigInt(digits));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The magnitude of the smallest int is no int itself; the parser reads it again with its minus.
    if (!negative && digits.length < 40 && BigInt(digits) === 2n ** 63n) return 2n ** 63n;
    throw new Failure('syntax', error.message, { offset: at });
  }
  return new Double(Number(text));
}

function unreadable(text: string, at: number): Failure {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const hints: Record<string, string> = {
    '=': 'Compare with ==.',
    '&': 'And is written &&.',
    '|': 'Or is written ||.',
  };
  const hint = Object.hasOwn(hints, character) ? hints[character] : undefined;
  return new Failure('syntax', `${JSON.stringify(character)} has no meaning here.`, {
    offset: at,
    ...(hint === undefined ? {} : { hint }),
  });
}
