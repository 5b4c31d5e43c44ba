import { describe, expect, it } from 'vitest';
import { compile } from '../compile.ts';
import { celPhrases } from './cel/macro-table.ts';
import { MACROS } from './cel/macros.ts';
import { underscorePhrases } from './javascript/underscore-table.ts';

describe.each([
  ['cel', celPhrases],
  ['javascript', underscorePhrases],
] as const)('the phrases of %s', (language, phrases) => {
  it.each(phrases.map(({ example, gives }) => [example, gives] as const))(
    'give what they say: %s',
    async (text, gives) => {
      const program = compile(language, text, { variables: [] });
      expect(program.errors).toEqual([]);
      expect(JSON.parse(await program.evaluateJson({}))).toEqual(gives);
    },
  );

  it('show in their example what they describe, in whole sentences', () => {
    for (const { name, example, doc, call } of phrases) {
      expect(example).toContain(name);
      expect(call).toContain(name);
      expect(doc).toMatch(/^[A-Z].*\.$/);
    }
  });
});

it('every macro is described', () => {
  const described = celPhrases.map(({ name }) => name).filter((name) => name !== '.?');
  expect(new Set(described)).toEqual(new Set(MACROS.keys()));
});
