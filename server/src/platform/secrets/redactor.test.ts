import { describe, expect, it } from 'vitest';
import { HIDDEN } from './hidden.ts';
import { redactor } from './redactor.ts';

const secrets = ['hunter2-Zq8', 'p@ss w/rd+"<&>%\\é', 'line one of the key\nline two of the key\n', '{"a":"b%41\\"c"}'];
const base64 = (text: string) => Buffer.from(text).toString('base64');
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const percent = (text: string, digits: (hex: string) => string) =>
  [...Buffer.from(text)].map((byte) => `%${digits(byte.toString(16).padStart(2, '0'))}`).join('');
const upper = (text: string) => text.toUpperCase();
const same = (text: string) => text;

const encodings: Record<string, (secret: string) => string> = {
  'as it is': same,
  'percent-encoded': encodeURIComponent,
  'percent-encoded with small digits': (secret) =>
    encodeURIComponent(secret).replaceAll(/%../g, (one) => one.toLowerCase()),
  'percent-encoded as a whole': (secret) => percent(secret, same),
  'percent-encoded as a whole in capitals': (secret) => percent(secret, upper),
  'percent-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'in a form': (secret) => new URLSearchParams({ x: secret }).toString().slice(2),
  'in the path of an address': (secret) =>
    new URL(
      `http://a/${secret.replaceAll('%', '%25').replaceAll('?', '%3F').replaceAll('\\', '%5C').replaceAll('\n', '%0A')}`,
    ).pathname.slice(1),
  'in JSON': escaped,
  'in JSON in JSON': (secret) => escaped(escaped(secret)),
  'in JSON as ASCII': (secret) =>
    escaped(secret).replaceAll('é', '\\u00E9').replaceAll('<', '\\u003c').replaceAll('/', '\\/'),
  'in HTML': (secret) =>
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'in HTML by numbers': (secret) => Array.from(secret, (one) => `&#x${one.codePointAt(0)?.toString(16)};`).join(''),
  'in HTML by names': (secret) => secret.replaceAll('&', '&amp;').replaceAll('é', '&eacute;').replaceAll('+', '&plus;'),
  'in a percent-encoded address in JSON': (secret) => escaped(`"${encodeURIComponent(secret)}"`),
  'in hexadecimal': (secret) => Buffer.from(secret).toString('hex'),
  'in hexadecimal capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'in base64': base64,
  'in base64 behind one byte': (secret) => base64(`:${secret}`),
  'in base64 behind two bytes and before more': (secret) => base64(`u:${secret};m`),
  'in base64url': (secret) => Buffer.from(`user:${secret}`).toString('base64url'),
  'in base64 in an address': (secret) => encodeURIComponent(base64(`:${secret}`)),
  'percent-encoded in base64': (secret) => base64(`id:${encodeURIComponent(secret)}`),
  'in JSON in base64': (secret) => base64(JSON.stringify(secret)),
  'in UTF-8 read as Latin-1': (secret) => Buffer.from(secret).toString('latin1'),
  'in Latin-1 read as UTF-8': (secret) => Buffer.from(secret, 'latin1').toString(),
};

describe.each(Object.entries(encodings))('a secret %s', (_, encode) => {
  it.each(secrets.map((secret) => [secret.trim()]))('is hidden: %j', (secret) => {
    const { text } = redactor(secrets);
    const sent = encode(secret);
    const shown = text(`before (${sent}) after`);
    expect(shown).toContain(HIDDEN);
    // Of base64 the two characters at the edges hold a few bits of the neighbours too, and may stay.
    expect(shown.length).toBeLessThan('before () after'.length + HIDDEN.length + 30);
    expect(fragments(sent).filter((one) => shown.includes(one))).toEqual([]);
    expect(shown).toMatch(/^before \(.*\) after$/);
  });

  it('is hidden as far as it was not cut off', () => {
    const sent = encode('correct horse/battery-staple?');
    const { text } = redactor(['correct horse/battery-staple?']);
    // Three characters of a secret may stay.
    for (let length = Math.max(16, Math.ceil(sent.length / 5)); length < sent.length; length += 1) {
      for (const end of ['', '…', '...']) {
        const shown = text(`before ${sent.slice(0, length)}${end}`);
        expect(fragments(sent).filter((one) => shown.includes(one))).toEqual([]);
      }
    }
  });
});

/** Pieces that nobody would guess. */
function fragments(text: string): readonly string[] {
  const length = Math.min(8, text.length);
  return Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length));
}

describe('a redactor', () => {
  it('hides what overlaps as one', () => {
    const { text } = redactor(['abcdef', 'defghi', 'abcd', 'wxyz']);
    expect(text('-abcdefghi-')).toBe(`-${HIDDEN}-`);
    expect(text('-abcd-abcdef-defwxyzwxyz-')).toBe(`-${HIDDEN}-${HIDDEN}-def${HIDDEN}-`);
  });

  it('hides keys, texts, numbers, dates and addresses of a tree, and keeps the rest', () => {
    const { tree } = redactor(['s3cret', '12345', '2026-01-02T00:00:00.000Z']);
    const given = {
      's3cret-key': ['a', { deep: 's3cret' }],
      code: 12345,
      other: 123456,
      flag: true,
      nothing: null,
      at: new Date('2026-01-02'),
      from: new URL('http://a/?q=s3cret'),
    };
    expect(tree(given)).toEqual({
      [`${HIDDEN}-key`]: ['a', { deep: HIDDEN }],
      code: HIDDEN,
      other: 123456,
      flag: true,
      nothing: null,
      at: HIDDEN,
      from: `http://a/?q=${HIDDEN}`,
    });
  });

  it('hides a secret that says too little only where it is the whole text', () => {
    const { text, tree } = redactor(['a1', 'true', ' 42 ']);
    expect(text('a1 is true for 42')).toBe('a1 is true for 42');
    expect(tree({ a1: ['a1', true, 42, '42', 'true'] })).toEqual({ a1: [HIDDEN, true, 42, HIDDEN, HIDDEN] });
  });

  it('knows the parts of a secret', () => {
    const basic = `Basic ${base64('ann:pa55word')}`;
    const digest = 'Digest username="ann", response="0123456789abcdef", uri="/"';
    const { text } = redactor([basic, digest, 'Bearer t0ken-1', 'sid=c00kie-1; theme=dusk']);
    const shown = text(`${basic} pa55word 0123456789abcdef t0ken-1 {"sid":"c00kie-1"} Basic realm, Bearer, ann`);
    expect(shown).toBe(`Basic ${HIDDEN} ${HIDDEN} ${HIDDEN} ${HIDDEN} {"sid":"${HIDDEN}"} Basic realm, Bearer, ann`);
  });

  it('knows the elements of a list in a header', () => {
    const { text } = redactor(['key=ListSec111, token="ListSec 222"; ListSec333 "ListSec444",hmac=bGlzdA==']);
    const shown = text('ListSec111 (ListSec 222) ListSec333 ListSec444 bGlzdA== token hmac');
    expect(shown).toBe(`${HIDDEN} (${HIDDEN}) ${HIDDEN} ${HIDDEN} ${HIDDEN} token hmac`);
  });

  it('knows the lines of a secret that was written with escapes', () => {
    const { text } = redactor([
      '-----BEGIN PRIVATE KEY-----\\nMIIabcdefghijklm\\nMIIanotherline+x\\n-----END PRIVATE KEY-----',
    ]);
    expect(text('1: MIIabcdefghijklm 2: MIIanotherline+x')).toBe(`1: ${HIDDEN} 2: ${HIDDEN}`);
  });

  it('finds a secret in capitals and in small letters, but a short one only as it is', () => {
    const { text, tree } = redactor(['Zq7-Wm2', 'aB1', 'Pé-Ö12']);
    expect(text('http://zq7-wm2.example/ ZQ7-WM2: x')).toBe(`http://${HIDDEN}.example/ ${HIDDEN}: x`);
    expect(tree({ 'Zq7-wm2': 'ab1', B: 'aB1', C: 'PÉ-Ö12', D: 'pé-Ö12' })).toEqual({
      [HIDDEN]: 'ab1',
      B: HIDDEN,
      C: 'PÉ-Ö12',
      D: HIDDEN,
    });
  });

  it('finds a number that is written with an exponent', () => {
    const { text } = redactor(['98765432', '0.00012345']);
    expect(text('9.8765432e7, 9.8765432E+07, 1.2345e-4 or 98765432.0')).toBe(
      `${HIDDEN}, ${HIDDEN}, ${HIDDEN} or ${HIDDEN}.0`,
    );
  });

  it('without secrets changes nothing, not even the object', () => {
    const value = { a: 'text' };
    expect(redactor([]).tree(value)).toBe(value);
    expect(redactor(['', ' ']).text('a text')).toBe('a text');
  });

  it('hides everything where it has more secrets than it can look for', () => {
    const { text, tree } = redactor(['x'.repeat(40_000)]);
    expect([text('harmless'), text(''), tree({ a: 'harmless' })]).toEqual([HIDDEN, '', {}]);
  });

  it('survives a tree without end', () => {
    const loop: Record<string, unknown> = { text: 's3cret' };
    loop['self'] = loop;
    expect(JSON.stringify(redactor(['s3cret']).tree(loop))).not.toContain('s3cret');
  });
});

it.each([
  ['a', `${'a'.repeat(999)}b`],
  ['%', '%25%25%25%25'],
  ['\\', '\\\\\\\\'],
  ['&', '&amp;&amp;'],
  ['&#x61;', 'aaaa'],
  ['%61', 'aaab'],
  ['ab', 'abababac'],
])('a long text of %j is looked through in linear time', (part, secret) => {
  const { text } = redactor(Array.from({ length: 30 }, (_, index) => secret + index));
  const started = performance.now();
  text(part.repeat(1_000_000 / part.length));
  // Quadratic work on a megabyte takes minutes.
  expect(performance.now() - started).toBeLessThan(10_000);
});
