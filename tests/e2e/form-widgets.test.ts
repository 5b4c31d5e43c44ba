import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, gatherErrors, CROSSED_LOOKS, openBrowser, openContext } from '../kit/browser.ts';
import { choose } from '../kit/choose.ts';
import { type Gallery, startGallery } from '../kit/gallery.ts';

const picture = (name: string) => join(import.meta.dirname, `../../.cache/form-widgets-${name}.png`);

describe('the widgets of forms', () => {
  let browser: Browser;
  let gallery: Gallery;
  let page: Page;
  let errors: string[];
  let form: Locator;

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
    form = await openForm(page, 'Filled');
  });
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  const openForm = async (on: Page, title: string, scheme = 'light') => {
    await on.goto(`${gallery.url}/?story=form-widgets&state=${encodeURIComponent(title)}&theme=${scheme}`);
    const found = on.locator('section').filter({ has: on.getByRole('heading', { name: title, exact: true }) });
    await found.getByRole('region').waitFor();
    return found;
  };
  const valueOf = async (name: string): Promise<unknown> => {
    const text = await form.getByRole('region').textContent();
    return (JSON.parse(text ?? '') as Record<string, unknown>)[name];
  };
  /** Waits until a field of the form has this value. */
  const expectValue = async (name: string, value: unknown) => {
    await expect.poll(() => valueOf(name)).toEqual(value);
  };
  const group = (name: string) => form.getByRole('group', { name, exact: true });
  /** By its label, which has a mark behind it where the field is required. */
  const field = (name: string, inside: Locator = form) => inside.getByLabel(new RegExp(`^${name}( \\*)?$`)).first();
  const type = async (input: Locator, text: string) => {
    await input.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type(text);
  };
  const press = async (target: Locator, key = 'Enter') => {
    await target.focus();
    await page.keyboard.press(key);
  };

  it('clears the other sources of a value when one is chosen', async () => {
    const token = group('Token');
    expect(await valueOf('token')).toEqual({ valueFrom: { secretKeyRef: { name: 'payments', key: 'token' } } });
    await choose(field('Source', token), 'Config Map');
    await expectValue('token', { valueFrom: { configMapKeyRef: {} } });
    await type(field('Name', token), 'settings');
    await type(field('Key', token), 'token');
    await expectValue('token', { valueFrom: { configMapKeyRef: { name: 'settings', key: 'token' } } });
    await choose(field('Source', token), 'Static');
    await expectValue('token', undefined);
    await type(field('Value', token), 'open sesame');
    await expectValue('token', { value: 'open sesame' });
    await choose(field('Source', token), 'Secret');
    await choose(field('Name', token), 'registry');
    await expectValue('token', { valueFrom: { secretKeyRef: { name: 'registry' } } });
  });

  it('offers what its source has, and takes free text and says so without one', async () => {
    await choose(field('Connection'), 'monitoring/invoices');
    await expectValue('connection', 'connection://monitoring/invoices');
    await choose(field('Source', group('Token')), 'Config Map');
    await group('Token').getByText('config maps cannot be chosen from a list yet').waitFor();
    form = await openForm(page, 'Empty, without sources');
    await form.getByText('connections cannot be chosen from a list yet').waitFor();
    await type(field('Connection'), 'connection://other/one');
    await expectValue('connection', 'connection://other/one');
  });

  it('finds a connection by what is typed, and offers those of its types alone', async () => {
    await type(field('Connection'), 'm');
    await page.getByRole('option', { name: 'monitoring/orders' }).waitFor();
    expect(await page.getByRole('option', { name: 'monitoring/mail' }).count()).toBe(0);
    await page.keyboard.type('onitoring/inv');
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectValue('connection', 'connection://monitoring/invoices');
  });

  it('clears a script when another language is chosen', async () => {
    const script = group('Test');
    await choose(field('Language', script), 'Javascript');
    await expectValue('test', undefined);
    await type(field('Script', script), 'true');
    await expectValue('test', { javascript: 'true' });
    await choose(field('Language', script), 'None');
    await expectValue('test', undefined);
    await field('Script', script).waitFor({ state: 'detached' });
  });

  it('clears a guarded group when it is switched off', async () => {
    const guard = form.getByRole('switch', { name: 'TLS', exact: true });
    await press(guard, 'Space');
    await expectValue('tls', undefined);
    await press(guard, 'Space');
    await expectValue('tls', {});
    await expect.poll(() => field('CA').inputValue()).toBe('');
  });

  it('clears what another way of signing in had', async () => {
    await choose(field('Authentication'), 'Digest');
    await expectValue('ntlm', undefined);
    await expectValue('digest', true);
    await choose(field('Authentication'), 'None');
    await expectValue('digest', undefined);
    await expectValue('username', undefined);
    await expectValue('password', undefined);
  });

  it('keeps memory with its unit, Mi at first, and processors in millicores', async () => {
    await choose(field('Memory: unit'), 'Ti');
    await expectValue('memory', '2Ti');
    await type(field('CPU'), '250');
    await expectValue('cpu', '250m');
    form = await openForm(page, 'Empty, without sources');
    await type(field('Memory'), '512');
    await expectValue('memory', '512Mi');
  });

  it('shows a duration as text and stores it in nanoseconds where the schema says so', async () => {
    expect(await field('Window').inputValue()).toBe('2h30m');
    await type(field('Window'), '1m30s');
    await expectValue('window', 90_000_000_000);
    await type(field('Timeout'), '1m30s');
    await expectValue('timeout', '1m30s');
  });

  it('adds and removes headers', async () => {
    const headers = group('Headers');
    await press(headers.getByRole('button', { name: 'Add' }));
    await type(field('Headers: name 2'), 'X-Team');
    await page.keyboard.press('Tab');
    await page.keyboard.type('payments');
    await expectValue('headers', { Accept: 'application/json', 'X-Team': 'payments' });
    await press(headers.getByRole('button', { name: 'Remove Accept' }));
    await expectValue('headers', { 'X-Team': 'payments' });
    await press(headers.getByRole('button', { name: 'Remove X-Team' }));
    await expectValue('headers', undefined);
  });

  it('moves, duplicates and removes the rows of a list', async () => {
    const first = { name: 'first', value: '1' };
    const second = { name: 'second', value: '2' };
    await press(form.getByRole('button', { name: 'Move Metrics 2 up' }));
    await expectValue('rows', [second, first]);
    await press(form.getByRole('button', { name: 'Duplicate Metrics 1' }));
    await expectValue('rows', [second, second, first]);
    await press(form.getByRole('button', { name: 'Remove Metrics 1' }));
    await press(form.getByRole('button', { name: 'Move Metrics 1 down' }));
    await expectValue('rows', [first, second]);
  });

  it('replaces a stored secret and keeps it again', async () => {
    const kept = await valueOf('passphrase');
    expect(await field('Passphrase').inputValue()).toBe('Kept as stored');
    await page.keyboard.press('Tab');
    await press(form.getByRole('button', { name: 'Replace Passphrase' }));
    await type(field('Passphrase'), 'another');
    await expectValue('passphrase', 'another');
    await press(form.getByRole('button', { name: 'Keep Passphrase' }));
    await expectValue('passphrase', kept);
    await expect.poll(() => field('Passphrase').inputValue()).toBe('Kept as stored');
  });

  it('offers the icons that it knows and takes any other name', async () => {
    await type(field('Icon'), 'wor');
    await page.getByRole('option', { name: 'world' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectValue('icon', 'world');
    await type(field('Icon'), 'rocket');
    await expectValue('icon', 'rocket');
  });

  it.each([
    ['Schedule', '@weekly', '@every 30s'],
    ['Short schedule', '@every 30s', '@weekly'],
    ['Medium schedule', '@every 8h', '@daily'],
    ['Generic schedule', '@daily', '@every 15m'],
  ])('offers the schedules of its own list: %s', async (name, offered, other) => {
    await press(field(name), 'ArrowDown');
    await page.getByRole('option', { name: offered, exact: true }).waitFor();
    expect(await page.getByRole('option', { name: other, exact: true }).count()).toBe(0);
  });

  it('asks for a body only where the method has one', async () => {
    await choose(field('Method'), 'GET');
    await expectValue('body', undefined);
    await field('Body').waitFor({ state: 'detached' });
  });

  it('puts inputs side by side in one line, whatever stands around them', async () => {
    form = await openForm(page, 'With errors');
    const lineOf = async (name: string) => (await field(name).boundingBox())?.y;
    for (const [one, other] of [
      ['Timeout', 'Window'],
      ['Memory', 'CPU'],
    ] as const)
      await expect.poll(async () => (await lineOf(one)) === (await lineOf(other))).toBe(true);
  });

  it('says what is wrong with an entry at its row', async () => {
    form = await openForm(page, 'With errors');
    const said = await field('Labels: value 2').getAttribute('aria-describedby');
    const text = await form.locator(`[id="${said?.split(' ')[0]}"]`).textContent();
    expect(text).toBe('There is no region of this name');
  });

  it('lets nobody change a form that is disabled', async () => {
    form = await openForm(page, 'Disabled');
    const open = form.locator('input:enabled, textarea:enabled, fieldset button:enabled');
    expect(await open.count()).toBe(0);
  });

  it.each(CROSSED_LOOKS)('is accessible and fits at $width px, $scheme', async (look) => {
    const other = await openContext(browser, look);
    const shown = await other.newPage();
    await openForm(shown, 'Filled', look.scheme);
    await shown
      .getByText(/^Next runs: /)
      .first()
      .waitFor();
    await shown.screenshot({ path: picture(`${look.scheme}-${look.width}`), fullPage: true });
    await expectAccessible(shown);
    expect(await shown.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await other.close();
  });

  it('of a made-up resource follow its type, obey rules across fields, and try what is not saved', async () => {
    const machine = async (state: string) => {
      await page.goto(`${gallery.url}/?story=resource&state=${state}`);
      form = page.locator('section').filter({ has: page.getByRole('heading', { name: state, exact: true }) });
    };
    await machine('Stored');
    await expect.poll(() => field('Rope').inputValue()).toBe('hemp');
    expect(await field('Height').count()).toBe(0);
    expect(await form.getByRole('button', { name: 'Test' }).count()).toBe(0);

    await machine('New');
    await form.getByRole('button', { name: /^Crane/ }).click();
    const test = form.getByRole('button', { name: 'Test' });
    await field('Height').waitFor();
    expect(await field('Rope').count()).toBe(0);
    await test.click();
    await form.getByText('Set cabin or remote').waitFor();
    expect(await field('Cabin').getAttribute('aria-invalid')).toBe('true');

    await type(field('Remote'), 'bridge');
    await form.getByText('Set cabin or remote').waitFor({ state: 'detached' });
    await type(field('Height'), '120');
    await test.click();
    await form.getByText('The hook does not reach the ground').waitFor();
    await type(field('Height'), '40');
    await test.click();
    const tried = form.getByRole('region', { name: 'What was tried' });
    await tried.getByText('"remote": "bridge"').waitFor();
    expect(JSON.parse((await tried.textContent()) ?? '')).toEqual({
      type: 'crane',
      name: null,
      height: 40,
      cabin: null,
      remote: 'bridge',
      rope: null,
    });
  });
});
