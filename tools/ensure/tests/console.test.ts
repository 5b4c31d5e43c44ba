import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOf, ensure, plantCheckout, put } from './checkout.ts';

const page = (root: string) => readFile(join(root, 'console/dist/index.html'), 'utf8');

describe('console', () => {
  it('is built once and again only when a source changes', async () => {
    await using tree = await plantCheckout();
    expect((await ensure(tree.root, ['--console'])).output).toMatch(/Building the console .* \d+\.\d s\n$/);
    expect(await page(tree.root)).toBe('built from one');
    expect(await ensure(tree.root, ['--console'])).toEqual({ code: 0, output: '' });
    await put(tree.root, 'console/src/main.test.ts', 'a test');
    await ensure(tree.root, ['--console']);
    expect(await callsOf(tree.root, 'vite')).toEqual([expect.stringMatching(/^build console .* production$/)]);
    await put(tree.root, 'console/src/main.tsx', 'two');
    await ensure(tree.root, ['--console']);
    expect(await page(tree.root)).toBe('built from two');
  });

  it.each(['contract/src/operation.ts', 'libraries/ui/src/index.ts'])(
    'is built again when %s changes',
    async (source) => {
      await using tree = await plantCheckout();
      await ensure(tree.root, ['--console']);
      await put(tree.root, source, '// changed');
      await ensure(tree.root, ['--console']);
      expect(await callsOf(tree.root, 'vite')).toHaveLength(2);
    },
  );

  it('stays as it was when a build fails, and the message says why', async () => {
    await using tree = await plantCheckout();
    await ensure(tree.root, ['--console']);
    await put(tree.root, 'console/src/main.tsx', 'broken');
    await put(tree.root, 'break');
    const { code, output } = await ensure(tree.root, ['--console']);
    expect(code).toBe(1);
    expect(output).toContain('vite error in main.tsx');
    expect(output).toContain('The console could not be built (vite ended with exit code 3)');
    expect(await page(tree.root)).toBe('built from one');
    expect(await readdir(join(tree.root, '.cache'))).toEqual([]);
  });

  it('leaves a checkout in which nothing is to be done exactly as it is', async () => {
    await using tree = await plantCheckout();
    await ensure(tree.root, ['--console']);
    await rm(join(tree.root, '.cache'), { recursive: true });
    const before = await readdir(tree.root, { recursive: true });
    expect(await ensure(tree.root, ['--console'])).toEqual({ code: 0, output: '' });
    expect(await readdir(tree.root, { recursive: true })).toEqual(before);
  });
});
