import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { growsOld } from './page-refresh.ts';

const queries = new QueryClient();
afterEach(() => queries.clear());

/** A query that is on screen, after its first answer. */
async function shown(queryFn: () => Promise<string>, staleTime: number) {
  const observer = new QueryObserver(queries, { queryKey: ['shown'], queryFn, staleTime, retry: false });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
  const loadsAgain = growsOld(observer.getCurrentQuery());
  leave();
  return loadsAgain;
}

describe('refreshing the page', () => {
  it('loads again what may have changed', async () => {
    expect(await shown(() => Promise.resolve('answer'), 10_000)).toBe(true);
  });

  it('leaves what never grows old, such as the rows that a form is filled from', async () => {
    expect(await shown(() => Promise.resolve('answer'), Infinity)).toBe(false);
  });

  it('tries again what failed', async () => {
    expect(await shown(() => Promise.reject(new Error('no answer')), Infinity)).toBe(true);
  });
});
