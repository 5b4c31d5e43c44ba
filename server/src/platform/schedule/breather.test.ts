import { expect, it } from 'vitest';
import { breather } from './breather.ts';

it('lets what waits for the thread go first while long work goes on', async () => {
  const breathe = breather();
  const turns = { others: 0, own: 0 };
  const began = performance.now();
  const count = () => {
    turns.others += 1;
    if (turns.others < 3) setImmediate(count);
  };
  setImmediate(count);
  // Work that never waits for anything would go on until this test gives up.
  while (turns.others < 3 && performance.now() - began < 4_000) {
    await breathe();
    turns.own += 1;
  }
  expect(turns.others).toBe(3);
  expect(turns.own).toBeGreaterThan(100);
});
