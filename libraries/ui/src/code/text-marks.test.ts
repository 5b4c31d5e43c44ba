import { describe, expect, it } from 'vitest';
import { markedRange } from './text-marks.ts';

const marked = (text: string, line: number, column: number) => {
  const { from, to } = markedRange(text, { line, column, message: '' });
  return text.slice(from, to);
};

describe('markedRange', () => {
  it('is the word at the place', () => {
    expect(marked('1 +\n  reslts.code', 2, 3)).toBe('reslts');
    expect(marked('a == b', 1, 3)).toBe('=');
  });

  it('is the last character where the place is behind the end', () => {
    expect(marked('1 +', 1, 4)).toBe('+');
    expect(marked('1 +\n2', 1, 9)).toBe('+');
    expect(marked('1 +', 7, 1)).toBe('1');
  });

  it('is nothing in an empty text or line', () => {
    expect(markedRange('', { line: 1, column: 1, message: '' })).toEqual({ from: 0, to: 0 });
    expect(markedRange('a\n\nb', { line: 2, column: 1, message: '' })).toEqual({ from: 2, to: 2 });
  });
});
