import { describe, expect, it } from 'vitest';
import { watchAction } from './watch-action.ts';

describe('the palette', () => {
  it.each(['https://shop.test/cart', 'shop.test', ' db.internal:5432 ', '10.0.0.1', 'fe80::1'])(
    'offers to watch %j',
    (text) => {
      const asked = text.trim();
      expect(watchAction(text)).toEqual({ title: `Watch ${asked}`, search: { add: 'any', target: asked } });
    },
  );

  it.each(['', 'shop', 'add check', 'ftp://shop.test', 'e.g. this'])('does not offer to watch %j', (text) => {
    expect(watchAction(text)).toBeUndefined();
  });
});
