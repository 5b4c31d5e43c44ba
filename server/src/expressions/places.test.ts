import { EXPRESSION_LANGUAGES, EXPRESSION_PLACES } from '@watchroom/contract/expressions';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { evaluateTrial } from './evaluate.ts';

describe.each(EXPRESSION_PLACES.map((place) => [place.id, place] as const))('the place %s', (_, place) => {
  it.each(EXPRESSION_LANGUAGES)('has an example in %s that gives something', async (language) => {
    const result = await evaluateTrial({ language, text: place.examples[language], environment: place.environment });
    expect(result).toEqual({
      value: expect.any(String) as unknown,
      text: expect.any(String) as unknown,
      milliseconds: expect.any(Number) as unknown,
    });
    expect(result.text).not.toBe('');
    expect(result.text).not.toContain('<no value>');
  });

  it('has a variable of its own in its example environment', () => {
    const names = Object.keys(parse(place.environment) as object);
    expect(place.variables.map(({ name }) => name).filter((name) => names.includes(name))).not.toEqual([]);
  });
});

it('no two places have the same id or title', () => {
  for (const key of ['id', 'title'] as const)
    expect(new Set(EXPRESSION_PLACES.map((place) => place[key])).size).toBe(EXPRESSION_PLACES.length);
});
