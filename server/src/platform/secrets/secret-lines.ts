import type { Span } from './secret-json.ts';
import { isSecretNumber, isSecretVariable } from './secret-names.ts';

const QUOTED =
  /(?:(["'])([^"'\\]{1,100})\1|(?<![\w.-])([\w.-]{1,100}))\s{0,20}:\s{0,20}(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/gs;
const NUMBER = /(["'])([^"'\\]{1,100})\1\s{0,20}:\s{0,20}(-?\d[\w.+-]{0,100}|•{8})/g;

/** Places of the values of `"password": "…"`, `'password': '…'`, `password: "…"` and `"password": 1234` in any text. */
export function memberSecretsIn(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(QUOTED)) {
    const end = match.index + match[0].length - 1;
    if (isSecretVariable(match[2] ?? match[3] ?? '')) spans.push([end - (match[4] ?? match[5] ?? '').length, end]);
  }
  for (const match of text.matchAll(NUMBER)) {
    const end = match.index + match[0].length;
    if (isSecretNumber(match[2] ?? '')) spans.push([end - (match[3] ?? '').length, end]);
  }
  return spans;
}

const LINE = /^[ \t]*(?:- +)?([\w.-]{1,100}):[ \t]+(?=[^\s"'|>])([^\r\n]*[^\s])/gm;
const ONE_WORD = /^(?:(?:bearer|basic|token|digest|api-?key)[ \t]+)?\S+$/i;

/**
 * Places of the values of `password: x`, as YAML and headers have them. In a text of one line, which may be a sentence, the
 * value is one word.
 */
export function lineSecretsIn(text: string): readonly Span[] {
  const spans: Span[] = [];
  const isSentence = !text.includes('\n');
  for (const { 0: line, 1: name = '', 2: value = '', index } of text.matchAll(LINE)) {
    if (!isSecretVariable(name) || (isSentence && !ONE_WORD.test(value))) continue;
    const end = index + line.length;
    spans.push([end - value.length, end]);
  }
  return spans;
}

const WHOLE_BEARER = /^\s*bearer\s+(\S+)\s*$/i;
const BEARER = /\bbearer\s{1,5}(•{8}|[\w.~+/=-]{16,})/gi;

/** Places of tokens behind `Bearer`: any word if there is nothing else in the text, else a long one. */
export function bearerSecretsIn(text: string): readonly Span[] {
  const whole = WHOLE_BEARER.exec(text)?.[1];
  if (whole !== undefined) {
    const start = text.lastIndexOf(whole);
    return [[start, start + whole.length]];
  }
  return Array.from(text.matchAll(BEARER), ({ 0: all, 1: token = '', index }): Span => {
    const end = index + all.length;
    return [end - token.length, end];
  });
}
