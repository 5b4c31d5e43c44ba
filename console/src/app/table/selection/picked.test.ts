import { describe, expect, it } from 'vitest';
import { type Picked, pickRange, togglePage } from './picked.ts';

const page = ['a', 'b', 'c', 'd'];
const keyOf = (row: string) => row;
const none: Picked<string> = { rows: new Map(), last: undefined };
const pick = (picked: Picked<string>, at: number, isRange = false) => pickRange(picked, page, at, isRange, keyOf);
const keys = ({ rows }: Picked<string>) => [...rows.keys()].toSorted().join('');

describe('a selection', () => {
  it('turns a row on and off', () => {
    expect(keys(pick(none, 1))).toBe('b');
    expect(keys(pick(pick(none, 1), 1))).toBe('');
    expect(pick(none, 9)).toBe(none);
  });

  it('gives a range the state of its end, in either direction', () => {
    const first = pick(pick(none, 3), 1, true);
    expect(keys(first)).toBe('bcd');
    expect(keys(pick(pick(first, 3), 2, true))).toBe('b');
  });

  it('is one row where a range has no beginning on this page', () => {
    expect(keys(pick({ rows: new Map(), last: 'z' }, 2, true))).toBe('c');
  });

  it('takes a whole page, or gives it back, and keeps what other pages have', () => {
    const other: Picked<string> = { rows: new Map([['z', 'z']]), last: undefined };
    const all = togglePage(pick(other, 0), page, keyOf);
    expect(keys(all)).toBe('abcdz');
    expect(keys(togglePage(all, page, keyOf))).toBe('z');
  });
});
