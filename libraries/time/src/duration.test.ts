import { describe, expect, it } from 'vitest';
import { DURATION, formatNanoseconds, parseDuration, parseNanoseconds } from './duration.ts';

describe('a duration', () => {
  it.each([
    ['30s', 30_000],
    ['1h30m', 5_400_000],
    ['2d', 172_800_000],
    ['1.5s', 1_500],
    ['250ms', 250],
    ['100us', 0.1],
    ['100µs', 0.1],
    ['100μs', 0.1],
    ['1w', 604_800_000],
    ['1mo', 2_592_000_000],
    ['1y', 31_536_000_000],
    ['0', 0],
    ['0s', 0],
    [' 5m ', 300_000],
  ])('"%s" is %d ms', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
    expect(DURATION.test(text.trim())).toBe(true);
  });

  it.each(['', ' ', '5', '30', '-30s', 's', '1h 30m', '30seconds', '1..5s', '.5s', '00', 'soon', '١s', '1h30', '5mx'])(
    '"%s" is not',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
      expect(DURATION.test(text)).toBe(false);
    },
  );

  it('reads a hostile text once, and not again from each digit', () => {
    expect(parseDuration('1'.repeat(500_000))).toBeUndefined();
    expect(parseDuration(`${'1s'.repeat(100_000)}x`)).toBeUndefined();
    expect(parseDuration(`${'9'.repeat(1_000)}s`)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('nanoseconds', () => {
  it.each([
    ['30s', 3e10],
    ['2h30m', 9e12],
    ['1d', 8.64e13],
    ['250ms', 2.5e8],
    ['0', 0],
  ])('of %s are %d, and back', (text, nanoseconds) => {
    expect(parseNanoseconds(text)).toBe(nanoseconds);
    expect(formatNanoseconds(nanoseconds)).toBe(text);
  });
});
