const SHORT: Readonly<Record<string, string>> = {
  '\u0007': '\\a', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v', '\\': '\\\\',
}; // biome-ignore format: a list
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Whether a character shows: letters, marks, numbers, punctuation, symbols, and of the blanks only the simple one. */
export function isPrintable(character: string): boolean {
  return PRINTABLE.test(character);
}

function escaped(character: string, quote: string, ascii: boolean): string {
  if (character === quote) return `\\${quote}`;
  const short = Object.hasOwn(SHORT, character) ? SHORT[character] : undefined;
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  if (ascii ? code < 0x7f && code >= 0x20 : isPrintable(character)) return character;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** A text in double quotes, with escapes for what does not show. */
export function quote(text: string, ascii: boolean): string {
  let quoted = '';
  for (const character of text.toWellFormed()) quoted += escaped(character, '"', ascii);
  return `"${quoted}"`;
}

export function quoteCharacter(character: string, ascii: boolean): string {
  return `'${escaped(character, "'", ascii)}'`;
}

/** Whether a text can stand between backquotes as it is. */
export function fitsBackquotes(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what does not fit
  return !/[\u0000-\u0008\u000a-\u001f\u007f`\ufeff]/.test(text);
}
