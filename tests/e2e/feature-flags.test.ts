import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CROSSED_LOOKS, expectAccessible } from '../kit/browser.ts';
import { expectNotice } from '../kit/notices.ts';
import { temporaryFolder } from '../kit/program.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const folder = temporaryFolder();
const file = join(folder, 'local.properties');
const LOCAL = '# what this installation has switched off\nincidents.disable=true\n';
const PATH = '/settings/feature-flags';

describe('feature flags', () => {
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    writeFileSync(file, LOCAL);
    seat = await openSeat({ folder: join(folder, 'data'), flags: ['--properties', file] });
    page = seat.page;
  });
  afterAll(async () => {
    await seat[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const row = (text: string, on = page) => on.getByRole('row').filter({ hasText: text });
  const dialog = (on = page) => on.getByRole('dialog');
  const button = (name: string) => dialog().getByRole('button', { name, exact: true });
  const entry = (name: string, on: Page) => on.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  const flag = (name: string, value: string) => seat.program.call('POST', '/api/db/properties', { name, value });
  const clear = () => seat.program.call('DELETE', '/api/db/properties?name=not.is.null');
  const gone = { state: 'detached' } as const;
  /** Out of a form that was changed. */
  async function leave() {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Leave without saving ?' }).getByRole('button', { name: 'Leave' }).click();
    await dialog().waitFor(gone);
  }

  it('begin with those of the file, which are read-only and say why', async () => {
    await page.goto(seat.program.url + PATH);
    await row('incidents.disable').getByText('local').waitFor();
    await expectAccessible(page);
    await row('incidents.disable').click();
    await dialog().getByText('Cannot edit local feature flags').waitFor();
    expect(await dialog().getByRole('textbox', { name: 'Value' }).isEditable()).toBe(false);
    for (const name of ['Update', 'Save', 'Delete']) expect(await button(name).count()).toBe(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog().waitFor(gone);
  });

  it('are added once name and value are there', async () => {
    await page.getByRole('button', { name: 'Add feature flag' }).click();
    await button('Save').click();
    await dialog().getByText('please provide all details').waitFor();
    await expectAccessible(page);
    await dialog().getByRole('combobox', { name: 'Name' }).fill('logs.disable');
    await button('Save').click();
    await dialog().getByText('please provide all details').waitFor();
    await dialog().getByRole('textbox', { name: 'Value' }).fill('true');
    await dialog().getByRole('textbox', { name: 'Description' }).fill('Nobody reads them');
    await button('Save').click();
    await expectNotice(page, 'Feature flag added successfully');
    await dialog().waitFor(gone);
    const added = row('logs.disable');
    for (const text of ['true', 'Nobody reads them', 'db']) await added.getByText(text, { exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('are not added twice, nor under the name of a local one', async () => {
    await page.getByRole('button', { name: 'Add feature flag' }).click();
    await dialog().getByRole('textbox', { name: 'Value' }).fill('false');
    await dialog().getByRole('combobox', { name: 'Name' }).fill('logs.disable');
    await button('Save').click();
    await dialog().getByText('A feature flag named logs.disable already exists').waitFor();
    await dialog().getByRole('combobox', { name: 'Name' }).fill('incidents.disable');
    await button('Save').click();
    await dialog().getByText('Cannot edit local feature flags').waitFor();
    await leave();
  });

  it('are edited, and their address is a link', async () => {
    await row('logs.disable').click();
    await dialog().waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('flag')).toBe('logs.disable');
    await page.reload();
    await dialog().getByRole('textbox', { name: 'Value' }).fill('false');
    await button('Update').click();
    await expectNotice(page, 'Feature flag updated successfully');
    await dialog().waitFor(gone);
    await row('logs.disable').getByText('false', { exact: true }).waitFor();
  });

  it('are not overwritten by who has not seen the newest', async () => {
    await row('logs.disable').click();
    await dialog().getByRole('textbox', { name: 'Value' }).fill('mine');
    await seat.program.call('PATCH', '/api/db/properties?name=eq.logs.disable', { value: 'theirs' });
    await button('Update').click();
    await dialog().getByText('Someone else changed or deleted this in the meantime').waitFor();
    await leave();
    await row('logs.disable').getByText('theirs').waitFor();
  });

  it('are deleted after one more question', async () => {
    await row('logs.disable').click();
    await button('Delete').click();
    const question = page.getByRole('dialog', { name: 'Delete logs.disable ?' });
    await question.getByRole('button', { name: 'Delete' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await question.waitFor(gone);
    await button('Delete').press('Enter');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectNotice(page, 'Feature flag removed successfully');
    await row('logs.disable').waitFor(gone);
    expect((await seat.program.call('GET', '/api/db/properties')).body).toEqual([]);
  });

  it('hide entry and page in every open browser at once, and bring them back', async () => {
    const health = await seat.signInAs('viewer');
    await health.goto(`${seat.program.url}/health`);
    await entry('Health', health).waitFor();
    await health.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    const heading = (text: string) => health.getByRole('heading', { level: 1, name: text });

    await page.getByRole('button', { name: 'Add feature flag' }).click();
    await dialog().getByRole('combobox', { name: 'Name' }).fill('health.disable');
    await dialog().getByRole('textbox', { name: 'Value' }).fill('true');
    await button('Save').click();
    await heading('Page not found').waitFor();
    await entry('Health', health).waitFor(gone);
    await entry('Health', page).waitFor(gone);
    expect((await seat.program.call('GET', '/api/v1/health/checks')).status).toBe(200);

    await clear();
    await heading('Health').waitFor();
    await entry('Health', health).waitFor();
    expect(await health.evaluate(() => 'sameDocument' in globalThis)).toBe(true);

    writeFileSync(file, `${LOCAL}health.disable=true\n`);
    await heading('Page not found').waitFor();
    await row('health.disable').getByText('local').waitFor();
    writeFileSync(file, LOCAL);
    await heading('Health').waitFor();
    await health.context().close();
  });

  it('never lock away their own page from who may write them', async () => {
    await flag('settings.feature_flags.disable', 'true');
    await page.goto(seat.program.url + PATH);
    await row('settings.feature_flags.disable').waitFor();
    const other = await seat.signInAs('commander');
    await other.goto(seat.program.url + PATH);
    await other.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await clear();
    await row('incidents.disable', other).waitFor();
    await other.context().close();
  });

  it('are shown without buttons to who may only read', async () => {
    await flag('logs.disable', 'true');
    const other = await seat.signInAs('responder');
    await other.goto(seat.program.url + PATH);
    await row('logs.disable', other).click();
    await dialog(other).getByRole('textbox', { name: 'Name' }).waitFor();
    await expect.poll(() => dialog(other).getByRole('button').allTextContents()).toEqual(['', '']);
    await other.keyboard.press('Escape');
    expect(await other.getByRole('button', { name: 'Add feature flag' }).count()).toBe(0);
    await other.goto(`${seat.program.url}${PATH}?add=any`);
    await row('logs.disable', other).waitFor();
    expect(await dialog(other).count()).toBe(0);
    await expectAccessible(other);
    await other.context().close();
  });

  it.each(CROSSED_LOOKS)('read well and are accessible: $scheme, $width wide', async (look) => {
    await seat.program.call('PUT', '/api/db/properties?name=eq.logs.disable', {
      name: 'logs.disable',
      value: 'true',
      description: 'The log store moves this week',
    });
    const { page: other } = await seat.openLook(look);
    await other.goto(seat.program.url + PATH);
    await other.getByText('logs.disable').first().waitFor();
    await other.screenshot({ path: join(import.meta.dirname, `../../.cache/flags-${look.scheme}-${look.width}.png`) });
    await expectAccessible(other);
    expect(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await other.goto(`${seat.program.url}${PATH}?flag=logs.disable`);
    await dialog(other).waitFor();
    await other.screenshot({
      path: join(import.meta.dirname, `../../.cache/flags-dialog-${look.scheme}-${look.width}.png`),
    });
    await expectAccessible(other);
    await other.context().close();
  });

  it('teach what they are when there are none, and say what failed', async () => {
    await clear();
    writeFileSync(file, '');
    await page.goto(seat.program.url + PATH);
    await page.getByText('No data available').waitFor();
    await expectAccessible(page);
    await page.route('**/api/db/properties?*', (route) =>
      route.fulfill({ status: 400, json: { message: 'It does not work today' } }),
    );
    expect(seat.errors).toEqual([]);
    await page.reload();
    await page.getByRole('alert').getByText('It does not work today').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/db/properties?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No data available').waitFor();
    writeFileSync(file, LOCAL);
    await row('incidents.disable').waitFor();
  });
});
