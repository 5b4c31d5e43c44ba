import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, gatherErrors, LOOKS, openBrowser, openContext } from '../kit/browser.ts';
import { createOutsideDatabase, type OutsideDatabase } from '../kit/database.ts';
import { ADMIN, type Program, startProgram, temporaryFolder } from '../kit/program.ts';

const folder = temporaryFolder();
const file = join(folder, 'local.properties');
const LOCAL = '# what this installation has switched off\nincidents.disable=true\n';
const PATH = '/settings/feature-flags';

describe('feature flags', () => {
  let database: OutsideDatabase;
  let browser: Browser;
  let program: Program;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    writeFileSync(file, LOCAL);
    database = await createOutsideDatabase();
    const { environment } = database;
    const flags = ['--properties', file];
    [browser, program] = await Promise.all([
      openBrowser(),
      startProgram({ folder: join(folder, 'data'), environment, flags }),
    ]);
    context = await openContext(browser);
    page = await context.newPage();
    errors = gatherErrors(page);
    await context.request.post(`${program.url}/api/v1/identity/session`, { data: ADMIN });
  });
  afterAll(async () => {
    await browser.close();
    await program.end('SIGTERM');
    await database[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const row = (text: string, on = page) => on.getByRole('row').filter({ hasText: text });
  const dialog = (on = page) => on.getByRole('dialog');
  const button = (name: string) => dialog().getByRole('button', { name, exact: true });
  const entry = (name: string, on: Page) => on.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  const flag = (name: string, value: string) => program.call('POST', '/api/db/properties', { name, value });
  const clear = () => program.call('DELETE', '/api/db/properties?name=not.is.null');
  const gone = { state: 'detached' } as const;

  /** A browser of a new person with this role. */
  async function signInAs(role: string): Promise<BrowserContext> {
    const token = await database.signInAs(role);
    const other = await openContext(browser);
    await other.addCookies([{ name: 'watchroom_session', value: token, url: program.url }]);
    return other;
  }

  it('begin with those of the file, which are read-only and say why', async () => {
    await page.goto(program.url + PATH);
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
    await page.getByText('Feature flag added successfully').waitFor();
    await dialog().waitFor(gone);
    const added = row('logs.disable');
    for (const text of ['true', 'Nobody reads them', 'db']) await added.getByText(text, { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('are not added twice, nor under the name of a local one', async () => {
    await page.getByRole('button', { name: 'Add feature flag' }).click();
    await dialog().getByRole('textbox', { name: 'Value' }).fill('false');
    await dialog().getByRole('combobox', { name: 'Name' }).fill('logs.disable');
    await button('Save').click();
    await dialog().getByText('There is a feature flag logs.disable already').waitFor();
    await dialog().getByRole('combobox', { name: 'Name' }).fill('incidents.disable');
    await button('Save').click();
    await dialog().getByText('Cannot edit local feature flags').waitFor();
    await page.keyboard.press('Escape');
  });

  it('are edited, and their address is a link', async () => {
    await row('logs.disable').click();
    await dialog().waitFor();
    expect(new URL(page.url()).searchParams.get('flag')).toBe('logs.disable');
    await page.reload();
    await dialog().getByRole('textbox', { name: 'Value' }).fill('false');
    await button('Update').click();
    await page.getByText('Feature flag updated successfully').waitFor();
    await row('logs.disable').getByText('false', { exact: true }).waitFor();
  });

  it('are not overwritten by who has not seen the newest', async () => {
    await row('logs.disable').click();
    await dialog().getByRole('textbox', { name: 'Value' }).fill('mine');
    await program.call('PATCH', '/api/db/properties?name=eq.logs.disable', { value: 'theirs' });
    await button('Update').click();
    await dialog().getByText('Somebody else changed or deleted it meanwhile').waitFor();
    await page.keyboard.press('Escape');
    await row('logs.disable').getByText('theirs').waitFor();
  });

  it('are deleted after one more question', async () => {
    await row('logs.disable').click();
    await button('Delete').click();
    await dialog().getByText('Delete logs.disable?').waitFor();
    await expectAccessible(page);
    await button('Keep it').click();
    await button('Update').waitFor();
    await button('Delete').click();
    await button('Keep it').waitFor();
    await button('Delete').click();
    await page.getByText('Feature flag removed successfully').waitFor();
    await row('logs.disable').waitFor(gone);
    expect((await program.call('GET', '/api/db/properties')).body).toEqual([]);
  });

  it('hide entry and page in every open browser at once, and bring them back', { timeout: 40_000 }, async () => {
    const other = await signInAs('viewer');
    const health = await other.newPage();
    await health.goto(`${program.url}/health`);
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
    expect((await program.call('GET', '/api/v1/health/checks')).status).toBe(200);

    await clear();
    await heading('Health').waitFor();
    await entry('Health', health).waitFor();
    expect(await health.evaluate(() => 'sameDocument' in globalThis)).toBe(true);

    writeFileSync(file, `${LOCAL}health.disable=true\n`);
    await heading('Page not found').waitFor();
    await row('health.disable').getByText('local').waitFor();
    writeFileSync(file, LOCAL);
    await heading('Health').waitFor();
    await other.close();
  });

  it('never lock away their own page from who may write them', async () => {
    await flag('settings.feature_flags.disable', 'true');
    await page.goto(program.url + PATH);
    await row('settings.feature_flags.disable').waitFor();
    const commander = await signInAs('commander');
    const other = await commander.newPage();
    await other.goto(program.url + PATH);
    await other.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await clear();
    await row('incidents.disable', other).waitFor();
    await commander.close();
  });

  it('are shown without buttons to who may only read', async () => {
    await flag('logs.disable', 'true');
    const responder = await signInAs('responder');
    const other = await responder.newPage();
    await other.goto(program.url + PATH);
    await row('logs.disable', other).click();
    await dialog(other).getByRole('textbox', { name: 'Name' }).waitFor();
    expect(await dialog(other).getByRole('button').allTextContents()).toEqual(['']);
    await other.keyboard.press('Escape');
    expect(await other.getByRole('button', { name: 'Add feature flag' }).count()).toBe(0);
    await other.goto(`${program.url}${PATH}?add=any`);
    await row('logs.disable', other).waitFor();
    expect(await dialog(other).count()).toBe(0);
    await expectAccessible(other);
    await responder.close();
  });

  it.each(LOOKS)('read well and are accessible: $scheme, $width wide', { timeout: 30_000 }, async (look) => {
    await program.call('PUT', '/api/db/properties?name=eq.logs.disable', {
      name: 'logs.disable',
      value: 'true',
      description: 'The log store moves this week',
    });
    const own = await openContext(browser, look);
    await own.addCookies(await context.cookies());
    const other = await own.newPage();
    await other.goto(program.url + PATH);
    await other.getByText('logs.disable').first().waitFor();
    await other.screenshot({ path: join(import.meta.dirname, `../../.cache/flags-${look.scheme}-${look.width}.png`) });
    await expectAccessible(other);
    expect(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await other.goto(`${program.url}${PATH}?flag=logs.disable`);
    await dialog(other).waitFor();
    await other.screenshot({
      path: join(import.meta.dirname, `../../.cache/flags-dialog-${look.scheme}-${look.width}.png`),
    });
    await expectAccessible(other);
    await own.close();
  });

  it('teach what they are when there are none, and say what failed', async () => {
    await clear();
    writeFileSync(file, '');
    await page.goto(program.url + PATH);
    await page.getByText('No data available').waitFor();
    await expectAccessible(page);
    await page.route('**/api/db/properties?*', (route) =>
      route.fulfill({ status: 400, json: { message: 'It does not work today' } }),
    );
    expect(errors).toEqual([]);
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
