import type { Browser, BrowserContext, Page } from 'playwright-core';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CROSSED_LOOKS, expectAccessible, gatherErrors, openBrowser, openContext } from '../kit/browser.ts';
import { createOutsideDatabase, type OutsideDatabase } from '../kit/database.ts';
import { expectNotice } from '../kit/notices.ts';
import { type Program, startProgram } from '../kit/program.ts';
import { authenticator, register, signIn } from '../kit/sign-in.ts';

const GRACE = { email: 'grace@example.com', password: 'a very long pass phrase' };
const NEW_PASSWORD = 'an even longer pass phrase';
const SECTIONS = [
  'Profile Settings',
  'Change Password',
  'Manage Social Sign In',
  'Manage 2FA Backup Recovery Codes',
  'Manage 2FA TOTP Authenticator App',
  'Manage Hardware Tokens and Biometrics',
];

/** What one person does to her own account. The steps build on one another. */
describe('the profile of a person', () => {
  let database: OutsideDatabase;
  let browser: Browser;
  let program: Program;
  let url: string;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];
  let codes: readonly string[];

  beforeAll(async () => {
    database = await createOutsideDatabase();
    [browser, program] = await Promise.all([openBrowser(), startProgram({ environment: database.environment })]);
    // Keys are bound to a name, which a bare address is not.
    url = program.url.replace('127.0.0.1', 'localhost');
    context = await openContext(browser);
    await register(context, { ...program, url }, GRACE);
    page = await context.newPage();
    errors = gatherErrors(page);
    await page.goto(`${url}/health`);
  });
  afterAll(async () => {
    await browser.close();
    await program[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const saved = (name: string) => expectNotice(page, 'Your changes have been saved.', name);

  it('is behind her menu, has its sections, and leads back', async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Your Profile' }).click();
    await section('Profile Settings').getByLabel('First name').waitFor();
    const titles = async () =>
      (await page.getByRole('heading', { level: 2 }).allInnerTexts()).slice(0, SECTIONS.length);
    await expect.poll(titles).toEqual(SECTIONS);
    await section('Manage Social Sign In').getByText('No other sign-in service').waitFor();
    await page.getByRole('link', { name: 'Go back' }).click();
    await page.waitForURL(`${url}/health`);
  });

  it('takes a new name, and says so for ten seconds', async () => {
    await page.clock.install();
    await page.goto(`${url}/profile-settings`);
    await section('Profile Settings').getByLabel('First name').fill('Amazing');
    await page.keyboard.press('Enter');
    await saved('Profile Settings');
    await page.clock.fastForward(10_000);
    await page.getByText('Your changes have been saved.').waitFor({ state: 'detached' });
    await page.clock.resume();
    await section('Profile Settings').getByLabel('First name').fill('');
    await page.keyboard.press('Enter');
    await section('Profile Settings').locator('[aria-invalid="true"]').waitFor();
    await page.reload();
    await expect.poll(() => section('Profile Settings').getByLabel('First name').inputValue()).toBe('Amazing');
  });

  it('takes a new password, which ends her session in every other browser', async () => {
    const other = await openContext(browser);
    await signIn(other, url, GRACE);
    const elsewhere = await other.newPage();
    await elsewhere.goto(`${url}/health`);
    await elsewhere.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
    await section('Change Password').getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    expect(await section('Change Password').locator('[autocomplete="username"]').inputValue()).toBe(GRACE.email);
    await page.keyboard.press('Enter');
    await saved('Change Password');
    // Without a reload: the server ends the stream of the open page, which then leaves for the sign-in by itself.
    await elsewhere.waitForURL((at) => at.pathname === '/login');
    await other.close();
  });

  it('sets up an authenticator app by its key', async () => {
    const totp = section('Manage 2FA TOTP Authenticator App');
    await totp.getByRole('img').waitFor();
    const codeAt = authenticator(await totp.getByRole('code').innerText());
    await totp.getByLabel('Code that the app shows').fill(codeAt());
    await page.keyboard.press('Enter');
    await saved('Manage 2FA TOTP Authenticator App');
    await totp.getByRole('button', { name: 'Unlink authenticator app' }).waitFor();
  });

  it('makes backup codes, which can be copied and downloaded', async () => {
    const own = section('Manage 2FA Backup Recovery Codes');
    await own.getByRole('button', { name: 'Generate new backup codes' }).click();
    await own.getByRole('listitem').first().waitFor();
    codes = await own.getByRole('listitem').allInnerTexts();
    expect(codes.length).toBeGreaterThan(5);
    const download = page.waitForEvent('download');
    await own.getByRole('link', { name: 'Download codes' }).click();
    expect((await download).suggestedFilename()).toBe('watchroom-backup-codes.txt');
    await expectAccessible(page);
    await page.screenshot({ path: join(import.meta.dirname, '../../.cache/profile-codes.png') });
    await own.getByRole('button', { name: 'I have written them down' }).click();
    await saved('Manage 2FA Backup Recovery Codes');
  });

  it('adds a passkey, and is calm when the prompt is closed', async () => {
    const keys = section('Manage Hardware Tokens and Biometrics');
    await keys.getByLabel('Name of the new key').fill('Laptop');
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const device = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: false,
      automaticPresenceSimulation: true,
    } as const;
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options: device });
    await keys.getByRole('button', { name: 'Add security key or passkey' }).click();
    await expectNotice(page, 'The passkey prompt was closed.');
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await keys.getByRole('button', { name: 'Add security key or passkey' }).click();
    await keys.getByRole('button', { name: 'Remove "Laptop"' }).waitFor();
  });

  it('lets her in with the passkey alone', async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${url}/login*`);
    await page.getByRole('button', { name: 'Sign in with passkey' }).click();
    await page.waitForURL(`${url}/health`);
  });

  it('lets her in with a backup code in place of the app, once', async () => {
    // An open page would lead itself to the sign-in, and back to where it was.
    await page.goto('about:blank');
    await context.clearCookies();
    await page.goto(`${url}/login`);
    await page.getByLabel('Email').fill(GRACE.email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Two-Factor Authentication' }).waitFor();
    await page.screenshot({ path: join(import.meta.dirname, '../../.cache/second-factor.png') });
    await expectAccessible(page);
    await page.getByLabel('Backup code').fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/health`);
  });

  it('asks who she is before what matters, when that is long ago, and leads back', async () => {
    await database.query(`update identity.sessions set authenticated_at = now() - interval '1 day'`);
    await page.goto(`${url}/profile-settings`);
    await section('Change Password').getByLabel('New password', { exact: true }).fill('yet another long pass phrase');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Confirm Action' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/profile-settings/);
    await section('Change Password').getByLabel('New password', { exact: true }).waitFor();
  });

  it.each(CROSSED_LOOKS)('reads well and is accessible: $scheme, $width wide', async (look) => {
    const own = await openContext(browser, look);
    await own.addCookies(await context.cookies());
    const other = await own.newPage();
    const otherErrors = gatherErrors(other);
    await other.goto(`${url}/profile-settings`);
    await other.getByLabel('New password', { exact: true }).waitFor();
    await other.getByRole('button', { name: 'New token' }).waitFor();
    await other.screenshot({
      path: join(import.meta.dirname, `../../.cache/profile-${look.scheme}-${look.width}.png`),
      fullPage: true,
    });
    await expectAccessible(other);
    expect(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(otherErrors).toEqual([]);
    await own.close();
  });

  it('wrote no error to the console of the browser', () => {
    expect(errors.filter((error) => !/40[013]/.test(error))).toEqual([]);
  });
});
