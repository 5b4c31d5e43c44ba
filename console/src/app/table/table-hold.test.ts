import { describe, expect, it } from 'vitest';
import { heldRows } from './table-hold.ts';

const row = (id: string, status = 'RUNNING') => ({ id, status });
const keyOf = ({ id }: { readonly id: string }) => id;

describe('rows that a person points at', () => {
  it('stay where they are and change in place, while new ones wait', () => {
    const fresh = [row('c'), row('b', 'SUCCESS'), row('a')];
    expect(heldRows([row('b'), row('a')], fresh, keyOf)).toEqual({ rows: [row('b', 'SUCCESS'), row('a')], waiting: 1 });
  });

  it('stay as they were seen last when they are gone', () => {
    expect(heldRows([row('b'), row('a')], [row('b')], keyOf)).toEqual({ rows: [row('b'), row('a')], waiting: 0 });
  });
});
