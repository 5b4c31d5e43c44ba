import { describe, expect, it } from 'vitest';
import { HIDDEN } from './hidden.ts';
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
    ['{"pin_secret":-1.5e3,"max_tokens":4096,"n":[1]}', `{"pin_secret":${HIDDEN},"max_tokens":4096,"n":[1]}`],
    [
      '{"secret":["a,b",[2]],"tokens":{"a":"x","on":true},"page":2}',
      `{"secret":["${HIDDEN}",[${HIDDEN}]],"tokens":{"a":"${HIDDEN}","on":true},"page":2}`,
    ],
    [
      '{"data":"{\\"password\\":\\"p\\\\\\"w\\",\\"page\\":2}"}',
      `{"data":"{\\"password\\":\\"${HIDDEN}\\",\\"page\\":2}"}`,
    ],
    [
      '[{"value":{"a":["x",7]},"name":"password"},{"name":"page","value":"y"}]',
      `[{"value":{"a":["${HIDDEN}",${HIDDEN}]},"name":"password"},{"name":"page","value":"y"}]`,
    ],
    ['{"query":"{ login(password: \\"x\\") }"}', `{"query":"{ login(password: \\"${HIDDEN}\\") }"}`],
    ["x({'password': 'a b', page: 2})", `x({'password': '${HIDDEN}', page: 2})`],
    [`send '{"password": 98765}'`, `send '{"password": ${HIDDEN}}'`],
    [
      '<a><Password>x</Password><wsse:Password Type="t"> y<![CDATA[z]]></wsse:Password ><b>c</b></a>',
      `<a><Password>${HIDDEN}</Password><wsse:Password Type="t"> ${HIDDEN}<![CDATA[${HIDDEN}]]></wsse:Password ><b>c</b></a>`,
    ],
    ['<token><id>x</id><token/></token><p>y</p>', `<token><id>${HIDDEN}</id><token/></token><p>y</p>`],
    [
      '--b\r\nContent-Disposition: form-data; name="password"\r\nA: b\r\n\r\nx\r\ny\r\n--b\r\nContent-Disposition: form-data; name="page"\r\n\r\n2\r\n--b--',
      `--b\r\nContent-Disposition: form-data; name="password"\r\nA: b\r\n\r\n${HIDDEN}\r\n--b\r\nContent-Disposition: form-data; name="page"\r\n\r\n2\r\n--b--`,
    ],
    ['user: ann\n- password: a b\npage: 2', `user: ann\n- password: ${HIDDEN}\npage: 2`],
    ['Authorization: Basic eA==', `Authorization: ${HIDDEN}`],
    ['Bearer x', `Bearer ${HIDDEN}`],
    ['curl -H "x: Bearer 0123456789abcdef"', `curl -H "x: Bearer ${HIDDEN}"`],
  ])('%s', (text, shown) => {
    expect(hideSecretsIn(text)).toBe(shown);
    expect(hideSecretsIn(shown)).toBe(shown);
    expect(restoreSecretsIn(shown, text)).toBe(text);
  });

  it.each([
    'https://h:8080/@scope/x?x=a:b@c',
    'https://[::1]:80/',
    'mailto:ann@example.org',
    'author=ann&page=2',
    'password: the page to reset it',
    'use <token> here',
    'Bearer tokens work',
  ])('stays when it is %s', (text) => {
    expect(hideSecretsIn(text)).toBe(text);
  });
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
  it('of a connection is that of its name, not of its namespace', () => {
    expect(serverOf('connection://default/a')).not.toBe(serverOf('connection://default/b'));
  });

  it('is the same whatever its login and its token are', () => {
    expect(serverOf('https://a:b@h/?token=1')).toBe(serverOf('https://h/?token=2'));
  });

  it.each(['https://h:80\\@good/', 'https://h:8\t0/@good/'])('is not that behind the login in %j', (text) => {
    expect(serverOf(text)).not.toBe(serverOf('https://good/'));
  });
});

it.each([
  'token=',
  '://',
  '://a:b',
  '"token":"',
  "password='",
  'a',
  '%',
  '@',
  ':',
  '\\',
  '"a":"\\',
  "'a':",
  'a:"',
  '<',
  '<token>',
  '<token>x</token>',
  '<![CDATA[',
  '[{"token":',
  '{"a":"\\',
  'content-disposition: x; name=token\n',
  '\ntoken: ',
  'bearer ',
])('a long text of %j is read in linear time', (part) => {
  const started = performance.now();
  hideSecretsIn(part.repeat(1_000_000 / part.length));
  // Quadratic work on a megabyte takes minutes.
  expect(performance.now() - started).toBeLessThan(10_000);
});
