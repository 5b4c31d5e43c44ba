import { describe, expect, it } from 'vitest';
import { yamlTokens } from './highlight.ts';

const written = (line: string) =>
  yamlTokens(line)
    .map(({ kind, text }) => `${kind}(${text})`)
    .join('');

describe('yamlTokens', () => {
  it('tells keys from values, also where a value holds a colon', () => {
    expect(written('url: https://example.org')).toBe('key(url:)plain( )text(https://example.org)');
    expect(written('  - name: a')).toBe('plain(  - )key(name:)plain( )text(a)');
  });

  it('knows numbers, switches and comments', () => {
    expect(written('- 200')).toBe('plain(- )number(200)');
    expect(written('on: true')).toBe('key(on:)plain( )number(true)');
    expect(written('# why')).toBe('comment(# why)');
  });

  it('never loses a character', () => {
    for (const line of ['', '   ', 'a: "b: c"', '|', 'text without a key', '"quoted key": 1'])
      expect(
        yamlTokens(line)
          .map(({ text }) => text)
          .join(''),
      ).toBe(line);
  });
});
