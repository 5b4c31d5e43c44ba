import { describe, expect, it } from 'vitest';
import { leastWidth, type TableItem, tableItems, tableTracks } from './table-shape.ts';

const group = (key: string, size: number) => ({ key, size, group: key });
const written = (items: readonly TableItem<string>[]) =>
  items.map((item) => (item.type === 'group' ? `[${item.key}]` : String(item.index))).join(' ');

describe('tableItems', () => {
  it('puts a heading over each group of several rows', () => {
    expect(written(tableItems(5, [group('a', 2), group('b', 3)], new Set()))).toBe('[a] 0 1 [b] 2 3 4');
  });

  it('leaves a group of one row without a heading', () => {
    expect(written(tableItems(3, [group('a', 1), group('b', 2)], new Set()))).toBe('0 [b] 1 2');
  });

  it('puts a heading over a single row too where each group has one', () => {
    expect(written(tableItems(3, [group('a', 1), group('b', 2)], new Set(['a']), 1))).toBe('[a] [b] 1 2');
  });

  it('marks the rows that stand under a heading', () => {
    const items = tableItems(3, [group('a', 1), group('b', 2)], new Set());
    expect(items.map((item) => item.type === 'row' && item.isGrouped === true)).toEqual([false, false, true, true]);
  });

  it('keeps the indexes of later rows when a group is folded', () => {
    expect(written(tableItems(4, [group('a', 2), group('b', 2)], new Set(['a'])))).toBe('[a] [b] 2 3');
  });

  it('shows all rows without headings when the groups do not add up to them', () => {
    expect(written(tableItems(3, [group('a', 2)], new Set()))).toBe('0 1 2');
  });
});

describe('leastWidth', () => {
  it('adds up what the columns ask for at least, the gaps between them and both ends', () => {
    expect(leastWidth([{ width: 'minmax(130px, 1.9fr)' }, { width: '214px' }, { width: '1fr' }])).toBe(424);
    expect(leastWidth([{ width: '100px' }, { width: '50px' }], 12)).toBe(20 + 100 + 12 + 50 + 20);
  });
});

describe('tableTracks', () => {
  const columns = [
    { id: 'name', width: 'minmax(130px, 1fr)' },
    { id: 'size', width: '80px' },
  ];

  it('are those of the columns, with drawn widths instead and the check boxes before them', () => {
    expect(tableTracks(columns, {}, false)).toEqual({ tracks: 'minmax(130px, 1fr) 80px', least: 270 });
    expect(tableTracks(columns, { name: 300 }, true)).toEqual({ tracks: '16px 300px 80px', least: 476 });
  });
});
