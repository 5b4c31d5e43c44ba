import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatherErrors, openBrowser, openContext } from '../kit/browser.ts';
import { type Gallery, startGallery } from '../kit/gallery.ts';

describe('form and code', () => {
  let browser: Browser;
  let gallery: Gallery;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    [browser, gallery] = await Promise.all([openBrowser(), startGallery()]);
    page = await (await openContext(browser)).newPage();
    errors = gatherErrors(page);
  });
  afterAll(async () => {
    await browser.close();
    await gallery[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await page.goto(`${gallery.url}/?story=document`);
    await editor().waitFor();
    return () => expect(errors.splice(0)).toEqual([]);
  });

  const editor = () => page.getByRole('textbox', { name: 'Code' });
  const text = async () => (await page.locator('.cm-line').allTextContents()).join('\n');
  const tab = (name: string) => page.getByRole('tab', { name });
  const save = () => page.getByRole('button', { name: 'Save' });

  it('change together, comments stay, and undo takes back what the form did', async () => {
    await tab('Form').click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await expect.poll(() => name.inputValue()).toBe('shop');
    await name.fill('till');
    await tab('Code').click();
    await expect.poll(text).toContain('# Owned by the shop\nname: till\nmethod: GET   # no body\n');
    await editor().focus();
    await page.keyboard.press('Control+z');
    await expect.poll(text).toContain('name: shop');
    await tab('Form').click();
    await expect.poll(() => name.inputValue()).toBe('shop');
  });

  it('keep the last readable form and the place of the code while it is broken, and cannot be saved', async () => {
    await page.getByText('name: shop').click();
    await page.keyboard.press('End');
    const top = async () => (await editor().boundingBox())?.y;
    const before = await top();
    await page.keyboard.type(': [');
    await page.getByText(/The code cannot be parsed: line \d+: .* The form shows the last valid state/).waitFor();
    expect(await top()).toBe(before);
    await expect.poll(() => save().isDisabled()).toBe(true);
    await page.locator('.cm-lint-marker-error').first().waitFor();
    await tab('Form').click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).isDisabled()).toBe(true);
  });

  it('mark what schema and server refuse, with words under the pointer', async () => {
    await page.locator('.cm-lintRange-warning').getByText('colour').hover();
    await page.locator('.cm-diagnostic').getByText('There is no field "colour"').waitFor();
    await page.mouse.move(0, 0);
    await page.locator('.cm-lintRange-error').getByText('team').hover();
    await page.locator('.cm-diagnostic').getByText('There is no team of this name').waitFor();
  });

  it('complete names and values, and explain a field', async () => {
    await editor().focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Delete');
    await page.keyboard.type('sche');
    await page.getByRole('option', { name: /schedule/ }).click();
    await expect.poll(text).toContain('schedule: ');
    await page.getByText('url', { exact: true }).hover();
    await page.locator('.cm-field').getByText('Address to ask').waitFor();
  });

  it('are left by keyboard: Escape, then Tab', async () => {
    await editor().focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Tab');
    await expect.poll(text).toContain('  # Owned');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect.poll(() => editor().evaluate((element) => element.contains(document.activeElement))).toBe(false);
  });

  it('can be read but not written where nothing may be changed', async () => {
    await page.goto(`${gallery.url}/?story=document&read-only`);
    await editor().focus();
    const before = await text();
    await page.keyboard.type('x');
    expect(await text()).toBe(before);
    await tab('Form').click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).isDisabled()).toBe(true);
  });

  it.each(['light', 'dark'] as const)('have room on a phone: %s', async (scheme) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${gallery.url}/?story=document&theme=${scheme}`);
    await page.locator('.cm-lint-marker-error').first().waitFor();
    const box = () => page.locator('.cm-editor').boundingBox();
    await expect.poll(async () => (await box())?.height).toBeGreaterThanOrEqual(298);
    await expect.poll(async () => (await box())?.width).toBeLessThanOrEqual(390);
    await page.screenshot({ path: join(import.meta.dirname, `../../.cache/document-${scheme}-390.png`) });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.screenshot({ path: join(import.meta.dirname, `../../.cache/document-${scheme}-1440.png`) });
  });
});
