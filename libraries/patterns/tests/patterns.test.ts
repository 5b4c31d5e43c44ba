import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { checkPatterns, compilePatterns, PatternError } from '../src/index.ts';
import { weigh } from '../src/weigh.ts';

function refusalOf(...sources: string[]): PatternError {
  const [compiled, checked] = [compilePatterns, checkPatterns].map((take) => {
    try {
      take(sources);
    } catch (error) {
      if (error instanceof PatternError) return error;
      throw error;
    }
    throw new Error('the patterns were taken');
  });
  expect(checked).toEqual(compiled);
  return compiled ?? new PatternError('invalid', '');
}

describe('a list of patterns', () => {
  const patterns = compilePatterns(['^/docs/', '(?i)\\.HTML$', '\\bé+\\b']);

  it.each([
    ['/docs/x', true],
    ['/a/docs/', false],
    ['/a.html', true],
    ['/a.html?b', false],
    ['é', false],
    ['\u{1F600}/docs/', false],
  ])('is found in %s: %s', (text, found) => expect(patterns.matches(text)).toBe(found));

  it('that is empty is found nowhere', () => expect(compilePatterns([]).matches('')).toBe(false));
});

describe('a pattern that takes a backtracking engine for ever', () => {
  it.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^(a*)*b?$', '(a|b)*a(a|b){300}$'])('takes a moment: %s', (source) => {
    const patterns = compilePatterns([source]);
    const text = 'a'.repeat(patterns.longestText - 1);
    expect(patterns.matches(text)).toBe(true);
    expect(patterns.matches(`${text}!`)).toBe(false);
  });
});

describe('syntax that needs backtracking', () => {
  it.each([
    ['(?=a)(a+)+$', 'second pattern'],
    ['a(?!b)', 'second pattern'],
    ['(?<=a)b', 'second pattern'],
    ['(?<!a)b', 'second pattern'],
    ['(a)\\1', 'write the repeated part out'],
    ['(?<x>a)\\k<x>', 'write the repeated part out'],
    ['(?>a)', 'leave them out'],
    ['a++', 'leave them out'],
    ['a\\Z', '\\z'],
    ['\\u00e9', '\\x{00e9}'],
  ])('is refused with what to write instead: %s', (source, advice) => {
    const refusal = refusalOf('fine', source);
    expect(refusal).toMatchObject({ code: 'unsupported', index: 1 });
    expect(refusal.message).toContain(advice);
  });
});

describe('what is no pattern', () => {
  it.each(['(', '[a', '*', 'a**', 'a{1001}', 'a{2,1}', 'a{2}{3}', '\\', '\\pX', '[\\p{Nothing}]'])(
    'is refused as that: %s',
    (source) => expect(refusalOf(source)).toMatchObject({ code: 'invalid', index: 0 }),
  );
});

describe('a pattern that would cost too much', () => {
  it.each([
    ['nested repetition', '((a{1000}){1000})'],
    ['many repetitions', '(a[ab]{990}|b[ab]{990})?'.repeat(40)],
    ['a long text', 'a'.repeat(1_000_000)],
    ['a large alternation', Array.from({ length: 200_000 }, (_, index) => `w${index}`).join('|')],
    ['classes of Unicode', `[${'\\pL'.repeat(300)}]`],
  ])('is refused before it is compiled: %s', (_what, source) =>
    expect(refusalOf(source)).toMatchObject({ code: 'too_large', index: 0 }),
  );

  it('is refused together with others that are small enough alone', () => {
    expect(refusalOf(...Array.from({ length: 5 }, () => 'a{500}'))).toMatchObject({
      code: 'too_large',
      index: undefined,
    });
  });
});

describe('the brief form that is checked in place of a pattern', () => {
  it.each([
    ['a{1000}(b{2,5}){3,}', 'a{1}(b{1}){1}'],
    ['[\\pL\\p{Greek}x]\\PN', '[\\d\\dx]\\d'],
  ])('repeats nothing and has no large classes: %s', (source, brief) =>
    expect(weigh(source, () => true).brief).toBe(brief),
  );

  it('keeps what is wrong', () => {
    for (const wrong of ['a{1001}', 'a{5,2}', '[\\p{Nothing}]']) expect(weigh(wrong, () => false).brief).toBe(wrong);
  });
});

describe('a text', () => {
  it('may be the shorter the larger the patterns are', () => {
    const small = compilePatterns(['a']);
    const large = compilePatterns(['a{1000}']);
    expect(small.longestText).toBeGreaterThan(large.longestText);
    expect(() => large.matches('a'.repeat(large.longestText + 1))).toThrow(PatternError);
  });
});

describe('the estimated size', () => {
  it.each([
    'abc',
    'a|b||c',
    'a{1000}',
    '(a{10}){10}',
    '(x|y){100}',
    '(?i)[a-z]{20}',
    '(?P<n>a){3}(?i:k){10}',
    'a{2,5}b{2,}c{0}',
    '((a?){30}(b?){20})',
    '\\Qa{1000}\\E',
    '[\\pL{}]{3}',
    '[]a]{4}[[:alpha:]]{5}',
    '\\x{41}{5}\\b{3}\\d{3}',
    '(){100}',
    '(a|){100}',
    '(?:(?:a{2,5}){2,5}){2,5}',
    '((a{3}b{2}){4}|c){5}',
    '^https?://[^/]+/(docs|blog)/.*\\.html$',
  ])('is never below the real one: %s', (source) => {
    expect(() => checkPatterns([source])).not.toThrow();
    // Every program begins and ends with instructions of its own.
    expect(weigh(source, () => true).size).toBeGreaterThanOrEqual(RE2JS.compile(source).programSize() - 3);
  });
});
