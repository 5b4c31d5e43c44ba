import { describe, expect, it } from 'vitest';
import { compile } from '../compile.ts';
import { functionTable } from './table.ts';

const all = functionTable.flatMap(({ functions }) => functions);

describe('the function table', () => {
  const examples = all.flatMap((definition) => definition.examples);

  function result(text: string): unknown {
    const program = compile('cel', text, { variables: [] });
    expect(program.errors).toEqual([]);
    return JSON.parse(program.evaluateJson({}));
  }

  it.each(examples.filter(({ gives }) => gives !== undefined))(
    'gives what its example says: $cel',
    ({ cel, gives }) => {
      expect(result(cel)).toEqual(gives);
    },
  );

  it.each(examples.filter(({ gives }) => gives === undefined))('runs its example: $cel', ({ cel }) => {
    expect(result(cel)).not.toBeNull();
  });

  it('has an example for every function, under one of its names', () => {
    const without = all.filter(
      ({ names, examples }) => !examples.some(({ cel }) => names.cel.some((name) => cel.includes(`${name}(`))),
    );
    expect(without.map(({ names }) => names.cel[0])).toEqual([]);
  });

  it('describes every function in whole sentences', () => {
    expect(all.filter(({ doc }) => !/^[-\dA-Z].*\.$/.test(doc)).map(({ doc }) => doc)).toEqual([]);
  });
});
