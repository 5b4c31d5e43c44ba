import { describe, expect, it } from 'vitest';
import { shownName } from './shown-name.ts';

describe('a name that a link holds', () => {
  it('stands as it is', () => {
    expect(shownName('zoë+1@exämple.com')).toBe('zoë+1@exämple.com');
  });

  it.each(['\u202e', '\u2066', '\u200b', '\u0000', '\n', '\u2028'])(
    'turns, hides and breaks nothing by %j',
    (character) => {
      expect(shownName(`a${character}b`)).toBe('a\u{fffd}b');
    },
  );

  it('is cut where nobody would read to its end, and through no character', () => {
    expect(shownName('🔑'.repeat(101))).toBe(`${'🔑'.repeat(100)}…`);
    expect(shownName('🔑'.repeat(100))).toBe('🔑'.repeat(100));
  });
});
