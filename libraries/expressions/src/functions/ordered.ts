import { fail } from '../failure.ts';
import { adapt } from '../values/adapt.ts';
import { compare } from '../values/compare.ts';
import { define, type FunctionDefinition } from './define.ts';

function extreme(name: 'min' | 'max', sign: 1 | -1): FunctionDefinition {
  return define({
    names: { cel: [`.${name}`] },
    args: ['list: list'],
    result: 'any',
    doc: `The ${name === 'min' ? 'smallest' : 'largest'} element of a list.`,
    examples: [{ cel: `[3, 1, 2].${name}()`, gives: name === 'min' ? 1 : 3 }],
    call: (run, list) => {
      run.spend(list.length);
      const values = list.map(adapt);
      if (values.length === 0) fail(`${name}() of an empty list.`);
      return values.reduce((best, value) => (compare(value, best) * sign > 0 ? value : best));
    },
  });
}

/** Functions over the order of a list, as the CEL of Kubernetes names them. */
export const ordered: readonly FunctionDefinition[] = [
  extreme('min', -1),
  extreme('max', 1),
  define({
    names: { cel: ['.isSorted'] },
    args: ['list: list'],
    result: 'bool',
    doc: 'Whether the elements of a list are in order.',
    examples: [
      { cel: '[1, 2, 2].isSorted()', gives: true },
      { cel: '["b", "a"].isSorted()', gives: false },
    ],
    call: (run, list) => {
      run.spend(list.length);
      const values = list.map(adapt);
      return values.every((value, index) => index === 0 || compare(values[index - 1] ?? null, value) <= 0);
    },
  }),
];
