import { Failure } from '../../failure.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', '?': '?', '"': '"', "'": "'", '`': '`',
}; // biome-ignore format: a list

const CODES: Readonly<Record<string, RegExp>> = {
  x: /[\da-fA-F]{2}/y,
  X: /[\da-fA-F]{2}/y,
  u: /[\da-fA-F]{4}/y,
  U: /[\da-fA-F]{8}/y,
};
const OCTAL = /[0-3][0-7]{2}/y;

/**
 * Reads a string or bytes literal that begins at an offset.
 * @param foldLines a line break inside of simple quotes is a space, instead of an error
 * @throws Failure if it does not end, or holds an escape that means nothing.
 */
export function readLiteral(
  text: string,
  start: number,
  foldLines: boolean,
): { value: string | Uint8Array; end: number } {
  const prefix = /^[rRbB]*/.exec(text.slice(start, start + 2))?.[0].toLowerCase() ?? '';
  const open = start + prefix.length;
  const quote = text.charAt(open);
  const delimiter = text.startsWith(quote.repeat(3), open) ? quote.repeat(3) : quote;
  const raw = prefix.includes('r');
  const end = findEnd(text, open + delimiter.length, delimiter, { raw, foldLines, start });
  let body = text.slice(open + delimiter.length, end);
  if (foldLines && delimiter.length === 1) body = body.replace(/\r?\n|\r/g, ' ');
  const from = open + delimiter.length;
  const value = prefix.includes('b') ? readBytes(body, raw, from) : raw ? body : readText(body, from);
  return { value, end: end + delimiter.length };
}

function findEnd(
  text: string,
  from: number,
  delimiter: string,
  { raw, foldLines, start }: { raw: boolean; foldLines: boolean; start: number },
): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '\\' && !raw) at++;
    else if (text.startsWith(delimiter, at)) return at;
    else if (delimiter.length === 1 && !foldLines && (character === '\n' || character === '\r')) break;
  }
  throw new Failure('syntax', `The string does not end.`, { offset: start, hint: `Close it with ${delimiter}.` });
}

function readText(body: string, from: number): string {
  if (!body.includes('\\')) return body;
  let result = '';
  for (const { text, code, at } of pieces(body, from)) {
    if (code !== undefined && (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)))
      throw new Failure('syntax', 'The escape names no character.', { offset: at });
    result += code === undefined ? text : String.fromCodePoint(code);
  }
  return result;
}

function readBytes(body: string, raw: boolean, from: number): Uint8Array {
  if (raw || !body.includes('\\')) return new Uint8Array(Buffer.from(body));
  const parts: Uint8Array[] = [];
  for (const { text, code, at } of pieces(body, from)) {
    if (code !== undefined && code > 0xff)
      throw new Failure('syntax', 'Bytes have no Unicode escapes.', { offset: at });
    parts.push(code === undefined ? Buffer.from(text) : Uint8Array.of(code));
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** Text between escapes, and what escapes stand for: text or a code. */
function* pieces(body: string, from: number): Generator<{ text: string; code?: number; at: number }> {
  let at = 0;
  while (at < body.length) {
    const next = body.indexOf('\\', at);
    const until = next < 0 ? body.length : next;
    if (until > at) yield { text: body.slice(at, until), at: from + at };
    if (next < 0) return;
    const letter = body.charAt(next + 1);
    const simple = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (simple !== undefined) {
      yield { text: simple, at: from + next };
      at = next + 2;
      continue;
    }
    const pattern = Object.hasOwn(CODES, letter) ? CODES[letter] : undefined;
    const used = pattern ?? OCTAL;
    used.lastIndex = pattern === undefined ? next + 1 : next + 2;
    const digits = used.exec(body)?.[0];
    if (digits === undefined)
      throw new Failure('syntax', `The escape \\${letter} means nothing.`, {
        offset: from + next,
        hint: 'A backslash itself is written \\\\.',
      });
    yield { text: '', code: Number.parseInt(digits, pattern === undefined ? 8 : 16), at: from + next };
    at = used.lastIndex;
  }
}
