import { describe, expect, it } from 'vitest';
import { applyRange, parseRange } from './range.ts';
import type { RowsQuery } from './tree.ts';

const rows = (more: Partial<RowsQuery> = {}): RowsQuery => ({ select: [], where: [], order: [], ...more });

describe('parseRange', () => {
  it('reads closed and open ranges of items', () => {
    expect(parseRange({ range: '0-24' })).toEqual({ offset: 0, limit: 25 });
    expect(parseRange({ range: '10-', 'range-unit': 'items' })).toEqual({ offset: 10 });
    expect(parseRange({ range: 'items=5-5' })).toEqual({ offset: 5, limit: 1 });
  });

  it('ignores other units and what is no range', () => {
    expect(parseRange({})).toBeUndefined();
    expect(parseRange({ range: 'bytes=0-10' })).toBeUndefined();
    expect(parseRange({ range: '0-10', 'range-unit': 'bytes' })).toBeUndefined();
    expect(parseRange({ range: '-5' })).toBeUndefined();
  });

  it('refuses an end before the start', () => {
    expect(() => parseRange({ range: '10-5' })).toThrow(
      expect.objectContaining({
        status: 416,
        code: 'PGRST103',
        details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
      }),
    );
  });
});

describe('applyRange', () => {
  it('gives the rows that both ask for', () => {
    expect(applyRange(rows(), { offset: 5, limit: 10 })).toEqual(rows({ offset: 5, limit: 10 }));
    expect(applyRange(rows({ offset: 8, limit: 100 }), { offset: 5, limit: 10 })).toEqual(
      rows({ offset: 8, limit: 7 }),
    );
    expect(applyRange(rows({ limit: 6 }), { offset: 5 })).toEqual(rows({ offset: 5, limit: 1 }));
    expect(applyRange(rows({ offset: 8 }), { offset: 5 })).toEqual(rows({ offset: 8 }));
    expect(applyRange(rows({ limit: 0 }), { offset: 5 })).toEqual(rows({ offset: 5, limit: 0 }));
    expect(applyRange(rows({ limit: 3 }), undefined)).toEqual(rows({ limit: 3 }));
  });

  it('refuses ranges without a row in common', () => {
    expect(() => applyRange(rows({ limit: 5 }), { offset: 5, limit: 5 })).toThrow(
      expect.objectContaining({ status: 416, code: 'PGRST103' }),
    );
  });
});
