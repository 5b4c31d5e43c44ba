import { describe, expect, it } from 'vitest';
import { matchingOptions } from './matching-options.ts';

const OPTIONS = ['All', '100ms', '1s', '5s'].map((value) => ({ value, label: value }));
const shown = (text: string) => matchingOptions(OPTIONS, text).map(({ value }) => value);

describe('the options of a field in which anything may be typed', () => {
  it.each([
    ['', ['All', '100ms', '1s', '5s']],
    ['1s', ['All', '100ms', '1s', '5s']],
    [' all ', ['All', '100ms', '1s', '5s']],
    ['1', ['100ms', '1s']],
    ['abc', []],
  ])('are for the text %j %j', (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });
});
