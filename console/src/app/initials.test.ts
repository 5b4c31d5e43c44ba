import { describe, expect, it } from 'vitest';
import { initials } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Ada King', 'AK'],
    ['Ada Byron King', 'AK'],
    ['ada@example.org', 'AO'],
    ['Ada', 'A'],
    [' ', '?'],
  ])('of %j are %s', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });
});
