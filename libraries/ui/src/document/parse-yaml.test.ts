import { describe, expect, it } from 'vitest';
import { parseYaml } from './parse-yaml.ts';
import { isSame } from './plain.ts';
import { generator, read } from './testing.ts';
import { writeYaml } from './write-yaml.ts';

function problem(text: string) {
  const reading = parseYaml(text);
  return 'problem' in reading ? reading.problem : undefined;
}

describe('parseYaml', () => {
  it.each([
    ['a: 1\n\tb: 2', 2, 'Tabs'],
    ['a: 1\nb: [1', 2, ''],
    ['a: 1\nb: 2\na: 3', 3, 'appears twice'],
    ['a: 1\nb: *x', 2, 'no anchor'],
    ['a: 1\n---\nb: 2', 2, 'more than one document'],
    ['\n- 1', 2, 'must be a mapping'],
    ['text', 1, 'must be a mapping'],
    ['x: 1\na: &a\n  b: *a', 3, 'contains itself'],
    ['? [a, b]\n: 1', 1, 'plain text'],
    [`a: ${'['.repeat(5000)}`, 1, 'nested deeper'],
    [`a: ${'{b: '.repeat(5000)}`, 1, 'nested deeper'],
    [`a:\n${'- '.repeat(5000)}`, 2, 'nested deeper'],
    [Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'), 101, 'nested deeper'],
    [`a: ${'x'.repeat(1_000_001)}`, 1, 'million'],
  ])('names the line of what cannot be read (%#)', (text, line, words) => {
    expect(problem(text)?.line).toBe(line);
    expect(problem(text)?.message).toContain(words);
  });

  it('refuses references that multiply', () => {
    const bomb = Array.from({ length: 12 }, (_, at) =>
      at === 0
        ? 'a0: &a0 [x, x, x]'
        : `a${at}: &a${at} [${Array(9)
            .fill(`*a${at - 1}`)
            .join(', ')}]`,
    ).join('\n');
    expect(problem(bomb)?.message).toContain('Too many references');
  });

  it('never throws, whatever is typed', () => {
    const next = generator(7);
    const letters = 'ab:-[]{}#&*!|>\'"%@`,?\n\n  \t~<0';
    for (let round = 0; round < 3000; round += 1) {
      const text = Array.from({ length: next(40) }, () => letters[next(letters.length)]).join('');
      const reading = parseYaml(text);
      const wanted = 'value' in reading ? { ...reading.value, new: 'x' } : undefined;
      const isFine =
        'problem' in reading ? reading.problem.line > 0 : isSame(read(writeYaml(text, wanted ?? {})), wanted);
      expect({ text, isFine }).toEqual({ text, isFine: true });
    }
  });

  it('treats every name as a name', () => {
    const value = read('__proto__: {polluted: true}\nconstructor: 1\n');
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.hasOwn({}, 'polluted')).toBe(false);
  });
});
