import { isPrintable } from './fmt/quote.ts';

const HTML: Readonly<Record<string, string>> = {
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\0': '\ufffd',
};

export function escapeHtml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- it is what is escaped
  return text.replace(/["'&<>\u0000]/g, (character) => HTML[character] ?? character);
}

/** A text as it can stand between quotes of JavaScript. */
export function escapeScript(text: string): string {
  return text.toWellFormed().replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|["'\\<>&=]/gu, (character) => {
    if (/["'\\]/.test(character)) return `\\${character}`;
    if (!/[<>&=]/.test(character) && isPrintable(character)) return character;
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  });
}

/** A text as it can stand in the query of a URL. */
export function escapeQuery(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
