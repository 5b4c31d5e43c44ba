import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CROSSED_LOOKS, expectAccessible } from '../kit/browser.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const PATH = '/settings/expressions';

describe('the page that tries expressions', () => {
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    seat = await openSeat();
    page = seat.page;
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  const expression = (on = page, language = 'CEL') => on.getByRole('textbox', { name: `Expression in ${language}` });
  const environment = (on = page) => on.getByRole('textbox', { name: 'Environment as YAML' });
  const value = (on = page) => on.getByRole('region', { name: 'Value', exact: true });
  const text = (on = page) => on.getByRole('region', { name: 'Text', exact: true });
  const asText = (on = page) => on.getByRole('region', { name: 'As text' });
  const open = async (search = '', on = page) => {
    await on.goto(`${seat.program.url}${PATH}${search}`);
    await environment(on).waitFor();
  };

  it('shows what the example of a place gives, and follows the keys', async () => {
    await open();
    await value().getByText('true', { exact: true }).waitFor();
    await expression().fill('code + 1');
    await value().getByText('201', { exact: true }).waitFor();
    await environment().fill('{code: 500, names: [a, b], results: null}');
    await value().getByText('501', { exact: true }).waitFor();
    await expression().fill('names');
    await asText().getByText('[a b]', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('marks an error at its place, and says it in words', async () => {
    await expression().fill('1 +\n reslts.code');
    await page.getByRole('alert').getByText('Line 2, column 2: There is no variable "reslts" here.').waitFor();
    await expect.poll(() => page.locator('.cm-lintRange-error').allTextContents()).toEqual(['reslts']);
    await expectAccessible(page);
    await environment().fill('results: [');
    await page.getByRole('alert').getByText('Environment, line 1').waitFor();
    await expression().fill('');
    await page.getByText('Type an expression above to see what it gives.').waitFor();
    await expectAccessible(page);
  });

  it('keeps language and place in the address, and what was typed in none', async () => {
    await page.getByRole('link', { name: 'Go template' }).click();
    await page.getByRole('button', { name: 'Place Check test' }).click();
    await page.getByRole('menuitemradio', { name: 'Notification title and message' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?language=template&place=notification-message');
    await text().getByText('storefront in shop has failed: status code 503').waitFor();
    await page.getByRole('button', { name: 'channel', exact: true }).click();
    await text().getByText('slack').waitFor();
  });

  it('lets the keyboard out of the editor', async () => {
    await expression(page, 'Go template').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.cm-editor') === null)).toBe(true);
  });

  it('completes names, and inserts the example of a function', async () => {
    const selected = page.getByRole('option', { selected: true });
    // The editor ignores keys for a moment after it has opened the list.
    const choose = async (name: string) => {
      await expect
        .poll(async () => {
          await page.keyboard.press('ArrowDown');
          return selected.allTextContents();
        })
        .toEqual([name]);
    };
    await open();
    await expression().fill('[3, 1].s');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: 'sort', exact: true }).waitFor();
    await choose('sort');
    await page.getByText('[3, 1, 2].sort()').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect.poll(() => expression().innerText()).toBe('[3, 1].sort');
    await page.keyboard.type('()');
    await asText().getByText('[1 3]', { exact: true }).waitFor();

    await expression().fill('results.c');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: 'contains', exact: true }).waitFor();
    await choose('contains');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => expression().innerText()).toBe('"apple".contains("pp")');
    await value().getByText('true', { exact: true }).waitFor();
  });

  it('says what failed where the server refuses, and tries again', async () => {
    await open();
    await value().waitFor();
    await page.route('**/api/v1/expressions/evaluate', (route) =>
      route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'Too much at once' } }),
    );
    await expression().fill('1 + 1');
    await page.getByRole('alert').getByText('Too much at once').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/v1/expressions/evaluate');
    await page.getByRole('button', { name: 'Try again' }).click();
    await value().getByText('2', { exact: true }).waitFor();
  });

  it('is not for those who see no settings', async () => {
    const viewer = await seat.signInAs('viewer');
    await viewer.goto(seat.program.url + PATH);
    await viewer.getByText('Unauthorized').first().waitFor();
    await viewer.context().close();
  });

  it.each(CROSSED_LOOKS)('reads well and is accessible: $scheme, $width wide', async (look) => {
    await seat.expectLook(look, `${PATH}?place=check-transform`, 'expressions', async (on) => {
      await text(on).waitFor();
      await environment(on).waitFor();
    });
  });
});
