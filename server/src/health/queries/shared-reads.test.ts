import { expect, it } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

const now = <T>(read: () => Promise<T>) => read();

function reader() {
  const begun: { readonly key: string; readonly end: PromiseWithResolvers<number> }[] = [];
  const shared = createSharedReads((key) => {
    const end = Promise.withResolvers<number>();
    begun.push({ key, end });
    return end.promise;
  });
  return { begun, shared };
}

it('gives nobody a result whose read began before they asked, and one read to all who wait', async () => {
  const { begun, shared } = reader();
  const first = shared('viewer', now);
  const later = [shared('viewer', now), shared('viewer', now), shared('viewer', now)];
  expect(begun).toHaveLength(1);
  begun[0]?.end.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.end.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  expect(begun).toHaveLength(2);
});

it('gives the result to those whose turn comes after it, if they asked before it began', async () => {
  const { begun, shared } = reader();
  const turn = Promise.withResolvers<void>();
  const waits = shared('viewer', (read) => turn.promise.then(read));
  const first = shared('viewer', now);
  begun[0]?.end.resolve(1);
  expect(await first).toBe(1);
  turn.resolve();
  expect(await waits).toBe(1);
  expect(begun).toHaveLength(1);
});

it('reads again for whoever asks afterwards, and apart for each key', async () => {
  const { begun, shared } = reader();
  const one = shared('viewer', now);
  const other = shared('admin', now);
  expect(begun.map(({ key }) => key)).toEqual(['viewer', 'admin']);
  begun[0]?.end.reject(new Error('the database is gone'));
  begun[1]?.end.resolve(1);
  await expect(one).rejects.toThrow('gone');
  expect(await other).toBe(1);
  const again = shared('viewer', now);
  begun[2]?.end.resolve(2);
  expect(await again).toBe(2);
});
