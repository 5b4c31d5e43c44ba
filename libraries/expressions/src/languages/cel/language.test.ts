import { describe, expect, it } from 'vitest';
import { declare, define } from '../../functions/define.ts';
import { type CompileOptions, compile, ExpressionError } from '../../compile.ts';

function value(text: string, env: Record<string, unknown> = {}, options: CompileOptions = {}): unknown {
  return compile('cel', text, options).evaluate(env);
}

function refusal(text: string, env: Record<string, unknown> = {}, options: CompileOptions = {}): ExpressionError {
  try {
    value(text, env, options);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${text} was not refused.`);
}

const strict = { tolerateNull: false };

describe('numbers', () => {
  it('keep all digits of 64 bits, and fail beyond', () => {
    expect(value('9007199254740993 + 1')).toBe(9007199254740994n);
    expect(value('9007199254740993 - 9007199254740990')).toBe(3);
    expect(value('3037000499 * 3037000499')).toBe(9223372030926249001n);
    expect(value('-9223372036854775808')).toBe(-(2n ** 63n));
    expect(refusal('9223372036854775807 + 1').message).toMatch(/64 bits/);
    expect(refusal('-(-9223372036854775808)').message).toMatch(/64 bits/);
    expect(refusal('0u - 1u').message).toMatch(/64 bits/);
    expect(refusal('9223372036854775808').code).toBe('syntax');
  });

  it('are divided as their type says, also where null is tolerated', () => {
    expect(value('7 / 2')).toBe(3);
    expect(value('-7 % 3')).toBe(-1);
    expect(value('7.0 / 2.0')).toBe(3.5);
    expect(refusal('1 / 0').message).toBe('Division by zero.');
    expect(refusal('1 % 0').message).toBe('Modulus by zero.');
    expect(Object.is(value('0 * -1'), 0)).toBe(true);
  });

  it('of different types are compared by value and not mixed, unless the data may have lost a .0', () => {
    expect(value('1 == 1.0 && 1u < 1.5 && 2 in [2.0]')).toBe(true);
    expect(refusal('1 + 1.5', {}, strict).message).toMatch(/^int \+ double is not defined/);
    expect(value('total * 1.5', { total: 2 })).toBe(3);
    expect(refusal('1 + 1u').message).toMatch(/Convert one side/);
  });
});

describe('texts', () => {
  it('count code points', () => {
    expect(value('size("😀a") == 2 && "😀a".charAt(1) == "a" && "x😀a".indexOf("a") == 2')).toBe(true);
    expect(value('"\\U0001F600" > "\\uFFFF"')).toBe(true);
  });

  it('span lines, where every line break is a blank, and comments end with their line', () => {
    expect(value('// all of them\n[1, 2] // two\n .map(x,\n x + 1)')).toEqual([2, 3]);
    expect(value('"a\nb"')).toBe('a b');
    expect(refusal('"a\nb"', {}, strict).message).toBe('The string does not end.');
    expect(value('r"\\d" + """a\nb"""')).toBe('\\da\nb');
  });
});

describe('data', () => {
  const env = { a: { b: null, list: [1, 2], 'x-y': 5 }, when: new Date(0), bytes: new Uint8Array([1, 2]) };

  it('is read as it is', () => {
    expect(value('a.list[1] + a["x-y"] + a.`x-y`', env)).toBe(12);
    expect(value('when.getFullYear()', env)).toBe(1970);
    expect(value('bytes.size()', env)).toBe(2);
    expect(value('.a.list.map(a, a + .a.list[0])', env)).toEqual([2, 3]);
  });

  it('shows nothing that an object inherits', () => {
    for (const key of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'length']) {
      expect(value(`has(a.${key}) || a.?${key}.hasValue() || "${key}" in a`, env)).toBe(false);
      expect(value(`a.${key}`, env)).toBeNull();
      expect(value(key, env)).toBeNull();
      expect(refusal(`a.list.${key}`, env, strict).code).toBe('evaluation');
    }
  });

  it('keeps __proto__ as a key like any other', () => {
    const made = value('{"__proto__": {"polluted": true}, "constructor": 1}') as Record<string, unknown>;
    expect(Object.keys(made)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(compile('cel', 'x.merge({"__proto__": 2})').evaluateJson({ x: JSON.parse('{"__proto__":1}') })).toBe(
      '{"__proto__":2}',
    );
  });

  it('is refused if it is no data', () => {
    expect(refusal('f', { f: () => 1 }).message).toBe('A function is not data.');
    expect(refusal('c.x', { c: new (class Secret {})() }).message).toMatch(/Only plain data/);
  });
});

describe('null', () => {
  const env = { a: null, m: {}, list: [1], t: new Date(0) };

  it.each([
    ['missing', null],
    ['missing.b.c[3].d', null],
    ['m.x', null],
    ['list[5]', null],
    ['null + "a"', 'a'],
    ['a + 1', 1],
    ['1 - a', 1],
    ['a * 5', 0],
    ['null > 1', false],
    ['a < 1', true],
    ['a == 0 && a == "" && a == false', true],
    ['a != 1', true],
    ['a == a', true],
    ['a < t', null],
    ['a == t', false],
    ['a == []', false],
    ['a.size()', null],
    ['a.trim()', null],
    ['"abc".contains(a)', null],
    ['a && true', false],
    ['a || true', true],
    ['!a', true],
    ['a ? 1 : 2', 2],
    ['a.map(x, x)', null],
    ['coalesce(a, m.x, "found")', 'found'],
    ['[null, 2].first()', 2],
    ['[2, null].last()', 2],
    ['has(m.x) || has(a.x)', false],
    ['m.?x.orValue("d") + a.?x.y.orValue("e")', 'de'],
    ['m.x.orValue("d")', 'd'],
    ['[1, 2, 3].fold(e, sum, sum + e)', 6],
    ['{"a": "x", "b": "y"}.fold(k, v, text, text + v)', 'xy'],
  ])('%s is %j', (text, expected) => {
    expect(value(text, env)).toEqual(expected);
  });

  it('is an error where it is not tolerated', () => {
    expect(refusal('missing', env, strict).message).toBe('There is no variable "missing" here.');
    expect(refusal('m.x', env, strict).message).toBe('There is no key "x" in this map.');
    expect(refusal('list[5]', env, strict).message).toBe('There is no element 5 in a list of 1.');
    expect(refusal('a + 1', env, strict).message).toBe('null + int is not defined.');
    expect(value('a == 0', env, strict)).toBe(false);
  });
});

describe('errors', () => {
  it('name the place', () => {
    expect(refusal('1 +\n  "a".size( - 2')).toMatchObject({ line: 2, column: 16, code: 'syntax' });
    expect(refusal('true &&\n  1 / 0 > 1')).toMatchObject({ line: 2, column: 5 });
    expect(refusal('[1, 2].map(x,\n x + "a")')).toMatchObject({ line: 2, column: 4 });
    expect(refusal('1 = 2')).toMatchObject({ column: 3, hint: 'Compare with ==.' });
  });

  it('name what was probably meant', () => {
    const { errors } = compile('cel', 'reslts.code == 200 && "a".containz("b") && other', { variables: ['results'] });
    expect(errors.map(({ column, message, hint }) => [column, message, hint])).toEqual([
      [1, 'There is no variable "reslts" here.', 'Did you mean "results"?'],
      [27, 'There is no function "containz".', 'Did you mean "contains"?'],
      [44, 'There is no variable "other" here.', 'There are: results.'],
    ]);
    expect(compile('cel', '[1].map(x, x + y)', { variables: ['y'] }).errors).toEqual([]);
  });

  it('let a name that resembles no other be null, where that is wanted', () => {
    const options = { variables: ['results'], unknownIsNull: true };
    expect(value('other', {}, options)).toBeNull();
    expect(refusal('reslts', {}, options).hint).toBe('Did you mean "results"?');
  });

  it('name what a function takes', () => {
    expect(refusal('"a".startsWith(1)').message).toBe(
      '(text: string).startsWith(prefix: string) cannot be called with (string, int).',
    );
    expect(compile('cel', '"a".startsWith()').errors[0]?.message).toMatch(/cannot be called with 1 arguments/);
  });

  it('of one part of && and || do not count if another part decides', () => {
    expect(value('1 / 0 > 1 || true')).toBe(true);
    expect(value('[0, 1].exists(x, 1 / x == 1)')).toBe(true);
    expect(value('f(1) || true')).toBe(true);
  });
});

describe('functions of the caller', () => {
  const answer = define({
    names: { cel: ['answer', 'size'] },
    args: ['of: string'],
    result: 'int',
    doc: 'An answer.',
    examples: [],
    call: (_, of) => (of === 'all' ? 42 : 0),
  });
  const query = declare({
    names: { cel: ['store.query'] },
    args: ['filter: string'],
    result: 'list',
    doc: 'Rows.',
    examples: [],
  });
  const options = { functions: [{ title: 'Ours', functions: [answer, query] }], variables: [] };

  it('win over those of the table', () => {
    expect(value('[answer("all"), size("all")]', {}, options)).toEqual([42, 42]);
  });

  it('are known and fail where nobody gives their data', () => {
    expect(compile('cel', 'store.query("x")', options).errors).toEqual([]);
    expect(refusal('store.query("x")', {}, options).message).toMatch(/^store\.query is not available here/);
    expect(refusal('store.quary("x")', {}, options).hint).toBe('Did you mean "store.query"?');
  });
});

describe('text results', () => {
  it.each([
    ['null', ''],
    ['{"b": 1, "a": [1, 2.0, null]}', 'map[a:[1 2 <nil>] b:1]'],
    ['2.0', '2'],
    ['0.5', '0.5'],
    ['true', 'true'],
    ['{"a": 1}.?b', ''],
    ['optional.of("x")', 'x'],
    ['duration("90m")', '1h30m0s'],
    ['timestamp("2023-01-01T00:00:00.5Z")', '2023-01-01 00:00:00.5 +0000 UTC'],
    ['b"abc"', 'abc'],
    ['type(1)', 'int'],
  ])('%s is %s', (text, expected) => {
    expect(compile('cel', text).render({})).toBe(expected);
  });
});
