import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Query } from '@tanstack/react-query';
import { concerns, type Passed, throttledWake } from './changes.ts';

const change = (table: string, ids: readonly string[] | 'many'): Passed => ({
  type: 'change',
  message: { table, ids, tx: '1' },
});

describe('a change', () => {
  const meta = { tables: ['checks', 'canaries'], id: 'c1' };
  it('concerns answers that read the table', () => {
    expect(concerns(change('checks', 'many'), { tables: ['checks'] })).toBe(true);
    const byLength = { tables: (rows: unknown) => ((rows as unknown[]).length > 2 ? ['checks'] : ['checks', 'runs']) };
    expect(concerns(change('runs', 'many'), byLength, [1])).toBe(true);
    expect(concerns(change('runs', 'many'), byLength, [1, 2, 3])).toBe(false);
    expect(concerns(change('people', 'many'), { tables: ['checks'] })).toBe(false);
    expect(concerns(change('checks', 'many'), undefined)).toBe(false);
  });

  it('passes an answer about another row by, unless the ids are of canaries', () => {
    expect(concerns(change('checks', ['c2']), meta)).toBe(false);
    expect(concerns(change('checks', ['c1', 'c2']), meta)).toBe(true);
    expect(concerns(change('canaries', ['k1']), meta)).toBe(true);
  });

  it('that could not be told makes everything stale', () => {
    expect(concerns({ type: 'reload' }, undefined)).toBe(true);
  });
});

describe('throttledWake', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('wakes at once, then at most once a second with all that came meanwhile', () => {
    const wakes: ((query: Query) => boolean)[] = [];
    const wake = throttledWake((isMeant) => wakes.push(isMeant));
    wake.take(change('checks', ['a']));
    expect(wakes).toHaveLength(1);
    for (const id of ['b', 'c']) wake.take(change('checks', [id]));
    wake.take(change('canaries', ['k']));
    expect(wakes).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(wakes).toHaveLength(2);
    const meant = (id: string) => wakes[1]?.({ meta: { tables: ['checks'], id }, state: {} } as unknown as Query);
    expect([meant('a'), meant('b'), meant('c')]).toEqual([false, true, true]);
    vi.advanceTimersByTime(5_000);
    expect(wakes).toHaveLength(2);
    wake.take(change('checks', ['d']));
    expect(wakes).toHaveLength(3);
  });
});
