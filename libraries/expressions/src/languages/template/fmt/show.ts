import type { Run } from '../../../run.ts';
import type { Value } from '../../../values/value.ts';
import type { Given } from '../frame.ts';
import { formatValue } from './values.ts';

/** A value as an action writes it. */
export function show(run: Run, value: Given): string {
  return value === undefined || value === null ? '<no value>' : formatValue(run, {}, value, 'v');
}

/** Values in a row, with blanks between those of which neither is a text. */
export function joined(run: Run, values: readonly Value[]): string {
  let text = '';
  values.forEach((value, index) => {
    const before = values[index - 1];
    if (index > 0 && typeof value !== 'string' && typeof before !== 'string') text += ' ';
    text += formatValue(run, {}, value, 'v');
    run.allocate(text.length - (text.length >> 1));
  });
  return text;
}
