import { describe, expect, it } from 'vitest';
import { HIDDEN } from '../../../platform/secrets/hidden.ts';
import { hideSecretsIn, restoreSecretsIn, serverOf } from './secret-texts.ts';

describe('a text as people see it', () => {
  it.each([
    ['https://ann:p@ss@host/x', `https://ann:${HIDDEN}@host/x`],
    ['https://token@host/x', `https://${HIDDEN}@host/x`],
    ['https://ann:p/w?d#x@host/', `https://ann:${HIDDEN}@host/`],
    ['postgres://u:pw@h:5432/db?sslmode=on', `postgres://u:${HIDDEN}@h:5432/db?sslmode=on`],
    ['root:pw@tcp(h:3306)/db', `root:${HIDDEN}@tcp(h:3306)/db`],
    ["host=h password='a b' dbname=d", `host=h password='${HIDDEN}' dbname=d`],
    ['Server=h;Pwd=x;Database=d', `Server=h;Pwd=${HIDDEN};Database=d`],
    [
      'https://h/?api%5Fkey=k;1&a=b&X-Amz-Signature=s#top',
      `https://h/?api%5Fkey=${HIDDEN}&a=b&X-Amz-Signature=${HIDDEN}#top`,
    ],
    ['first https://a/ then https://u:p@b/', `first https://a/ then https://u:${HIDDEN}@b/`],
    ['{"user":"ann","password":"a\\"b"}', `{"user":"ann","password":"${HIDDEN}"}`],
  ])('%s', (text, shown) => {
    expect(hideSecretsIn(text)).toBe(shown);
    expect(hideSecretsIn(shown)).toBe(shown);
    expect(restoreSecretsIn(shown, text)).toBe(text);
  });

  it.each(['https://h:8080/@scope/x?x=a:b@c', 'https://[::1]:80/', 'mailto:ann@example.org', 'author=ann&page=2'])(
    'stays when it is %s',
    (text) => {
      expect(hideSecretsIn(text)).toBe(text);
    },
  );
});

describe('a hidden secret in a text', () => {
  it('stays when another one is typed anew', () => {
    const sent = `https://ann:new@h/?token=${HIDDEN}`;
    expect(restoreSecretsIn(sent, 'https://ann:old@h/?token=t')).toBe('https://ann:new@h/?token=t');
  });

  it.each([
    `https://${HIDDEN}@evil/?token=${HIDDEN}`,
    `https://evil\\@good/?token=${HIDDEN}`,
    `https://evil:80\\@good/?token=${HIDDEN}`,
    `https://evil:8\t0/@good/?token=${HIDDEN}`,
    `https://good/?token=${HIDDEN}`,
  ])('is not put into %s', (sent) => {
    expect(restoreSecretsIn(sent, 'https://login@good/?token=t')).toBeUndefined();
  });
});

describe('an address', () => {
  it('is the same whatever its login and its token are', () => {
    expect(serverOf('https://a:b@h/?token=1')).toBe(serverOf('https://h/?token=2'));
  });

  it.each(['https://h:80\\@good/', 'https://h:8\t0/@good/'])('is not that behind the login in %j', (text) => {
    expect(serverOf(text)).not.toBe(serverOf('https://good/'));
  });
});

it.each(['token=', '://', '://a:b', '"token":"', "password='", 'a', '%', '@', ':', '\\', '"a":"\\'])(
  'a long text of %j is read in linear time',
  (part) => {
    const started = performance.now();
    hideSecretsIn(part.repeat(1_000_000 / part.length));
    // Quadratic work on a megabyte takes minutes.
    expect(performance.now() - started).toBeLessThan(2_000);
  },
);
