import { describe, expect, it } from 'vitest';
import { storableJson, storableText } from './storable.ts';

describe('what the database can hold', () => {
  it('has no NUL and no half character', () =>
    expect(storableText('a\0b\ud800c\udc00😀')).toBe('a\\0b\ufffdc\ufffd😀'));

  it('is JSON whose texts and keys were mended, deep inside, and nothing else', () => {
    const text = storableJson({ 'k\0': ['\ud800', { deep: '\0' }], fine: '\\u0000', n: 1, none: null });
    expect(JSON.parse(text)).toEqual({ 'k\\0': ['\ufffd', { deep: '\\0' }], fine: '\\u0000', n: 1, none: null });
  });

  it('is no cycle', () => {
    const round: Record<string, unknown> = {};
    round['round'] = round;
    expect(() => storableJson(round)).toThrow(TypeError);
  });
});
