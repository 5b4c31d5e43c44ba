import { layersOf } from './unescaped.ts';

/** Shorter ones stand in every text by chance. */
export const SHORTEST_SEARCHED = 4;
const LAYERS = 2;
const NOT_ASCII = /[^\0-\x7f]/;
/** What no encoding of a text changes. */
const UNRESERVED = /^[\w.~-]*$/;
const SHORTEST_LINE = 16;

const SCHEME = /^(?:basic|bearer|digest|negotiate|ntlm|token|api-?key|aws4-hmac-sha256)\s+(\S[^]*)$/i;
const PARAMETER = /\b(?:response|signature|credential)\s{0,5}=\s{0,5}"?([^",\s]+)/gi;
const COOKIES = /^[^=;,\s]+=[^;]*(?:;\s*[^=;,\s]+=[^;]*)*;?$/;

/** `key=a, token=b; c "d"`, as headers have it, on one line and neither JSON nor markup. */
const LIST = /^(?![[{<])(?=.*[,;])(?=.*[="]).+$/;
const ELEMENT = /(?:[\w.-]{1,100}\s{0,5}=\s{0,5})?(?:"((?:[^"\\]|\\.)*)"|([^\s,;"=][^\s,;"]*))/g;

/**
 * What is secret in a secret by itself: the credentials behind their scheme, each cookie, each element of a list, each line
 * of a key, also of one that is written with escapes.
 */
export function partsOf(secret: string): ReadonlySet<string> {
  const whole = secret.trim();
  const credentials = SCHEME.exec(whole)?.[1];
  const parts = new Set([credentials ?? whole]);
  if (credentials !== undefined) {
    for (const [, value = ''] of credentials.matchAll(PARAMETER)) parts.add(value);
    if (/^basic\s/i.test(whole)) parts.add(passwordIn(credentials));
  } else if (COOKIES.test(whole)) {
    for (const pair of whole.split(';')) parts.add(pair.slice(pair.indexOf('=') + 1).trim());
  }
  if (LIST.test(whole)) for (const [, quoted, word] of whole.matchAll(ELEMENT)) parts.add(quoted ?? word ?? '');
  for (const { text } of layersOf(whole, LAYERS)) {
    const lines = text.split(/\r?\n/);
    if (lines.length > 1)
      for (const line of lines.map((one) => one.trim()))
        if (line.length >= SHORTEST_LINE && !line.startsWith('-----')) parts.add(line);
  }
  parts.delete('');
  return parts;
}

/** The password of HTTP Basic (RFC 7617); empty when there is none. */
function passwordIn(credentials: string): string {
  const login = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = login.indexOf(':');
  return colon === -1 ? '' : login.slice(colon + 1);
}

/**
 * Every text by which a secret is found in a text whose escapes were taken off: itself, with its own escapes taken off, in
 * base64 and base64url at each of the three places that it may have inside a larger text, in hexadecimal.
 */
export function formsOf(secret: string): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const plain of readingsOf(secret)) {
    forms.add(plain).add(plain.replaceAll(' ', '+'));
    for (const number of exponentForms(plain)) forms.add(number);
    // Bytes of UTF-8 read as Latin-1, as in headers, and bytes of Latin-1 read as UTF-8.
    if (NOT_ASCII.test(plain)) {
      forms.add(Buffer.from(plain).toString('latin1'));
      forms.add(plain.replaceAll(/[^\0-\x7f]/g, '\ufffd'));
    }
    for (const escaped of escapedForms(plain)) {
      addEncoded(forms, Buffer.from(escaped));
      if (NOT_ASCII.test(escaped)) addEncoded(forms, Buffer.from(escaped, 'latin1'));
    }
  }
  for (const form of forms) if (form.length < SHORTEST_SEARCHED) forms.delete(form);
  return forms;
}

const NUMBER = /^[+-]?\d[\d.]*(?:e[+-]?\d+)?$/i;

/** A number as `9.8e+7`, `9.8e7` and `9.8e+07`, which languages choose for themselves. */
function exponentForms(secret: string): readonly string[] {
  if (!NUMBER.test(secret) || !Number.isFinite(Number(secret))) return [];
  const [mantissa = '', exponent = ''] = Number(secret).toExponential().split('e');
  const sign = exponent.slice(0, 1);
  const digits = exponent.slice(1);
  const forms = [`${mantissa}e${exponent}`, `${mantissa}e${sign}${digits.padStart(2, '0')}`];
  return sign === '+' ? [...forms, `${mantissa}e${digits}`] : forms;
}

/** The secret, and what it says where it was written with escapes, as in an address or in JSON. */
function readingsOf(secret: string): ReadonlySet<string> {
  const readings = new Set<string>();
  for (const { text } of layersOf(secret, LAYERS)) readings.add(text).add(text.replaceAll('+', ' '));
  return readings;
}

function addEncoded(forms: Set<string>, bytes: Buffer): void {
  forms.add(bytes.toString('hex'));
  for (const place of [0, 1, 2]) {
    const base64 = base64At(bytes, place);
    forms.add(base64).add(base64.replaceAll('+', '-').replaceAll('/', '_'));
  }
}

/** As it stands inside a larger text that is then encoded as a whole. */
function escapedForms(secret: string): ReadonlySet<string> {
  if (UNRESERVED.test(secret)) return new Set([secret]);
  const text = secret.toWellFormed();
  return new Set([
    secret,
    encodeURIComponent(text),
    new URLSearchParams([['', text]]).toString().slice(1),
    JSON.stringify(text).slice(1, -1),
  ]);
}

/** The characters of base64 that are the same whatever stands before, `place` bytes in a group of three, and after. */
function base64At(bytes: Buffer, place: number): string {
  const encoded = Buffer.concat([Buffer.alloc(place), bytes]).toString('base64');
  const bits = (place + bytes.length) * 8;
  return encoded.slice(Math.ceil((place * 8) / 6), Math.floor(bits / 6));
}
