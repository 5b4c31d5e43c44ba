import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openContext } from '../kit/browser.ts';
import { type OidcProvider, startOidcProvider } from '../kit/oidc-provider.ts';
import { temporaryFolder } from '../kit/program.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

/** What people do with an account elsewhere, in a real browser at a real provider. */
describe('another provider', () => {
  const folder = temporaryFolder();
  let provider: OidcProvider;
  let seat: Seat;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    provider = await startOidcProvider();
    const file = join(folder, 'providers.yaml');
    writeFileSync(file, provider.configuration);
    seat = await openSeat({ flags: ['--oidc', file, '--registration', 'open', '--sign-in-from-address', 'never'] });
    provider.serve(seat.program.url);
    context = await openContext(seat.browser);
    page = await context.newPage();
  });
  afterAll(async () => {
    await seat[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const social = (on: Page) => on.getByRole('region', { name: 'Manage Social Sign In' });
  /** Signs in there as this person, and agrees where the provider asks. */
  const visit = async (on: Page, login?: string) => {
    if (login !== undefined) {
      await on.getByPlaceholder('Enter any login').fill(login);
      await on.getByPlaceholder('and password').fill('any');
      await on.getByRole('button', { name: 'Sign-in' }).click();
    }
    await on.getByRole('button', { name: 'Continue' }).click();
  };
  const isIn = (on: Page) => on.getByRole('heading', { level: 1, name: 'Health' }).waitFor();

  it('makes the account of who comes for the first time, and leads him to where he wanted to go', async () => {
    await page.goto(`${seat.program.url}/health?groupBy=type`);
    await page.getByRole('button', { name: 'Sign in with Corp' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in with Corp' }).click();
    await visit(page, 'newcomer');
    await isIn(page);
    expect(new URL(page.url()).search).toBe('?groupBy=type');
    const [made] = await seat.database.query<{ name: string }>(
      `select name from identity.people where email = 'newcomer@corp.example'`,
    );
    expect(made?.name).toBe('Corp newcomer');
  });

  it('is linked by who has an account here, and then lets him in', async () => {
    const { page: admin } = seat;
    await admin.goto(`${seat.program.url}/profile-settings`);
    await social(admin).getByRole('button', { name: 'Link Corp' }).click();
    await visit(admin, 'boss');
    await social(admin).getByRole('button', { name: 'Unlink Corp' }).waitFor();
    // An open page would lead itself to the sign-in, and back to where it was.
    await admin.goto('about:blank');
    await seat.context.clearCookies({ name: /^watchroom/ });
    await admin.goto(`${seat.program.url}/login`);
    await admin.getByRole('button', { name: 'Sign in with Corp' }).click();
    await isIn(admin);
  });

  it('lets nobody in who does not agree there, and says so', async () => {
    await page.goto('about:blank');
    await context.clearCookies();
    await page.goto(`${seat.program.url}/login`);
    await page.getByRole('button', { name: 'Sign in with Corp' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
    await page.getByText('You did not go on at Corp.', { exact: false }).waitFor();
    await expectAccessible(page);
  });

  it('stands beside an open registration, whose account is made when its code is typed', async () => {
    await page.goto(`${seat.program.url}/registration`);
    await page.getByLabel('Email').fill('own@example.com');
    await page.getByLabel('First name').fill('Own');
    await page.getByLabel('Password', { exact: true }).fill('a very long pass phrase');
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await page.getByRole('heading', { name: 'Verify your account' }).waitFor();
    const [mail] = await seat.database.query<{ body: string }>(
      `select body from identity.mails where recipient = 'own@example.com'`,
    );
    await page.getByLabel('Code').fill(/\b\d{6}\b/.exec(mail?.body ?? '')?.[0] ?? '');
    await page.keyboard.press('Enter');
    await page.getByText('You verified your email. Sign in with it now.').waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Sign In to your account' }).waitFor();
  });

  it('is all that an address of the sign-in page may ask for where passwords in it are switched off', async () => {
    let sent = 0;
    page.on('request', (request) => (sent += Number(request.method() === 'POST')));
    await page.goto(`${seat.program.url}/login?username=own@example.com&password=secret`);
    await page.getByLabel('Email').waitFor();
    expect(page.url()).not.toContain('secret');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    expect(sent).toBe(0);
  });
});
