import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, CROSSED_LOOKS } from '../kit/browser.ts';
import { expectFocus, expectFocusIn } from '../kit/focus.ts';
import { holdToasts } from '../kit/notices.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const FLAGS = '/settings/feature-flags';
const gone = { state: 'detached' } as const;
const picture = (name: string) => join(import.meta.dirname, `../../.cache/dialogs-${name}.png`);

describe('dialogs, questions and toasts', () => {
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    seat = await openSeat();
    page = seat.page;
    await seat.program.call('POST', '/api/db/properties', { name: 'logs.disable', value: 'true' });
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  const open = (address: string, on = page) => on.goto(seat.program.url + address);
  const dialog = (name: string | RegExp, on = page) => on.getByRole('dialog', { name });
  const button = (name: string, within: Locator | Page = page) => within.getByRole('button', { name, exact: true });
  const flag = (on = page) => dialog('logs.disable', on);
  const question = (on = page) => dialog('Leave without saving ?', on);
  const value = (on = page) => flag(on).getByRole('textbox', { name: 'Value' });
  const widthOf = async (what: Locator) => (await what.boundingBox())?.width;

  /** The form of the flag with something typed into it. */
  async function typeInto(on = page) {
    await open(FLAGS, on);
    await on.getByRole('row').filter({ hasText: 'logs.disable' }).getByRole('link').press('Enter');
    await value(on).fill('typed');
  }

  it('have the width of their size, and the whole window when expanded', async () => {
    await open(FLAGS);
    await page.getByRole('row').filter({ hasText: 'logs.disable' }).waitFor();
    await page.keyboard.press('?');
    await dialog('Keyboard shortcuts').waitFor();
    await expect.poll(() => widthOf(dialog('Keyboard shortcuts'))).toBe(400);
    await button('Expand', dialog('Keyboard shortcuts')).press('Enter');
    await expect.poll(() => widthOf(dialog('Keyboard shortcuts'))).toBe(1440);
    await button('Collapse', dialog('Keyboard shortcuts')).press('Enter');
    await expect.poll(() => widthOf(dialog('Keyboard shortcuts'))).toBe(400);
    await open(`${FLAGS}?flag=logs.disable`);
    await flag().waitFor();
    await expect.poll(() => widthOf(flag())).toBe(520);
    await open('/health?add=any');
    await dialog('Add check').getByText('HTTP', { exact: true }).first().waitFor();
    await expect.poll(() => widthOf(dialog('Add check'))).toBe(720);
    await expect.poll(async () => (await dialog('Add check').boundingBox())?.height).toBeLessThanOrEqual(900 - 128);
  });

  it('begin at the first field that can be filled in, or at their text where there is none', async () => {
    await open(`${FLAGS}?flag=logs.disable`);
    await expectFocus(value());
    await page.keyboard.press('Escape');
    await flag().waitFor(gone);
    await button('Add feature flag').press('Enter');
    await expectFocus(dialog('Add feature flag').getByRole('combobox', { name: 'Name' }));
    await page.keyboard.press('Escape');
    await dialog('Add feature flag').waitFor(gone);
    await page.keyboard.press('?');
    await expectFocus(dialog('Keyboard shortcuts').locator('[data-autofocus]'));
    await page.keyboard.press('Escape');
    await dialog('Keyboard shortcuts').waitFor(gone);
  });

  it('give the focus back to where they were opened, a question into its dialog', async () => {
    await open(FLAGS);
    await button('Help').press('Enter');
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter');
    await dialog('Keyboard shortcuts').waitFor();
    await page.keyboard.press('Escape');
    await dialog('Keyboard shortcuts').waitFor(gone);
    await expectFocus(button('Help'));
    const link = page.getByRole('row').filter({ hasText: 'logs.disable' }).getByRole('link');
    await link.press('Enter');
    await button('Delete', flag()).press('Enter');
    await dialog('Delete logs.disable ?').waitFor();
    await expectFocus(button('Cancel'));
    await page.keyboard.press('Escape');
    await dialog('Delete logs.disable ?').waitFor(gone);
    await expectFocus(button('Delete', flag()));
    await page.keyboard.press('Escape');
    await flag().waitFor(gone);
    await expectFocus(link);
  });

  it('hold the focus, and close from the top by Esc: the palette first, then what it lies over', async () => {
    await open(`${FLAGS}?flag=logs.disable`);
    await expectFocusIn(flag());
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      expect(await flag().evaluate((node) => node.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Control+k');
    await dialog('Go to').waitFor();
    await page.keyboard.press('Escape');
    await dialog('Go to').waitFor(gone);
    await flag().waitFor();
    await page.keyboard.press('Escape');
    await flag().waitFor(gone);
  });

  it('ask before what cannot be taken back: Enter alone does nothing, and a refusal stands in the question', async () => {
    await open(`${FLAGS}?flag=logs.disable`);
    await button('Delete', flag()).press('Enter');
    const asked = dialog('Delete logs.disable ?');
    await asked.waitFor();
    await page.keyboard.press('Enter');
    await asked.waitFor(gone);
    await page.route('**/api/db/properties?*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 400, json: { message: 'It is held by a test' } })
        : route.continue(),
    );
    await button('Delete', flag()).press('Enter');
    await button('Delete', asked).press('Enter');
    await asked.getByText('It is held by a test').waitFor();
    await expectFocus(button('Cancel', asked));
    await expectAccessible(page);
    await page.unroute('**/api/db/properties?*');
    await page.keyboard.press('Escape');
    await asked.waitFor(gone);
    await flag().waitFor();
  });

  it.each([
    ['its own close button', (on: Page) => button('Close', flag(on)).press('Enter')],
    ['Esc', (on: Page) => on.keyboard.press('Escape')],
    ['back', (on: Page) => on.goBack()],
    [
      'the palette',
      async (on: Page) => {
        await on.keyboard.press('Control+k');
        await expectFocus(dialog('Go to', on).getByRole('combobox'));
        await on.keyboard.type('jobs hist');
        await on.getByRole('option', { name: 'Jobs History' }).waitFor();
        await on.keyboard.press('Enter');
      },
    ],
  ])('ask before a changed form is left by %s, and keep what was typed', async (_, leave) => {
    await typeInto();
    await leave(page);
    await question().waitFor();
    await expectFocus(button('Stay'));
    await page.keyboard.press('Enter');
    await question().waitFor(gone);
    expect(await value().inputValue()).toBe('typed');
    await expect.poll(() => new URL(page.url()).searchParams.get('flag')).toBe('logs.disable');
    // The dialog has the keys again once it has the focus.
    await expectFocusIn(flag());
    await leave(page);
    await button('Leave', question()).press('Enter');
    await flag().waitFor(gone);
    await question().waitFor(gone);
  });

  it('ask for a check too, and for nothing where nothing was changed or all is saved', async () => {
    await open('/health?add=http');
    const form = dialog('Add check');
    await form.getByRole('textbox', { name: 'Name' }).first().waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor(gone);
    await open('/health?add=http');
    await form.getByRole('textbox', { name: 'Name' }).first().fill('front page');
    await page.keyboard.press('Escape');
    await button('Leave', question()).press('Enter');
    await form.waitFor(gone);
    await typeInto();
    await button('Update', flag()).press('Enter');
    await flag().waitFor(gone);
    expect(await question().count()).toBe(0);
  });

  it('show a toast for five seconds, which waits while it is pointed at', async () => {
    const { page: other } = await seat.openLook({});
    await other.clock.install();
    await typeInto(other);
    await value(other).fill(`at ${Date.now()}`);
    // Held until the pointer is really there, which is late on a slow machine.
    await holdToasts(other);
    await button('Update', flag(other)).press('Enter');
    const toast = other.getByRole('region', { name: 'Notifications' }).getByText('Feature flag updated successfully');
    await toast.hover();
    // At once, and not step by step: the page would miss the server's beats of those seconds.
    await other.clock.fastForward(8_000);
    expect(await toast.isVisible()).toBe(true);
    await expectAccessible(other);
    await other.mouse.move(5, 5);
    await other.clock.fastForward(8_000);
    await toast.waitFor(gone);
    await other.context().close();
  });

  it('take the keyboard to a toast by F8 and back by Esc, and never by themselves', async () => {
    await typeInto();
    await holdToasts(page);
    await value().fill('once more');
    await button('Update', flag()).press('Enter');
    const notices = page.getByRole('region', { name: 'Notifications' });
    await notices.getByRole('button', { name: 'Close' }).waitFor();
    await flag().waitFor(gone);
    const link = page.getByRole('row').filter({ hasText: 'logs.disable' }).getByRole('link');
    await expectFocus(link);
    await page.keyboard.press('F8');
    await expectFocus(notices.getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Escape');
    await notices.getByRole('button', { name: 'Close' }).waitFor(gone);
    await expectFocus(link);
  });

  it('lead from the help of a screen to its guide, to the documentation and to the keys', async () => {
    await open(FLAGS);
    await button('Help').press('Enter');
    const address = (name: RegExp) => page.getByRole('menuitem', { name }).getAttribute('href');
    expect(await address(/^Guide to Feature Flags/)).toBe('/docs/features/guide');
    expect(await address(/^Documentation/)).toBe('/docs/');
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  it('take the whole screen of a phone, begin at their text, and are closed by Esc and a button', async () => {
    const { page: other } = await seat.openLook({ width: 390, height: 844, hasTouch: true });
    await open(FLAGS, other);
    for (const close of [() => other.keyboard.press('Escape'), () => button('Close', flag(other)).click()]) {
      await other.getByRole('listitem').filter({ hasText: 'logs.disable' }).click();
      await expect.poll(() => flag(other).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
      expect(await button('Expand', other).count()).toBe(0);
      // A field would bring up the keyboard over what the person came to read.
      await expectFocus(flag(other).locator('[data-autofocus]:not(input, textarea)'));
      await close();
      await flag(other).waitFor(gone);
    }
    await other.context().close();
  });

  it.each(CROSSED_LOOKS)('look well and are accessible: $scheme, $width wide', async (look) => {
    const { page: other, errors } = await seat.openLook(look);
    const shoot = async (name: string) => {
      await other.screenshot({ path: picture(`${name}-${look.scheme}-${look.width}`) });
      await expectAccessible(other);
    };
    await open(`${FLAGS}?flag=logs.disable`, other);
    await flag(other).waitFor();
    await expectFocus(flag(other).locator('[data-autofocus]'));
    await shoot('flag');
    await value(other).fill('a changed value');
    await shoot('focus');
    await button('Delete', flag(other)).click();
    await dialog('Delete logs.disable ?', other).waitFor();
    await shoot('question');
    await button('Cancel', other).click();
    await button('Close', flag(other)).click();
    await shoot('leave');
    await button('Leave', question(other)).click();
    await flag(other).waitFor(gone);
    if (look.width < 640) {
      await other.getByRole('button', { name: /^Account of/ }).click();
      await other.getByRole('menuitem', { name: /^Documentation/ }).waitFor();
    } else await button('Help', other).click();
    await shoot('help');
    expect(errors).toEqual([]);
    await other.context().close();
  });

  it('wrote no error to the console of the browser but the one that was made', () => {
    expect(seat.errors.filter((error) => !error.includes('status of 400'))).toEqual([]);
  });
});
