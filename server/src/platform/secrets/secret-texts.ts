import { HIDDEN } from './hidden.ts';
import { layersOf } from './unescaped.ts';
import { jsonSecretsIn, type Span } from './secret-json.ts';
import { bearerSecretsIn, lineSecretsIn, memberSecretsIn } from './secret-lines.ts';
import { elementSecretsIn, partSecretsIn } from './secret-markup.ts';
import { isSecretVariable } from './secret-names.ts';

/** The text with every secret that its form gives away replaced: logins in addresses, `token=…`, `"password":"…"`. */
export function hideSecretsIn(text: string): string {
  return replaceSpans(text, secretsIn(text), () => HIDDEN);
}

/** What {@link hideSecretsIn} hides in the text; of a text that is hidden as a whole also each secret in it. */
export function secretTextsIn(text: string): readonly string[] {
  const spans = [...secretsIn(text), ...(PRIVATE_KEY.test(text) ? apartIn(text) : [])];
  return spans.map(([start, end]) => text.slice(start, end));
}

/** The text with its secrets hidden and without the logins of its addresses. */
export function withoutLogins(text: string): string {
  const hidden = hideSecretsIn(text);
  const logins = loginsIn(hidden).map(({ start, at }): Span => [start, at + 1]);
  return replaceSpans(hidden, logins, () => '');
}

/** What tells whether two texts lead to the same place: the address without what is secret in it. */
function addressOf(text: string): string {
  const host = hostOf(text);
  // Where the parser that connects sees another host than we do, someone may be hiding a host inside a "password".
  return host !== undefined && host !== hostOf(hideSecretsIn(text)) ? text : withoutLogins(text);
}

/** What tells whether an entry leads to the same server: scheme, host and port of an address, else the address itself. */
export function serverOf(text: string): string {
  const host = hostOf(text);
  return host !== undefined && host === hostOf(hideSecretsIn(text)) ? host : addressOf(text);
}

/**
 * Puts the stored secrets of a text back where the sender left the placeholder; secrets typed anew stay. Undefined when
 * anything else in the text differs, because then its secret might go where its reader chose.
 */
export function restoreSecretsIn(text: string, stored: string): string | undefined {
  const spans = secretsIn(text);
  const known = secretsIn(stored);
  if (spans.length !== known.length || hideSecretsIn(text) !== hideSecretsIn(stored)) return undefined;
  if (addressOf(text) !== withoutLogins(text)) return undefined;
  const restored = replaceSpans(text, spans, (typed, index) =>
    typed === HIDDEN ? stored.slice(...(known[index] ?? [0, 0])) : typed,
  );
  return restored.includes(HIDDEN) && !stored.includes(HIDDEN) ? undefined : restored;
}

function hostOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host } = new URL(text);
  // What comes first there is a namespace, and each name leads elsewhere.
  if (protocol === 'connection:') return undefined;
  return `${protocol}//${host}`;
}

function replaceSpans(text: string, spans: readonly Span[], by: (part: string, index: number) => string): string {
  let result = '';
  let from = 0;
  for (const [index, [start, end]] of spans.entries()) {
    result += text.slice(from, start) + by(text.slice(start, end), index);
    from = end;
  }
  return result + text.slice(from);
}

/** JSON in JSON in JSON. */
const MOST_DEPTH = 3;
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;

/** In order, not empty, not overlapping. */
function secretsIn(text: string, depth = 0): readonly Span[] {
  return PRIVATE_KEY.test(text) ? [[0, text.length]] : apartIn(text, depth);
}

function apartIn(text: string, depth = 0): readonly Span[] {
  const logins = loginsIn(text).map(({ colon, start, at }): Span => [colon === -1 ? start : colon + 1, at]);
  const found = [
    ...logins,
    ...pairsIn(text),
    ...memberSecretsIn(text),
    ...lineSecretsIn(text),
    ...bearerSecretsIn(text),
    ...elementSecretsIn(text),
    ...partSecretsIn(text),
    ...jsonSecretsIn(text, (content) => (depth < MOST_DEPTH ? escapedIn(content, depth + 1) : [])),
  ].filter(([start, end]) => start < end);
  const spans: [number, number][] = [];
  for (const [start, end] of found.sort(([a], [b]) => a - b)) {
    const last = spans.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else spans.push([start, end]);
  }
  return spans;
}

/** In a text with escapes, such as the content of a string in JSON. */
function escapedIn(text: string, depth: number): readonly Span[] {
  const [, inner] = [...layersOf(text, 1)];
  const { starts } = inner ?? {};
  if (!inner || !starts) return [];
  return secretsIn(inner.text, depth).map(([start, end]) => [starts[start] ?? 0, starts[end] ?? text.length]);
}

interface Login {
  readonly start: number;
  /** Before the password; -1 when the login is one word, which then is a token. */
  readonly colon: number;
  readonly at: number;
}

const WHOLE_ADDRESS = /^\s*[a-z][a-z0-9+.-]*:\/\//i;
const BARE_LOGIN = /^(?!mailto:|sips?:|xmpp:)[^\s:/?#@]*:[^\s]*@/i;

/** Where addresses hold a login. One pass over the text: each address ends where the next begins. */
function loginsIn(text: string): readonly Login[] {
  const logins: Login[] = [];
  // `user:password@tcp(host)/name`, as drivers of databases take it.
  const [bare] = text.includes('://') ? [] : (BARE_LOGIN.exec(text) ?? []);
  if (bare !== undefined) return [{ start: 0, colon: text.indexOf(':'), at: bare.length - 1 }];
  // In a text that is one address a quote is part of it; in JSON or a script it ends it.
  const ends = WHOLE_ADDRESS.test(text) ? /[ /?#\\]/ : /[\s/?#\\"'<>`]/;
  for (let scheme = text.indexOf('://'); scheme !== -1; ) {
    const next = text.indexOf('://', scheme + 3);
    let start = scheme + 3;
    // Parsers of http addresses skip these.
    while (text[start] === '/' || text[start] === '\\') start += 1;
    const segment = text.slice(start, next === -1 ? text.length : next);
    const end = segment.search(ends);
    const login = loginIn(segment, end === -1 ? segment : segment.slice(0, end));
    if (login) logins.push({ start, colon: login.colon === -1 ? -1 : start + login.colon, at: start + login.at });
    scheme = next;
  }
  return logins;
}

function loginIn(segment: string, authority: string): Omit<Login, 'start'> | undefined {
  const at = authority.lastIndexOf('@');
  const colon = authority.indexOf(':');
  if (at !== -1) return { colon: colon < at ? colon : -1, at };
  // What follows the colon is no port: a password that holds a slash, a question mark or a blank without escaping it.
  if (colon === -1 || authority.startsWith('[') || /^[\d\t\n\r]*$/.test(authority.slice(colon + 1))) return undefined;
  const last = segment.lastIndexOf('@');
  return last === -1 ? undefined : { colon, at: last };
}

// Each match can start only where a word does, so that a long word is looked at once.
const PAIR = /(?<![\w.%[\]-])([\w.%[\]-]+)=/g;

/** Values of `token=…` in queries, forms and connection strings. */
function pairsIn(text: string): readonly Span[] {
  const isAddress = WHOLE_ADDRESS.test(text);
  const spans: Span[] = [];
  for (const match of text.matchAll(PAIR)) {
    const start = match.index + match[0].length;
    // Looking for the end of what is covered already would make `token=token=token=…` quadratic.
    if (start < (spans.at(-1)?.[1] ?? 0) || !isSecretVariable(decoded(match[1] ?? ''))) continue;
    const quote = text[start] === "'" || text[start] === '"' ? text[start] : undefined;
    const inQuery = /[?&#]/.test(text[match.index - 1] ?? '');
    const close = quote === undefined || inQuery ? -1 : text.indexOf(quote, start + 1);
    const ends = inQuery ? (isAddress ? /[&#\s]/g : /[&#\s"'<>`]/g) : /[&;\s"'<>`]/g;
    ends.lastIndex = start;
    spans.push(close === -1 ? [start, ends.exec(text)?.index ?? text.length] : [start + 1, close]);
  }
  return spans;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
