import { describe, expect, it } from 'vitest';
import { documentSync } from './document-sync.ts';
import { madeUpKind } from './testing/made-up-kind.ts';

describe('the sync of the documents folder', () => {
  it('refuses two rooms that take the same kind, or both take documents without one', () => {
    const { takesUnnamed: _, ...named } = madeUpKind;
    expect(() => documentSync('folder', [named, named])).toThrow('two rooms take Note');
    expect(() => documentSync('folder', [madeUpKind, { ...madeUpKind, kind: 'Other' }])).toThrow(
      'two rooms take documents without a kind',
    );
    expect(documentSync('folder', [madeUpKind, { ...named, kind: 'Other' }]).name).toBe('document-sync');
  });
});
