import { describe, expect, it } from 'vitest';
import { compile } from '../compile.ts';
import { functionTable } from './table.ts';

const all = functionTable.flatMap(({ functions }) => functions);

describe('the function table', () => {
  it.each(all.flatMap(({ examples }) => examples))('gives what its example says: $cel', ({ cel, gives }) => {
    const program = compile('cel', cel, { variables: [], tolerateNull: true });
    expect(program.errors).toEqual([]);
    const value: unknown = JSON.parse(program.evaluateJson({}));
    expect(value).toEqual(gives === undefined ? expect.anything() : gives);
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
