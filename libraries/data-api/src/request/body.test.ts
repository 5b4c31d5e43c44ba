import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBody, jsonBody, parseBody } from './body.ts';
import { answers, refusalOf } from './testkit.ts';

const rows = (content: string | Uint8Array, type: string | undefined = 'application/json', allowMissing = false) =>
  parseBody(decodeBody(type, content), { target: 'relation', allowMissing });
const with102 = (more: object) => ({ status: 400, code: 'PGRST102', ...more });
const call = (content: string | Uint8Array, type: string) =>
  parseBody(decodeBody(type, content), { target: 'function', allowMissing: false });

describe('a JSON body', () => {
  it('is passed on as the client wrote it', () => {
    const json = '[{"id": 12345678901234567890.10, "b":1},\n{"b":2,"id":1e400}]';
    expect(rows(json, 'application/json; charset=utf-8')).toEqual({
      kind: 'rows',
      isArray: true,
      keys: ['id', 'b'],
      json,
      count: 2,
    });
    expect(rows('{"a":1}', undefined)).toEqual({
      kind: 'rows',
      isArray: false,
      keys: ['a'],
      json: '[{"a":1}]',
      count: 1,
    });
    expect(rows('[]')).toMatchObject({ keys: [], json: '[]', count: 0 });
    expect(rows(new TextEncoder().encode('{"é":1}'))).toMatchObject({ keys: ['é'] });
  });

  it('may be made by an adapter', () => {
    expect(parseBody(jsonBody({ a: 'b' }), { target: 'relation', allowMissing: false })).toMatchObject({
      keys: ['a'],
      json: '[{"a":"b"}]',
    });
  });

  it('refuses rows whose keys differ, and says where', () => {
    expect(refusalOf(() => rows('[{"a":1},{"a":1,"b":2}]'))).toMatchObject(
      with102({
        message: 'All object keys must match',
        details: "Item 2 of the array has the key 'b', unlike the first",
      }),
    );
    expect(refusalOf(() => rows('[{"a":1,"b":1},{"a":1}]'))).toMatchObject(
      with102({ details: "Item 2 of the array lacks the key 'b', unlike the first" }),
    );
    expect(refusalOf(() => rows('[{"a":1},{"b":1}]'))).toMatchObject(with102({}));
    expect(refusalOf(() => rows('[{"a":1},2]'))).toMatchObject(
      with102({ details: 'Item 2 of the array is not an object' }),
    );
  });

  it('joins the keys where rows may lack some', () => {
    expect(rows('[{"a":1},{"b":2,"a":3},{}]', 'application/json', true)).toMatchObject({ keys: ['a', 'b'], count: 3 });
  });

  it('takes names of prototypes as keys only', () => {
    expect(rows('[{"__proto__":{"x":1},"constructor":2},{"constructor":1,"__proto__":2}]')).toMatchObject({
      keys: ['__proto__', 'constructor'],
    });
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(refusalOf(() => rows('[{"__proto__":1},{"toString":1}]'))).toMatchObject(with102({}));
  });

  it.each(['5', 'null', '"x"', 'true'])('refuses %s for a relation', (json) => {
    expect(refusalOf(() => rows(json))).toMatchObject(
      with102({ message: 'The body must be a JSON object or an array of objects' }),
    );
  });

  it.each([
    ['{"a":x}', '"x"', 1, 6],
    ['{"a":1,}', '"}"', 1, 8],
    ['[1,\n 2 3]', '"3"', 2, 4],
    ['{"a":1', 'end of input', 1, 7],
    ['{"a" 1}', '"1"', 1, 6],
    ['"a\nb"', '"\\n"', 1, 3],
    ['["\\x"]', '"x"', 1, 4],
    ['["\\u12g4"]', '"g"', 1, 7],
    ['[01]', '"1"', 1, 3],
    ['[-]', '"-"', 1, 2],
    ['{}}', '"}"', 1, 3],
    ['[1}', '"}"', 1, 3],
    ["{'a':1}", '"\'"', 1, 2],
  ])('names the place where %s breaks', (json, found, line, column) => {
    expect(refusalOf(() => rows(json))).toMatchObject(
      with102({ message: 'Empty or invalid json', details: `unexpected ${found} at line ${line}, column ${column}` }),
    );
  });

  it('survives any depth', () => {
    const deep = '['.repeat(1_000_000);
    expect(refusalOf(() => decodeBody(undefined, deep, deep.length))).toMatchObject(with102({}));
  });
});

describe('a CSV body', () => {
  it('gives rows of texts, null for NULL without quotes', () => {
    expect(rows('a,"b c"\r\n1,NULL\r\n"x,""y""","NULL"\r\n', 'text/csv')).toEqual({
      kind: 'rows',
      isArray: true,
      keys: ['a', 'b c'],
      json: '[{"a":"1","b c":null},{"a":"x,\\"y\\"","b c":"NULL"}]',
      count: 2,
    });
    expect(rows('__proto__\n1', 'text/csv')).toMatchObject({ json: '[{"__proto__":"1"}]' });
  });

  it('refuses lines of another length, open quotes, repeated and absent names', () => {
    expect(refusalOf(() => rows('a,b\n1', 'text/csv'))).toMatchObject(
      with102({
        message: 'All lines must have same number of fields',
      }),
    );
    expect(refusalOf(() => rows('a\n"1', 'text/csv'))).toMatchObject(with102({ message: 'Invalid CSV' }));
    expect(refusalOf(() => rows('a,a\n1,2', 'text/csv'))).toMatchObject(
      with102({ message: "The CSV names the column 'a' twice" }),
    );
    expect(refusalOf(() => rows('', 'text/csv'))).toMatchObject(with102({}));
  });
});

describe('other bodies', () => {
  it('are one row or arguments when they are forms', () => {
    expect(rows('a=1+2&__proto__=%C3%A9', 'application/x-www-form-urlencoded')).toMatchObject({
      isArray: false,
      keys: ['a', '__proto__'],
      json: '[{"a":"1 2","__proto__":"é"}]',
    });
    expect(call('v=1&v=2', 'application/x-www-form-urlencoded')).toEqual({
      kind: 'arguments',
      arguments: [
        ['v', '1'],
        ['v', '2'],
      ],
    });
  });

  it('are raw for a function', () => {
    expect(call(' x', 'text/plain')).toEqual({ kind: 'raw', type: 'text', text: ' x' });
    expect(call('<a/>', 'text/xml')).toEqual({ kind: 'raw', type: 'xml', text: '<a/>' });
    const bytes = new Uint8Array([0, 255]);
    expect(call(bytes, 'application/octet-stream')).toEqual({ kind: 'raw', type: 'binary', bytes });
    expect(call('[1, 2]', 'application/json')).toEqual({ kind: 'raw', type: 'json', text: '[1, 2]' });
    expect(call('{"a":1}', 'application/json')).toMatchObject({ kind: 'rows', keys: ['a'], isArray: false });
  });

  it.each(['text/plain', 'text/xml', 'application/octet-stream', 'image/png'])('refuse %s for a relation', (type) => {
    expect(refusalOf(() => rows('x', type))).toMatchObject(
      with102({ message: `Content-Type not acceptable: ${type}` }),
    );
  });

  it('refuse what is not UTF-8, and NUL characters in a text', () => {
    expect(refusalOf(() => rows(new Uint8Array([0xff])))).toMatchObject(with102({ message: 'The body is not UTF-8' }));
    expect(refusalOf(() => call('a\0', 'text/plain'))).toMatchObject(with102({ details: 'It is character 2' }));
  });
});

it('answers whatever is sent', () => {
  const types = fc.constantFrom(undefined, 'application/json', 'text/csv', 'application/x-www-form-urlencoded', 'x');
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '1',
    '-',
    'e',
    '\\',
    '\\u',
    'null',
    '\n',
    '\0',
    'a',
  );
  const content = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((some) => some.join('')),
  );
  fc.assert(
    fc.property(types, content, fc.boolean(), (type, text, isCall) => {
      answers(() =>
        parseBody(decodeBody(type, text), { target: isCall ? 'function' : 'relation', allowMissing: false }),
      );
    }),
    { numRuns: 2000 },
  );
});

describe('a JSON body that nests', () => {
  const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  it('may have as many levels as the limit, and not one more', () => {
    expect(decodeBody(undefined, lists(100))).toMatchObject({ type: 'json' });
    expect(decodeBody(undefined, `{"a":${lists(9)}}`, 10)).toMatchObject({ type: 'json' });
    for (const [text, levels] of [
      [lists(101), undefined],
      [`{"a":${lists(10)}}`, 10],
      [`[{"a\\"]":"\\\\"},${lists(10)}]`, 10],
      // Refused before it is parsed, and so also what is no JSON at all.
      ['['.repeat(1_000_000), undefined],
    ] as const)
      expect(refusalOf(() => decodeBody(undefined, text, levels))).toMatchObject({
        status: 400,
        code: 'PGRST900',
        message: `The JSON of the body is nested deeper than ${levels ?? 100} levels`,
      });
  });

  it('has no levels in its strings and beside one another', () => {
    for (const text of [`["${'['.repeat(50)}", "\\"${'{'.repeat(50)}\\\\"]`, `[${'[[]],'.repeat(50)}{}]`])
      expect(decodeBody(undefined, text, 3)).toMatchObject({ type: 'json' });
  });
});
