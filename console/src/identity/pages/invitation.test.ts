import { describe, expect, it } from 'vitest';
import { invitationIn } from './invitation.ts';

describe('an invitation that is typed', () => {
  it.each([' abc-_1 ', 'https://watch.example.org/registration?invitation=abc-_1'])('is found in %j', (typed) => {
    expect(invitationIn(typed)).toBe('abc-_1');
  });

  it.each(['', 'two words', 'https://watch.example.org/registration'])('is not found in %j', (typed) => {
    expect(invitationIn(typed)).toBeUndefined();
  });
});
