import { describe, expect, it } from 'vitest';
import { parsePairs } from './pairs.ts';
import { refusalOf } from './testkit.ts';

describe('parsePairs', () => {
  it('decodes names and values, plus signs as spaces', () => {
    expect(parsePairs('?a%20b=1+2%2B%C3%A9&c=d=e&f=')).toEqual([
      ['a b', '1 2+é'],
      ['c', 'd=e'],
      ['f', ''],
    ]);
  });

  it('ignores empty parameters, and gives a name without a value the empty one', () => {
    expect(parsePairs('&&a=1&&b&=&c=2&')).toEqual([
      ['a', '1'],
      ['b', ''],
      ['c', '2'],
    ]);
    expect(parsePairs('')).toEqual([]);
    expect(parsePairs('a')).toEqual([['a', '']]);
  });

  it('takes a percent sign without two hexadecimal digits as it is', () => {
    expect(parsePairs('a=%&b=%zz&c=50%+%2&d=%25%41%é%')).toEqual([
      ['a', '%'],
      ['b', '%zz'],
      ['c', '50% %2'],
      ['d', '%A%é%'],
    ]);
  });

  it.each(['a=x%c3', '%ff=1', 'a=%20%ed%a0%80'])('refuses the malformed %s', (search) => {
    const refusal = refusalOf(() => parsePairs(search));
    expect(refusal).toMatchObject({ code: 'PGRST100', status: 400 });
    expect(refusal.details).toContain('at column');
  });

  it('refuses NUL characters, and not the text %00', () => {
    expect(() => parsePairs('a=x%00')).toThrow(expect.objectContaining({ code: 'PGRST100' }));
    expect(() => parsePairs('a=\0')).toThrow('NUL');
    expect(parsePairs('a=%2500')).toEqual([['a', '%00']]);
  });

  it('refuses what is longer than the limit in bytes', () => {
    expect(parsePairs('a=éé', 6)).toEqual([['a', 'éé']]);
    expect(() => parsePairs('a=ééé', 6)).toThrow(expect.objectContaining({ code: 'PGRST900' }));
    expect(() => parsePairs(`a=${'x'.repeat(2_000_000)}`)).toThrow('limit of 65536 bytes');
  });
});
