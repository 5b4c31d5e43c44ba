import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, gatherErrors, CROSSED_LOOKS, openBrowser, openContext } from '../kit/browser.ts';
import { type Gallery, startGallery } from '../kit/gallery.ts';

describe('the gallery', () => {
  let browser: Browser;
  let gallery: Gallery;
  beforeAll(async () => {
    [browser, gallery] = await Promise.all([openBrowser(), startGallery()]);
  });
  afterAll(async () => {
    await browser.close();
    await gallery[Symbol.asyncDispose]();
  });

  it.each(CROSSED_LOOKS)('shows every part without a violation: $scheme, $width wide', async (look) => {
    const context = await openContext(browser, look);
    const page = await context.newPage();
    const errors = gatherErrors(page);
    for (const story of gallery.stories) {
      await page.goto(`${gallery.url}/?story=${story}&theme=${look.scheme}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(() => document.fonts.ready);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect({ story, errors }).toEqual({ story, errors: [] });
    }
    await context.close();
  });
});
