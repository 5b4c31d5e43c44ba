import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, gatherErrors, type Look, LOOKS, openContext } from '../kit/browser.ts';
import { expectFocus } from '../kit/focus.ts';
import { ADMIN, eventually, type Program } from '../kit/program.ts';
import { openSeat, type Seat } from '../kit/seat.ts';
import { startTarget, type Target } from '../kit/target.ts';

const picture = (name: string) => join(import.meta.dirname, `../../.cache/shell-${name}.png`);

describe('the shell', () => {
  let seat: Seat;
  let program: Program;
  let target: Target;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    target = await startTarget();
    seat = await openSeat();
    ({ program } = seat);
    const http = ['checkout api', 'front page'].map((name) => ({ name, url: target.url }));
    const spec = { schedule: '@every 1h', http };
    await program.call('POST', '/api/db/canaries', { name: 'shop', namespace: 'shop', spec });
    await eventually('the first results', async () => {
      const { body } = await program.call('GET', '/api/v1/health/checks');
      return (body as { checks: { last_runtime: string | null }[] }).checks.filter((each) => each.last_runtime)[1];
    });
    // A browser in which nobody was signed in before.
    context = await openContext(seat.browser);
    page = await context.newPage();
    errors = gatherErrors(page);
  });
  afterAll(async () => {
    await seat[Symbol.asyncDispose]();
    await target.kill();
  });

  const palette = (on = page) => on.getByRole('dialog', { name: 'Go to' });
  const option = (name: string | RegExp, on = page) => palette(on).getByRole('option', { name });
  const active = (on = page) => palette(on).getByRole('option', { selected: true });
  const heading = (on = page) => on.getByRole('heading', { level: 1 });

  /** The page knows who is here, and offers all that they may do. */
  const known = (on = page) => on.getByRole('button', { name: /^Account of/ }).waitFor();

  /** The health page with the answers of all its queries drawn. */
  async function openHealth() {
    await page.goto(`${program.url}/health?hidePassing=false`);
    await page.getByRole('row').filter({ hasText: 'front page' }).waitFor();
    await page.getByText('covered').waitFor();
    await known();
  }

  /** A page of the same person in another look, at an address. */
  async function openLook(look: Partial<Look>, address: string) {
    const own = await openContext(seat.browser, look);
    await own.addCookies(await context.cookies());
    const other = await own.newPage();
    await other.goto(program.url + address);
    return { other, shut: () => own.close() };
  }

  it('asks for the sign-in once, and leads back to the address that was open', async () => {
    await page.goto(`${program.url}/no/such/page?x=1`);
    await page.waitForURL(/\/login\?return_to=/);
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel(/^Password/).fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/no\/such\/page\?x=1/);
  });

  it('shows an unknown address as not found, with everything around it', async () => {
    await heading().getByText('Page not found').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Health' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go back' }).press('Enter');
    await heading().getByText('Health').waitFor();
    await expect.poll(() => page.url()).toBe(`${program.url}/health`);
    await expectFocus(heading());
  });

  it('is walked by the keyboard: past the sidebar, into it, and its width is kept', async () => {
    await page.reload();
    await heading().getByText('Health').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectFocus(page.getByRole('main'));
    expect(page.url()).not.toContain('#');
    await page.getByRole('button', { name: 'Collapse' }).press('Enter');
    await page.getByRole('button', { name: 'Expand' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Expand' }).press('Enter');
    await page.setViewportSize({ width: 1000, height: 800 });
    await expect.poll(() => page.getByRole('button', { name: 'Collapse' }).count()).toBe(0);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Health' }).focus();
    await page.getByRole('tooltip', { name: 'Health' }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('opens the menu of the account by the keyboard and gives the focus back', async () => {
    const account = page.getByRole('button', { name: /^Account of/ });
    await account.press('Enter');
    await page.getByText(/^Frontend 1\.0\.810\s*Backend \S+/).waitFor();
    await page.keyboard.press('ArrowDown');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expectFocus(account);
  });

  it('lists the keys on "?" and searches on "/"', async () => {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ctrl K').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    await expectFocus(page.getByRole('searchbox'));
  });

  it('refreshes every query of the page, busy until the slowest has answered', async () => {
    await openHealth();
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
    const asked = new Set<string>();
    const slowest = Promise.withResolvers<void>();
    await page.route('**/api/v1/health/**', async (route) => {
      asked.add(new URL(route.request().url()).pathname);
      if (route.request().url().includes('coverage')) await slowest.promise;
      await route.continue();
    });
    try {
      await refresh.press('Enter');
      await expect.poll(() => [...asked].filter((each) => /checks$|coverage$/.test(each))).toHaveLength(2);
      await expect.poll(() => refresh.getAttribute('aria-busy')).toBe('true');
    } finally {
      slowest.resolve();
    }
    await expect.poll(() => refresh.getAttribute('aria-busy')).toBe('false');
    await page.unroute('**/api/v1/health/**');
  });

  it('goes anywhere from the palette, by the keyboard alone', async () => {
    await page.goto(`${program.url}/health?groupBy=type`);
    await page.getByRole('row').first().waitFor();
    await known();
    await page.keyboard.press('Control+k');
    const field = palette().getByRole('combobox');
    await expectFocus(field);
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(async () => (await field.getAttribute('aria-activedescendant')) === (await active().getAttribute('id')))
      .toBe(true);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await active().getByText('Sign out').waitFor();
    await expectAccessible(page);
    await page.keyboard.type('check ap');
    await option(/checkout api/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'checkout api' }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('groupBy')).toBe('type');
    await page.keyboard.press('Control+k');
    await option('checkout api').waitFor();
    await expect.poll(() => palette().getByRole('group').first().getAttribute('aria-label')).toBe('Recent');
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'hidden' });
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.goForward();
    await page.getByRole('dialog', { name: 'checkout api' }).press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('acts from the palette, and says when nothing is found', async () => {
    await page.keyboard.press('Control+k');
    await palette().getByRole('combobox').fill('dark');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    await page.keyboard.press('Control+k');
    const field = palette().getByRole('combobox');
    await field.fill('100%_');
    await palette().getByText('No result').waitFor();
    await field.fill('add check');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add check' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('sorts the settings, names them in the breadcrumb, and moves the focus to the title of each page', async () => {
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await settings.getByRole('link', { name: 'Feature Flags' }).waitFor();
    const titles = await settings.getByRole('link').allInnerTexts();
    expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other, 'en')));
    await settings.getByRole('link', { name: 'Feature Flags' }).press('Enter');
    await heading().getByText('Feature Flags').waitFor();
    await expect.poll(() => page.getByRole('navigation', { name: 'Breadcrumb' }).innerText()).toBe('Settings');
    await expectFocus(heading());
    await expect.poll(() => page.title()).toBe('Feature Flags · Watchroom');
    await page.goBack();
    await heading().getByText('Health').waitFor();
    await page.goForward();
    await heading().getByText('Feature Flags').waitFor();
    await page.reload();
    await heading().getByText('Feature Flags').waitFor();
  });

  it('hides from a viewer what is not for him', async () => {
    const { other, shut } = await openLook({}, '/icon.svg');
    await other.route('**/api/auth/whoami', async (route) => {
      const answer = await route.fetch();
      const me = (await answer.json()) as { payload: { permissions: string[] } };
      const kept = me.payload.permissions.filter((each) => each.endsWith(':read'));
      await route.fulfill({ response: answer, json: { ...me, payload: { ...me.payload, permissions: kept } } });
    });
    await other.goto(`${program.url}/health`);
    await other.getByRole('row').first().waitFor();
    await known(other);
    expect(await other.getByRole('navigation', { name: 'Settings' }).count()).toBe(0);
    await other.keyboard.press('Control+k');
    await option('Sign out', other).waitFor();
    const hidden = [palette(other).getByRole('group', { name: 'Settings' }), option('Add check', other)];
    expect(await Promise.all(hidden.map((each) => each.count()))).toEqual([0, 0]);
    await shut();
  });

  it('keeps the neighbours of a panel that cannot be loaded', async () => {
    const { other, shut } = await openLook({}, '/icon.svg');
    await other.route(/LatencyChart.*\.js/, (route) => route.abort());
    await other.goto(`${program.url}/health?hidePassing=false`);
    await other.getByRole('row').filter({ hasText: 'front page' }).click();
    const dialog = other.getByRole('dialog', { name: 'front page' });
    await dialog.getByText('This part could not be loaded').waitFor();
    await dialog.getByRole('tab', { name: 'History' }).waitFor();
    await expectAccessible(other);
    await other.unroute(/LatencyChart.*\.js/);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('region', { name: 'Health overview' }).locator('canvas').waitFor();
    await shut();
  });

  it('says that the network is away', async () => {
    await openHealth();
    await context.setOffline(true);
    try {
      await page.getByRole('button', { name: 'Refresh', exact: true }).click();
      // Either the failed refresh is told, or the lost connection first, which then speaks for it.
      const told = page.getByText(/^No internet connection\. Please try again\.$|^Not connected since/);
      await told.first().waitFor();
    } finally {
      await context.setOffline(false);
    }
  });

  it.each(LOOKS)('reads well and is accessible: $scheme, $width wide', async (look) => {
    const name = `${look.scheme}-${look.width}`;
    const { other, shut } = await openLook(look, '/settings/feature-flags');
    const otherErrors = gatherErrors(other);
    await heading(other).getByText('Feature Flags').waitFor();
    await expectAccessible(other);
    await other.screenshot({ path: picture(`settings-${name}`) });
    await other.keyboard.press('Control+k');
    await option('Sign out', other).waitFor();
    await expectAccessible(other);
    await other.screenshot({ path: picture(`palette-${name}`) });
    await other.goto(`${program.url}/nowhere`);
    await heading(other).getByText('Page not found').waitFor();
    await expectAccessible(other);
    await other.screenshot({ path: picture(`not-found-${name}`) });
    expect(otherErrors).toEqual([]);
    await shut();
  });

  const PHONES = LOOKS.filter(({ width }) => width < 640);
  it.each(PHONES)('has its sidebar in a drawer on a phone: $scheme', async (look) => {
    const { other, shut } = await openLook(look, '/settings/feature-flags');
    const menu = other.getByRole('button', { name: 'Menu', exact: true });
    const drawer = other.getByRole('dialog', { name: 'Menu' });
    await menu.press('Enter');
    await drawer.getByRole('navigation', { name: 'Settings' }).getByRole('link').first().waitFor();
    await expectAccessible(other);
    await other.screenshot({ path: picture(`drawer-${look.scheme}`) });
    await other.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await expectFocus(menu);
    await menu.press('Enter');
    await drawer.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Health' }).press('Enter');
    await drawer.waitFor({ state: 'hidden' });
    await expect.poll(() => other.url()).toBe(`${program.url}/health`);
    await expectFocus(heading(other));
    await menu.press('Enter');
    await drawer.getByRole('button', { name: 'Go to' }).press('Enter');
    await drawer.waitFor({ state: 'hidden' });
    await expectFocus(palette(other).getByRole('combobox'));
    await other.keyboard.type('sign');
    await option('Sign out', other).waitFor();
    await expect
      .poll(() => palette(other).boundingBox())
      .toEqual({ x: 0, y: 0, width: look.width, height: look.height });
    await shut();
  });

  it('signs out from the palette, and going back leads to the sign-in again', async () => {
    await page.keyboard.press('Control+k');
    await palette().getByRole('combobox').fill('sign out');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/login/);
    await page.getByLabel('Email').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('watchroom-recent'))).toBeNull();
    // The page of the console leaves for the sign-in by itself.
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => page.url()).toContain('/login?return_to=');
  });

  it('wrote no error to the console of the browser', () => {
    expect(errors.filter((error) => !/401|ERR_INTERNET_DISCONNECTED/.test(error))).toEqual([]);
  });
});
