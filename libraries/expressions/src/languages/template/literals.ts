import { Failure } from '../../failure.ts';
import { canonical, INT_MAX, INT_MIN } from '../../values/numbers.ts';
import { Double, type Value } from '../../values/value.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', "'": "'", '"': '"',
}; // biome-ignore format: a list
const CODE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{3})/y;

interface Literal<Result> {
  readonly value: Result;
  readonly end: number;
}

/** Reads `"…"` with escapes, or a raw text between backquotes. */
export function readString(text: string, start: number): Literal<string> {
  const quote = text.charAt(start);
  if (quote === '`') {
    const close = text.indexOf('`', start + 1);
    if (close < 0) throw unended(start, '`');
    return { value: text.slice(start + 1, close).replaceAll('\r', ''), end: close + 1 };
  }
  const { value, end } = readQuoted(text, start, quote);
  return { value, end };
}

/** Reads `'a'`, which is the number of a character. */
export function readCharacter(text: string, start: number): Literal<Value> {
  const { value, end } = readQuoted(text, start, "'");
  const code = value.codePointAt(0);
  if (code === undefined || value.length !== String.fromCodePoint(code).length)
    throw new Failure('syntax', 'One character stands between single quotes.', {
      offset: start,
      hint: 'Texts stand in double quotes.',
    });
  return { value: code, end };
}

function unended(offset: number, quote: string): Failure {
  return new Failure('syntax', 'The text does not end.', { offset, hint: `Close it with ${quote}.` });
}

function readQuoted(text: string, start: number, quote: string): Literal<string> {
  let value = '';
  /** Bytes that escapes name and that are no characters of their own, as \xc3\xa9 is one of two. */
  let bytes: number[] = [];
  const flush = () => {
    if (bytes.length > 0) value += Buffer.from(bytes).toString();
    bytes = [];
  };
  for (let at = start + 1; ; ) {
    const character = text.charAt(at);
    if (character === '' || character === '\n') throw unended(start, quote);
    if (character === quote) {
      flush();
      return { value, end: at + 1 };
    }
    if (character !== '\\') {
      flush();
      value += character;
      at++;
      continue;
    }
    const letter = text.charAt(at + 1);
    const simple = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    const other = quote === '"' ? "'" : '"';
    if (simple !== undefined && letter !== other) {
      flush();
      value += simple;
      at += 2;
      continue;
    }
    const { code, isByte, end } = readCode(text, at);
    if (isByte && quote === '"' && code > 0x7f) bytes.push(code);
    else {
      flush();
      value += String.fromCodePoint(code);
    }
    at = end;
  }
}

function readCode(text: string, at: number): { code: number; isByte: boolean; end: number } {
  CODE.lastIndex = at;
  const found = CODE.exec(text)?.[0];
  const octal = found !== undefined && /^\\\d/.test(found);
  const code = found === undefined ? -1 : Number.parseInt(found.slice(octal ? 1 : 2), octal ? 8 : 16);
  const isByte = octal || found?.[1] === 'x';
  if (found === undefined || code > (isByte ? 0xff : 0x10ffff) || (code >= 0xd800 && code <= 0xdfff))
    throw new Failure('syntax', `The escape \\${text.charAt(at + 1)} means nothing.`, {
      offset: at,
      hint: 'A backslash itself is written \\\\.',
    });
  return { code, isByte, end: at + found.length };
}

/** What an integer is that 64 bits do not hold. */
const BEYOND = Symbol('beyond');

const NUMBER =
  /[-+]?(?:0[xX](?:_?[\da-fA-F])*(?:\.[\da-fA-F_]*)?(?:[pP][-+]?[\d_]+)?|0[bB][01_]+|0[oO][0-7_]+|(?:[\d_]+\.?[\d_]*|\.[\d_]+)(?:[eE][-+]?[\d_]+)?)/y;

/** Reads an integer or a floating-point number as Go writes them. */
export function readNumber(text: string, start: number): Literal<Value> {
  NUMBER.lastIndex = start;
  const found = NUMBER.exec(text)?.[0] ?? '';
  const end = start + found.length;
  const bad = (hint?: string) =>
    new Failure('syntax', `${JSON.stringify(text.slice(start, end + 1).slice(0, 60))} is not a number.`, {
      offset: start,
      ...(hint === undefined ? {} : { hint }),
    });
  if (/[\p{L}\p{Nd}_]/u.test(text.charAt(end))) throw bad();
  const value = toNumber(found);
  if (value === undefined) throw bad();
  if (value === BEYOND) throw bad('An integer has 64 bits. Write 1e20 for a floating-point number.');
  return { value, end };
}

function toNumber(text: string): Value | typeof BEYOND | undefined {
  // A line stands between digits, or behind the sign of the base.
  if (text.includes('_') && !/^[-+]?0[xXbBoO]?(?:_?[\da-fA-F])+$|^[-+]?\d(?:_?\d)*(?:\.\d(?:_?\d)*)?$/.test(text))
    return undefined;
  if (/^[-+]?\d[\d_.eE+-]*_/.test(text) && !/^[-+]?0[xXbBoO_]/.test(text) && /[.eE]/.test(text)) return undefined;
  const plain = text.replaceAll('_', '');
  const negative = plain.startsWith('-');
  const digits = plain.replace(/^[-+]/, '');
  if (/^0[xX]/.test(digits) && /[.pP]/.test(digits)) return hexFloat(digits, negative);
  if (/^0[xX][\da-fA-F]+$|^0[bB][01]+$|^0[oO][0-7]+$|^\d+$/.test(digits)) return integer(digits, negative);
  if (!/^(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(digits)) return undefined;
  const value = Number(digits);
  return Number.isFinite(value) ? new Double(negative ? -value : value) : undefined;
}

function integer(digits: string, negative: boolean): Value | typeof BEYOND {
  // A leading zero means octal digits; with others it is no integer, nor a floating-point number without a point.
  if (/^0\d*[89]/.test(digits)) return BEYOND;
  const size = digits.length > 100 ? 2n ** 64n : BigInt(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits);
  const value = negative ? -size : size;
  return value > INT_MAX || value < INT_MIN ? BEYOND : canonical(value);
}

function hexFloat(digits: string, negative: boolean): Value | undefined {
  const parts = /^0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([-+]?\d+)$/.exec(digits);
  if (parts === null || digits.length > 60) return undefined;
  const [, whole = '', fraction = '', power = '0'] = parts;
  if (whole + fraction === '') return undefined;
  const value = Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (Number(power) - 4 * fraction.length);
  return Number.isFinite(value) ? new Double(negative ? -value : value) : undefined;
}
