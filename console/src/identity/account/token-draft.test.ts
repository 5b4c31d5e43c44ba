import { describe, expect, it } from 'vitest';
import { daysOf, NEW_TOKEN, readDraft, scopesFor, tokenProblems } from './token-draft.ts';

describe('a new token', () => {
  it('needs a name', () => {
    expect(Object.keys(tokenProblems(NEW_TOKEN))).toEqual(['name']);
    expect(tokenProblems({ ...NEW_TOKEN, name: 'backup' })).toEqual({});
  });

  it.each(['', '0', '366', '1.5', '-3', 'ten', '1e2', '9999'])('does not live %s days', (days) => {
    expect(daysOf(days)).toBeUndefined();
    expect(Object.keys(tokenProblems({ ...NEW_TOKEN, name: 'backup', days }))).toEqual(['days']);
  });

  it.each([
    ['1', 1],
    [' 90 ', 90],
    ['365', 365],
  ])('lives "%s" days', (text, days) => expect(daysOf(text)).toBe(days));

  it('is read again as it was kept, and not from anything else', () => {
    const draft = { name: 'backup', scope: 'editor', days: '7' } as const;
    expect(readDraft(JSON.stringify(draft))).toEqual(draft);
    for (const text of [null, '', '{', 'null', '[]', '{"name":"a","days":"7","scope":"root"}', '{"name":1}'])
      expect(readDraft(text)).toBeUndefined();
  });

  it('may do what its person may, and less', () => {
    expect(scopesFor(['admin'])).toEqual(['read_only', 'viewer', 'responder', 'commander', 'editor', 'admin']);
    expect(scopesFor(['viewer', 'commander'])).toEqual(['read_only', 'viewer', 'responder', 'commander']);
    expect(scopesFor([])).toEqual(['read_only', 'viewer']);
  });
});
