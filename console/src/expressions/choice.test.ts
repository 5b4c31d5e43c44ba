import { EXPRESSION_PLACES } from '@watchroom/contract/expressions';
import { describe, expect, it } from 'vitest';
import { readChoice, writeChoice } from './choice.ts';

describe('language and place in the address', () => {
  it('are read as they were written', () => {
    for (const place of EXPRESSION_PLACES) {
      const choice = { language: 'jsonpath', place } as const;
      expect(readChoice(writeChoice(choice))).toEqual(choice);
    }
  });

  it('are left out at first, and where nobody knows them', () => {
    expect(writeChoice(readChoice({}))).toEqual({});
    expect(writeChoice(readChoice({ language: 'basic', place: 'nowhere', text: '1 + 1' }))).toEqual({});
  });
});
