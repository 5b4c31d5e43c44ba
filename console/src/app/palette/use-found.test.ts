import { describe, expect, it } from 'vitest';
import { likePattern } from './use-found.ts';

describe('the pattern of a name', () => {
  it('holds the words in their order', () => {
    expect(likePattern(' front  page ')).toBe('%front%page%');
  });

  it('takes the signs of LIKE as they stand', () => {
    expect(likePattern('100%_a\\b')).toBe(String.raw`%100\%\_a\\b%`);
  });
});
