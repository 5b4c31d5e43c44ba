import { describe, expect, it } from 'vitest';
import { groupRows } from './group-rows.ts';

describe('groupRows', () => {
  it('brings rows group after group, as they stood within, with those of no group last', () => {
    const rows = [{ at: 'b10' }, { at: null }, { at: 'b9' }, { at: 'b10' }].map((row, n) => ({ ...row, n }));
    const grouped = groupRows(rows, ({ at }) => at);
    expect(grouped.rows.map(({ n }) => n)).toEqual([2, 0, 3, 1]);
    expect(grouped.groups).toEqual([
      { key: 'b9', size: 1, group: { value: 'b9', size: 1 } },
      { key: 'b10', size: 2, group: { value: 'b10', size: 2 } },
      { key: '–', size: 1, group: { value: '', size: 1 } },
    ]);
  });
});
