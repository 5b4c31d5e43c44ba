import { describe, expect, it } from 'vitest';
import { ensure, plantCheckout } from './checkout.ts';

describe('browser', () => {
  it('is the program that CHROMIUM_PATH names', async () => {
    await using tree = await plantCheckout();
    expect((await ensure(tree.root, ['--browser'], { CHROMIUM_PATH: process.execPath })).code).toBe(0);
  });

  it('is asked for when CHROMIUM_PATH names no program', async () => {
    await using tree = await plantCheckout();
    const { code, output } = await ensure(tree.root, ['--browser'], { CHROMIUM_PATH: '/nowhere/chromium' });
    expect(code).toBe(1);
    expect(output).toContain('CHROMIUM_PATH names /nowhere/chromium, which is no program. Correct or unset it.');
  });
});
