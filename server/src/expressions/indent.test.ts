import { describe, expect, it } from 'vitest';
import { indentJson } from './indent.ts';

describe('indentJson', () => {
  it.each([
    null,
    'a "quoted" \\ text, with [brackets]: {and} more\n',
    [],
    {},
    [[], {}, [1]],
    { a: { b: [1, 'two', { c: null }] }, d: true, e: {} },
  ])('writes what JSON.stringify writes: %#', (value) => {
    expect(indentJson(JSON.stringify(value), 1000)).toBe(JSON.stringify(value, null, 2));
  });

  it('keeps every digit', () => {
    expect(indentJson('[9007199254740993,1.0]', 1000)).toBe('[\n  9007199254740993,\n  1.0\n]');
  });

  it('leaves alone what would become too long, however deep it is', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(indentJson(deep, 1000)).toBe(deep);
  });
});
