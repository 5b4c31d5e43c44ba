import { decodeHTML } from 'entities';

/** A text with one layer of escapes taken off, and where each of its units stood before. */
interface Unescaped {
  readonly text: string;
  /** One more than the text has units: the last is the length of the text before. */
  readonly starts: Uint32Array;
}

const ESCAPE =
  /(?:%[0-9a-f]{2})+|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});|(?:%[0-9a-f]?|\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|&#?[0-9a-z]{0,31})(?=…|\.\.\.|$)|\\./gis;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/**
 * Takes off one layer of percent-encoding, backslash escapes (JSON, JavaScript) and HTML entities, however they are mixed.
 * An escape that was cut off at the end of the text leaves nothing.
 * @returns undefined when there is none.
 */
function unescaped(text: string): Unescaped | undefined {
  if (!/[%\\&]/.test(text)) return undefined;
  const starts = new Uint32Array(text.length + 1);
  let result = '';
  let from = 0;
  const copy = (end: number) => {
    for (let at = from; at < end; at += 1) starts[result.length + at - from] = at;
    result += text.slice(from, end);
  };
  for (const { 0: escape, index } of text.matchAll(ESCAPE)) {
    copy(index);
    from = index + escape.length;
    const isLast = from === text.length || text[from] === '…' || text.startsWith('...', from);
    for (const [decoded, offset] of pieces(escape, isLast)) {
      for (let unit = 0; unit < decoded.length; unit += 1) starts[result.length + unit] = index + offset;
      result += decoded;
    }
  }
  copy(text.length);
  starts[result.length] = text.length;
  return result === text ? undefined : { text: result, starts: starts.subarray(0, result.length + 1) };
}

export interface Layer {
  readonly text: string;
  /** Where each unit stood in the original; undefined in the original itself. */
  readonly starts?: Uint32Array;
}

/** The text, then the text with one layer of escapes taken off, and so on; at most `most` layers. */
export function* layersOf(text: string, most: number): Generator<Layer> {
  let layer: Layer = { text };
  yield layer;
  for (let taken = 0; taken < most; taken += 1) {
    const inner = unescaped(layer.text);
    if (!inner) return;
    const { starts: outer } = layer;
    layer = outer ? { text: inner.text, starts: inner.starts.map((at) => outer[at] ?? 0) } : inner;
    yield layer;
  }
}

type Piece = readonly [decoded: string, offset: number];

function pieces(escape: string, isLast: boolean): readonly Piece[] {
  if (escape.startsWith('%')) return escape.length < 3 ? [] : utf8Pieces(escape, isLast);
  if (escape.startsWith('&')) return escape.endsWith(';') ? [[decodeHTML(escape), 0]] : [];
  const letter = escape.charAt(1).toLowerCase();
  if (/^\\[ux]/i.test(escape) && escape.length > 2) {
    const isWhole = escape.length === (letter === 'u' ? 6 : 4);
    return isWhole ? [[String.fromCharCode(Number.parseInt(escape.slice(2), 16)), 0]] : [];
  }
  return [[CONTROLS[letter] ?? escape.slice(1), 0]];
}

/** Bytes that are not UTF-8 are taken as Latin-1, one by one. */
function utf8Pieces(escape: string, isLast: boolean): readonly Piece[] {
  const bytes = Buffer.from(escape.replaceAll('%', ''), 'hex');
  const found: Piece[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at] ?? 0);
    if (isLast && at + length > bytes.length) break;
    const decoded = bytes.toString('utf8', at, at + length);
    const isValid = at + length <= bytes.length && !decoded.includes('\ufffd');
    found.push([isValid ? decoded : bytes.toString('latin1', at, at + 1), at * 3]);
    at += isValid ? length : 1;
  }
  return found;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc2 ? 2 : 1;
}
