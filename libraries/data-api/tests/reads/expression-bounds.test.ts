import { describe, expect, it } from 'vitest';
import { checkExpression } from '../../src/plan/expression-bounds.ts';

const large = [
  '((a{1,200}){1,200}){1,200}',
  '(a{50}){41}',
  'a{255}{255}',
  '(?:[ab]{3,200}|x){20}',
  '((a)b{1000,}){3}',
  `${'(ab){100}'.repeat(11)}`,
  '\\({2001}',
];
const small = [
  '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$',
  '\\d{1,3}(\\.\\d{1,3}){3}',
  '(a|b)*c+',
  'a{,9999}',
  'a{x}',
  '\\{9999}',
  ')a{9}(',
  `${'x'.repeat(1999)}`,
];

describe('a regular expression', () => {
  it.each(large)('that repeats too much is refused: %s', (expression) => {
    expect(() => checkExpression(expression)).toThrow(expect.objectContaining({ code: 'PGRST900' }));
  });

  it.each(small)('of usual size is not: %s', (expression) => {
    expect(() => checkExpression(expression)).not.toThrow();
  });
});
