import { describe, expect, it } from 'vitest';
import { parseProperties } from './parse.ts';

describe('a file of properties', () => {
  it('holds one name and value a line, with blanks around them left out', () => {
    const text = '\uFEFF# switches\r\nhealth.disable=true\r\n\r\n  logs.disable = false \n#topology.disable=true\n';
    expect(parseProperties(text)).toEqual(
      new Map([
        ['health.disable', 'true'],
        ['logs.disable', 'false'],
      ]),
    );
  });

  it('takes what follows the first equals sign as the value, quotes and all', () => {
    expect(parseProperties('a=b=c # d\ne="f"\ng=')).toEqual(
      new Map([
        ['a', 'b=c # d'],
        ['e', '"f"'],
        ['g', ''],
      ]),
    );
  });

  it('takes names that every object has', () => {
    expect(parseProperties('__proto__=1\nconstructor=2')).toEqual(
      new Map([
        ['__proto__', '1'],
        ['constructor', '2'],
      ]),
    );
  });

  it.each([
    ['health.disable', 'line 1 is no "name=value"'],
    ['a=1\n=2', 'line 2 is no "name=value"'],
    ['a=1\n\na = 2', 'line 3 names "a" a second time'],
  ])('is refused with the line that is wrong: %j', (text, sentence) => {
    expect(parseProperties(text)).toBe(sentence);
  });
});
