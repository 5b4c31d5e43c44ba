import type { Span } from './secret-json.ts';
import { isSecretVariable } from './secret-names.ts';

const OPENING = /<(?:[\w.-]{1,100}:)?([\w.-]{1,100})/y;
const CLOSING = /<\/([\w.:-]{1,200})\s{0,20}>/g;
const CDATA = '<![CDATA[';

/** Places of the texts in XML elements with a secret name: `<wsse:Password Type="…">…</wsse:Password>`. */
export function elementSecretsIn(text: string): readonly Span[] {
  const closings = new Map(Array.from(text.matchAll(CLOSING), ({ 1: name = '', index }) => [name, index] as const));
  if (closings.size === 0) return [];
  const spans: Span[] = [];
  /** The secret element that is open, and how many of its name are open inside of it. */
  let open: { readonly name: string; depth: number } | undefined;
  for (let at = text.indexOf('<'), from = 0; at !== -1; at = text.indexOf('<', from)) {
    if (open) addText(text, from, at, spans);
    if (text.startsWith(CDATA, at)) {
      const end = text.indexOf(']]>', at);
      if (open) addText(text, at + CDATA.length, end === -1 ? text.length : end, spans);
      if (end === -1) return spans;
      from = end + 3;
      continue;
    }
    OPENING.lastIndex = at;
    const local = OPENING.exec(text)?.[1];
    const isClosing = text[at + 1] === '/';
    from = at + 1;
    if (local === undefined && !isClosing) continue;
    const end = text.indexOf('>', at);
    if (end === -1) return spans;
    const name = isClosing ? text.slice(at + 2, end).trim() : text.slice(at + 1, OPENING.lastIndex);
    from = end + 1;
    const isEmpty = text[end - 1] === '/';
    if (open?.name === name) open.depth += isClosing ? -1 : Number(!isEmpty);
    else if (!open && local !== undefined && !isEmpty && isSecretVariable(local) && (closings.get(name) ?? 0) > end)
      open = { name, depth: 1 };
    if (open?.depth === 0) open = undefined;
  }
  return spans;
}

function addText(text: string, start: number, end: number, spans: Span[]): void {
  const part = text.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  const to = start + part.trimEnd().length;
  if (from < to) spans.push([from, to]);
}

const DISPOSITION = /^content-disposition:[^\r\n]{0,200}?[;\s]name="?([^"\r\n;]{1,100})/gim;
const MOST_PART_HEADERS = 2_000;

/** Places of the values of multipart forms (RFC 7578) whose field has a secret name. */
export function partSecretsIn(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { 0: line, 1: name = '', index } of text.matchAll(DISPOSITION)) {
    const from = index + line.length;
    if (from < (spans.at(-1)?.[1] ?? 0) || !isSecretVariable(name)) continue;
    const blank = /\r?\n\r?\n/.exec(text.slice(from, from + MOST_PART_HEADERS));
    if (!blank) continue;
    const start = from + blank.index + blank[0].length;
    const close = text.indexOf('\n--', start);
    const end = close === -1 ? text.length : close - (text[close - 1] === '\r' ? 1 : 0);
    if (start < end) spans.push([start, end]);
  }
  return spans;
}
