import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Query, QueryClient, QueryObserver } from '@tanstack/react-query';
import type { News } from './event-stream.ts';
import { concerns, type Pace, throttledWake, wakeQueries } from './changes.ts';

const change = (table: string, ids: readonly string[] | 'many'): News => ({
  type: 'change',
  message: { table, ids, tx: '1' },
});

/** An answer that is there, or is being loaded. */
function answer(meta: Query['meta'], data: unknown = [], fetchStatus: 'idle' | 'fetching' = 'idle') {
  const query = new QueryClient().getQueryCache().build(new QueryClient(), { queryKey: ['x'], ...(meta && { meta }) });
  query.state = { ...query.state, data, fetchStatus };
  return query;
}

describe('a change', () => {
  const meta = { tables: ['checks', 'canaries'], ids: { checks: 'c1' } };

  it('concerns answers that read the table', () => {
    expect(concerns(change('checks', 'many'), answer({ tables: ['checks'] }))).toBe(true);
    const byLength = { tables: (rows: unknown) => ((rows as unknown[]).length > 2 ? ['checks'] : ['checks', 'runs']) };
    expect(concerns(change('runs', 'many'), answer(byLength, [1]))).toBe(true);
    expect(concerns(change('runs', 'many'), answer(byLength, [1, 2, 3]))).toBe(false);
    expect(concerns(change('people', 'many'), answer({ tables: ['checks'] }))).toBe(false);
    expect(concerns(change('checks', 'many'), answer(undefined))).toBe(false);
  });

  it('passes an answer about another row by, unless the ids are of another table', () => {
    expect(concerns(change('checks', ['c2']), answer(meta))).toBe(false);
    expect(concerns(change('checks', ['c1', 'c2']), answer(meta))).toBe(true);
    expect(concerns(change('canaries', ['k1']), answer(meta))).toBe(true);
  });

  it('that could not be told makes everything stale', () => {
    expect(concerns({ type: 'reload' }, answer(undefined))).toBe(true);
  });

  it('before anybody listened concerns what was loaded by then, if it follows changes at all', () => {
    expect(concerns({ type: 'opened' }, answer(meta))).toBe(true);
    expect(concerns({ type: 'opened' }, answer(meta, [], 'fetching'))).toBe(false);
    expect(concerns({ type: 'opened' }, answer(undefined))).toBe(false);
  });
});

describe('throttledWake', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('begins loads anew after a gap, and not after changes', () => {
    const paces: Pace[] = [];
    const wake = throttledWake((_isMeant, pace) => paces.push(pace));
    wake.take(change('checks', ['a']));
    wake.take(change('checks', ['b']));
    wake.take({ type: 'reload' });
    vi.advanceTimersByTime(1_000);
    expect(paces).toEqual(['after', 'anew']);
    wake.stop();
  });

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
    const meant = (id: string) =>
      wakes[1]?.({ meta: { tables: ['checks'], ids: { checks: id } }, state: {} } as unknown as Query);
    expect([meant('a'), meant('b'), meant('c')]).toEqual([false, true, true]);
    vi.advanceTimersByTime(5_000);
    expect(wakes).toHaveLength(2);
    wake.take(change('checks', ['d']));
    expect(wakes).toHaveLength(3);
  });
});

describe('wakeQueries', () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  afterEach(() => queries.clear());

  /** A query on screen whose first answer is held back; every later one is `new`. */
  function held() {
    const first = Promise.withResolvers<string>();
    const queryFn = vi.fn(() => (queryFn.mock.calls.length === 1 ? first.promise : Promise.resolve('new')));
    const observer = new QueryObserver(queries, { queryKey: ['held'], queryFn });
    const leave = observer.subscribe(() => undefined);
    return { ...first, queryFn, leave, data: () => observer.getCurrentResult().data };
  }
  const wake = () => wakeQueries(queries, () => true);

  it('loads again, once, after a first load that began before the changes', async () => {
    const query = held();
    const woken = Promise.all([wake(), wake()]);
    expect(query.queryFn).toHaveBeenCalledTimes(1);
    query.resolve('old');
    await woken;
    expect(query.data()).toBe('new');
    expect(query.queryFn).toHaveBeenCalledTimes(2);
    query.leave();
  });

  it('tries again after a first load that failed', async () => {
    const query = held();
    const woken = wake();
    query.reject(new Error('not there yet'));
    await woken;
    expect(query.data()).toBe('new');
    query.leave();
  });

  it('leaves a first load alone whose screen was left', async () => {
    const query = held();
    const woken = wake();
    query.leave();
    query.resolve('old');
    await woken;
    expect(query.queryFn).toHaveBeenCalledTimes(1);
  });

  it('ends a later load before it loads again, however many changes come meanwhile', async () => {
    const query = held();
    query.resolve('old');
    await expect.poll(query.data).toBe('old');
    const later = Promise.withResolvers<string>();
    const last = Promise.withResolvers<string>();
    query.queryFn.mockImplementationOnce(() => later.promise).mockImplementationOnce(() => last.promise);
    const change = () => wakeQueries(queries, () => true, 'after');
    const woken = Promise.all([change(), change(), change()]);
    later.resolve('later');
    await expect.poll(query.data).toBe('later');
    last.resolve('last');
    await woken;
    expect(query.data()).toBe('last');
    expect(query.queryFn).toHaveBeenCalledTimes(3);
    query.leave();
  });

  it('begins a later load anew after a gap, since it may hang on a dead connection', async () => {
    const query = held();
    query.resolve('old');
    await expect.poll(query.data).toBe('old');
    query.queryFn.mockImplementationOnce(() => new Promise<string>(() => {}));
    void wakeQueries(queries, () => true, 'after');
    await expect.poll(() => query.queryFn.mock.calls.length).toBe(2);
    await wake();
    expect(query.data()).toBe('new');
    query.leave();
  });
});
