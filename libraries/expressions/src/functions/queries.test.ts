import { expect, it } from 'vitest';
import { compile } from '../compile.ts';
import { heldMemory } from '../testing/held-memory.ts';

it('a path that is kept holds no memory beyond itself', () => {
  const program = compile('cel', 'jsonpath(path, {"a": 1})');
  const before = heldMemory();
  for (let round = 0; round < 250; round++) {
    const padded = `${' '.repeat(200_000)}$.a${round}${' '.repeat(200_000)}`;
    program.evaluate({ path: padded });
    program.evaluate({ path: padded.slice(199_990, 200_010) });
  }
  expect(heldMemory() - before).toBeLessThan(20_000_000);
});

it.each(['jq', 'jmespath', 'xpath'])('%s is a known name, and a call says what to use instead', (name) => {
  const program = compile('cel', `${name}(".a", "b")`, { variables: [] });
  expect(program.errors).toEqual([]);
  expect(() => program.evaluate({})).toThrow(`${name} is not available`);
  const template = compile('template', `{{ "b" | ${name} ".a" }}`, { variables: [] });
  expect(() => template.render({})).toThrow(/Use jsonpath.* or JavaScript/);
});
