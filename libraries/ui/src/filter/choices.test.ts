import { describe, expect, it } from 'vitest';
import {
  areSameChoices,
  type Choices,
  filterParameters,
  nextChoice,
  readChoices,
  withChoice,
  writeChoices,
} from './choices.ts';

describe('choices in the address', () => {
  it('are written as value and sign', () => {
    expect(writeChoices({ SUCCESS: -1, FAILED: 1 })).toBe('SUCCESS:-1,FAILED:1');
    expect(readChoices('SUCCESS:-1,FAILED:1')).toEqual({ SUCCESS: -1, FAILED: 1 });
  });

  it('keep colons and commas of a value', () => {
    const choices: Choices = { 'AWS::EC2': 1, 'a,b': -1 };
    expect(writeChoices(choices)).toBe('AWS________EC2:1,a||||b:-1');
    expect(readChoices(writeChoices(choices))).toEqual(choices);
  });

  it('say "all" where none is left', () => {
    expect(writeChoices({})).toBe('all');
    expect(readChoices('all')).toEqual({});
  });

  it('take a value alone for a wanted one, and leave out what they do not understand', () => {
    expect(readChoices('FAILED')).toEqual({ FAILED: 1 });
    expect(readChoices('a:7,:1,,b:-1,c:x:1')).toEqual({ b: -1 });
    expect(readChoices('')).toEqual({});
  });

  it('are not mixed up with what every object has', () => {
    expect(writeChoices(readChoices('constructor:1'))).toBe('constructor:1');
    expect(areSameChoices({}, readChoices('constructor:1'))).toBe(false);
  });
});

describe('choices on the wire', () => {
  it('are one parameter with the unwanted ones marked', () => {
    expect(filterParameters('status', { FAILED: 1, SUCCESS: -1 })).toEqual([['status.filter', 'FAILED,!SUCCESS']]);
    expect(filterParameters('status', {})).toEqual([]);
  });

  it('are quoted lists where a value would be taken apart or for a pattern', () => {
    expect(filterParameters('name', { 'a,b': 1, c: 1, 'say "no"*': -1 })).toEqual([
      ['name', 'in.("a,b","c")'],
      ['name', 'not.in.("say \\"no\\"*")'],
    ]);
    expect(filterParameters('name', { '!odd': 1 })).toEqual([['name', 'in.("!odd")']]);
  });
});

describe('a choice', () => {
  it('goes from off to wanted to unwanted and off again', () => {
    expect([nextChoice(undefined), nextChoice(1), nextChoice(-1)]).toEqual([1, -1, undefined]);
  });

  it('is changed without touching the others', () => {
    expect(withChoice({ a: 1, b: -1 }, 'b', undefined)).toEqual({ a: 1 });
    expect(withChoice({ a: 1 }, 'b', -1)).toEqual({ a: 1, b: -1 });
  });

  it('is compared whatever the order', () => {
    expect(areSameChoices({ a: 1, b: -1 }, { b: -1, a: 1 })).toBe(true);
    expect(areSameChoices({ a: 1 }, { a: -1 })).toBe(false);
  });
});
