import { describe, expect, it } from 'vitest';
import { readColumnChoice } from './column-store.ts';
import { declaredChoice, movedColumn, orderedColumns } from './use-columns.ts';

const columns = [{ id: 'a' }, { id: 'b' }, { id: 'c', isOptional: true as const }, { id: 'd' }];
const ids = (order: readonly string[]) => orderedColumns(columns, order).map(({ id }) => id);

describe('the columns of a list', () => {
  it('are at first as they are declared, without the optional ones', () => {
    expect(declaredChoice(columns)).toEqual({ hidden: ['c'], order: ['a', 'b', 'c', 'd'], widths: {} });
  });

  it('stand in the chosen order, with the first one first and unknown ones last', () => {
    expect(ids(['d', 'gone', 'b', 'a'])).toEqual(['a', 'd', 'b', 'c']);
  });

  it('move to the place of another, up and down', () => {
    expect(movedColumn(['a', 'b', 'c', 'd'], 'b', 'd')).toEqual(['a', 'c', 'd', 'b']);
    expect(movedColumn(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'b', 'c']);
  });

  it.each([[null], ['a,b'], [{}], [{ hidden: [1], order: [], widths: {} }], [{ hidden: [], order: [], widths: null }]])(
    'are no choice where something else was kept: %j',
    (kept) => {
      expect(readColumnChoice(kept)).toBeUndefined();
    },
  );

  it('keep only widths that are numbers', () => {
    const kept = { hidden: ['b'], order: ['a'], widths: { a: 90, b: 'wide' } };
    expect(readColumnChoice(kept)).toEqual({ ...kept, widths: { a: 90 } });
  });
});
