import { describe, expect, it } from 'vitest';
import { createSlots } from './hash-slots.ts';
import { TooManyAttempts } from './too-many-attempts.ts';

function held() {
  const begun: number[] = [];
  const release: (() => void)[] = [];
  const work = (number: number) => () => {
    begun.push(number);
    return new Promise<number>((resolve) => {
      release[number] = () => resolve(number);
    });
  };
  return { begun, release, work };
}

describe('slots', () => {
  it('begin no more work at once than there are slots, and the rest in the order of its coming', async () => {
    const { begun, release, work } = held();
    const inSlot = createSlots(2, 10);
    const all = [0, 1, 2, 3].map((number) => inSlot(work(number)));
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    release[1]?.();
    await all[1];
    await expect.poll(() => begun).toEqual([0, 1, 2]);
    for (const number of [0, 2]) release[number]?.();
    await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
    release[3]?.();
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
  });

  it('refuse work beyond the queue at once, with a time to wait', async () => {
    const { release, work } = held();
    const inSlot = createSlots(1, 1);
    const first = inSlot(work(0));
    const second = inSlot(work(1));
    const refused = await inSlot(work(2)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TooManyAttempts);
    expect(refused).toMatchObject({ code: 'too_many_requests', retryAfter: 2 });
    release[0]?.();
    await first;
    await expect.poll(() => release[1]).toBeDefined();
    release[1]?.();
    expect(await second).toBe(1);
  });

  it('are free again after work that failed', async () => {
    const inSlot = createSlots(1, 0);
    await expect(inSlot(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await inSlot(() => Promise.resolve('fine'))).toBe('fine');
  });
});
