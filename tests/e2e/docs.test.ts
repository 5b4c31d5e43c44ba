import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, CROSSED_LOOKS } from '../kit/browser.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const picture = (name: string) => join(import.meta.dirname, `../../.cache/docs-${name}.png`);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

describe('the documentation', () => {
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    seat = await openSeat();
    page = seat.page;
    await seat.context.clearCookies();
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  it('is read by a person who is not signed in, from the list of all pages to a heading of one', async () => {
    await page.goto(`${seat.program.url}/docs/`);
    await page.getByRole('main').getByRole('link', { name: 'HTTP', exact: true }).click();
    await expect.poll(() => heading(page).textContent()).toBe('HTTP');
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.getByRole('link', { name: 'Fields', exact: true }).click();
    await page.waitForURL(`${seat.program.url}/docs/health/kinds/http#fields`);
    const pages = page.getByRole('navigation', { name: 'All pages' });
    expect(await pages.getByRole('link', { name: 'HTTP', exact: true }).getAttribute('aria-current')).toBe('page');
    expect(seat.errors).toEqual([]);
  });

  it('leads by the keyboard past the frame to the page', async () => {
    await page.goto(`${seat.program.url}/docs/health/guide`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  it('leads from an address without a page to the list of all pages', async () => {
    const answer = await page.goto(`${seat.program.url}/docs/no/such/page`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('link', { name: 'list of all pages' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Documentation');
  });

  it('is light on paper, without its frame', async () => {
    await page.goto(`${seat.program.url}/docs/health/guide`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('navigation', { name: 'All pages' }).isVisible()).toBe(false);
    expect(await heading(page).evaluate((node) => getComputedStyle(node).color)).toBe('rgb(20, 24, 29)');
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });

  it.each(CROSSED_LOOKS)('is accessible and fits at $width px in $scheme', async (look) => {
    const { page: other, errors } = await seat.openLook(look);
    for (const path of ['', 'health/kinds/http', 'performance', 'changelog', 'nothing']) {
      await other.goto(`${seat.program.url}/docs/${path}`);
      await expectAccessible(other);
      expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
      const name = path.replaceAll('/', '-') || 'index';
      await other.screenshot({ path: picture(`${name}-${look.scheme}-${look.width}`) });
    }
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    await other.context().close();
  });
});
