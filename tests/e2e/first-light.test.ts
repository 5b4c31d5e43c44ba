import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CROSSED_LOOKS, expectAccessible, gatherErrors, openBrowser, openContext } from '../kit/browser.ts';
import { ADMIN, eventually, type Program, startProgram, temporaryFolder } from '../kit/program.ts';
import { startTarget, type Target } from '../kit/target.ts';

/** From an empty data folder to a check that turns red, as a person lives through it. The steps build on one another. */
describe('first light', () => {
  const folder = temporaryFolder();
  let browser: Browser;
  let program: Program;
  let target: Target;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    target = await startTarget();
    const noAdministrator = { WATCHROOM_ADMIN_EMAIL: '', WATCHROOM_ADMIN_PASSWORD: '' };
    [browser, program] = await Promise.all([openBrowser(), startProgram({ folder, environment: noAdministrator })]);
    page = await (await openContext(browser)).newPage();
    errors = gatherErrors(page);
  });
  afterAll(async () => {
    await browser.close();
    await program.end('SIGTERM');
    await target.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the printed link makes the first administrator and leads to the one field', async () => {
    const link = await eventually('the link', async () => /http\S+\/setup#\S+(?=\n)/.exec(program.output())?.[0]);
    await page.goto(link);
    await page.getByLabel('Name').fill('Ada Kern');
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel(/^Password/).fill(ADMIN.password);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create the administrator account' }).click();
    await page.getByRole('textbox', { name: 'What should we watch?' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/health');
    await expectAccessible(page);
  });

  it('a typing error is answered at the field', async () => {
    await page.getByRole('textbox', { name: 'What should we watch?' }).fill('ftp://example.com');
    await page.getByRole('button', { name: 'Start watching' }).click();
    await page.getByText('ftp:// cannot be watched').waitFor();
  });

  it('a URL is checked at once', async () => {
    await page.getByRole('textbox', { name: 'What should we watch?' }).fill(target.url);
    const asked = performance.now();
    await page.getByRole('button', { name: 'Start watching' }).click();
    await page.getByRole('status').getByText('Healthy').waitFor();
    console.log(`first result on screen after ${Math.round(performance.now() - asked)} ms`);
    expect(target.requests).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Show the health page' }).click();
    await page.getByText(/% covered$/).waitFor();
  });

  it('a killed target turns red without a reload', async () => {
    const list = await program.call('GET', '/api/v1/health/checks');
    const [check] = (list.body as { checks: { canary_id: string }[] }).checks;
    const address = `/api/db/canaries?id=eq.${check?.canary_id}`;
    const [stored] = (await program.call('GET', `${address}&select=spec`)).body as { spec: object }[];
    const quick = { spec: { ...stored?.spec, schedule: '@every 1s' } };
    expect((await program.call('PATCH', address, quick)).status).toBe(204);
    await page.goto(`${program.url}/health?hidePassing=false`);
    const row = page.getByRole('row').filter({ hasText: `127.0.0.1:${target.port}` });
    await row.getByText('Healthy').waitFor();
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await target.kill();
    await row.getByText('Unhealthy').waitFor();
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  });

  it('the dialog tells why, and its address is a link', async () => {
    await page
      .getByRole('row')
      .filter({ hasText: `127.0.0.1:${target.port}` })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(/refused/i)
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('checkId')).toMatch(/^"?[0-9a-f-]{36}"?$/);
    await expectAccessible(page);
    await dialog.getByRole('tab', { name: 'Spec' }).click();
    await dialog.getByText('url:').first().waitFor();
    await page.reload();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => new URL(page.url()).searchParams.has('checkId')).toBe(false);
  });

  it.each(CROSSED_LOOKS)('reads well and is accessible: $scheme, $width wide', async (look) => {
    const context = await openContext(browser, look);
    await context.addCookies(await page.context().cookies());
    const other = await context.newPage();
    const otherErrors = gatherErrors(other);
    await other.goto(`${program.url}/health?hidePassing=false`);
    await other.getByText('Unhealthy').first().waitFor();
    await expectAccessible(other);
    await other.screenshot({ path: join(import.meta.dirname, `../../.cache/health-${look.scheme}-${look.width}.png`) });
    expect(otherErrors).toEqual([]);
    await context.close();
  });

  it('signing out ends the session, and the address that was open returns after signing in', async () => {
    const cookies = await page.context().cookies();
    await page.getByRole('button', { name: /account|user/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    await page.getByLabel('Email').waitFor();
    await expectAccessible(page);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect((await fetch(`${program.url}/api/auth/whoami`, { headers: { cookie } })).status).toBe(401);
    await page.goto(`${program.url}/health?groupBy=type`);
    await page.waitForURL(/\/login\?return_to=/);
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel(/^Password/).fill('wrong password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByText(/is wrong|wrong/)
      .first()
      .waitFor();
    await page.getByLabel(/^Password/).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/health\?.*groupBy=/);
  });

  it('leads whom it does not know to the sign-in once, and to no page before it', async () => {
    const stranger = await (await openContext(browser)).newPage();
    const paths: string[] = [];
    stranger.on('request', (request) => {
      if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
    });
    await stranger.goto(program.url);
    await stranger.getByLabel('Email').fill(ADMIN.email);
    await stranger.getByLabel(/^Password/).fill(ADMIN.password);
    await stranger.keyboard.press('Enter');
    await stranger.waitForURL((url) => url.pathname === '/health');
    await stranger.context().close();
    expect(paths).toEqual(['/', '/auth-state-checker', '/login', '/']);
  });

  it('wrote no error to the console of the browser', () => {
    const expected = /401|Failed to load resource/;
    expect(errors.filter((error) => !expected.test(error))).toEqual([]);
  });
});
