import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../kit/browser.ts';
import { type OidcProvider, startOidcProvider } from '../kit/oidc-provider.ts';
import { temporaryFolder } from '../kit/program.ts';
import { openSeat } from '../kit/seat.ts';
import { useStranger } from '../kit/stranger.ts';

/** What people do with an account elsewhere, in a real browser at a real provider. */
describe('another provider', () => {
  const folder = temporaryFolder();
  let provider: OidcProvider;
  beforeAll(async () => {
    provider = await startOidcProvider();
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });
  const on = useStranger(async () => {
    const file = join(folder, 'providers.yaml');
    writeFileSync(file, provider.configuration);
    const seat = await openSeat({
      flags: ['--oidc', file, '--registration', 'open', '--sign-in-from-address', 'never'],
    });
    provider.serve(seat.program.url);
    return seat;
  });
  const { open, heading, email, password, mailTo } = on;

  const social = (page: Page) => page.getByRole('region', { name: 'Manage Social Sign In' });
  /** Signs in there as this person, and agrees where the provider asks. */
  const visit = async (page: Page, login?: string) => {
    if (login !== undefined) {
      await page.getByPlaceholder('Enter any login').fill(login);
      await page.getByPlaceholder('and password').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
    }
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const isIn = (page: Page) => page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();

  it('makes the account of who comes for the first time, and leads him to where he wanted to go', async () => {
    await open('/health?groupBy=type');
    await on.page.getByRole('button', { name: 'Sign in with Corp' }).waitFor();
    await expectAccessible(on.page);
    await on.page.getByRole('button', { name: 'Sign in with Corp' }).click();
    await visit(on.page, 'newcomer');
    await isIn(on.page);
    expect(new URL(on.page.url()).search).toBe('?groupBy=type');
    const [made] = await on.seat.database.query<{ name: string }>(
      `select name from identity.people where email = 'newcomer@corp.example'`,
    );
    expect(made?.name).toBe('Corp newcomer');
  });

  it('is linked by who has an account here, and then lets him in', async () => {
    const { page: admin } = on.seat;
    await admin.goto(`${on.seat.program.url}/profile-settings`);
    await social(admin).getByRole('button', { name: 'Link Corp' }).click();
    await visit(admin, 'boss');
    await social(admin).getByRole('button', { name: 'Unlink Corp' }).waitFor();
    // An open page would lead itself to the sign-in, and back to where it was.
    await admin.goto('about:blank');
    await on.seat.context.clearCookies({ name: /^watchroom/ });
    await admin.goto(`${on.seat.program.url}/login`);
    await admin.getByRole('button', { name: 'Sign in with Corp' }).click();
    await isIn(admin);
  });

  it('lets nobody in who does not agree there, and says so', async () => {
    await open('/login');
    await on.page.getByRole('button', { name: 'Sign in with Corp' }).click();
    await on.page.getByRole('link', { name: 'Cancel' }).click();
    await heading('Sign In to your account').waitFor();
    await on.page.getByText('You did not continue at Corp.', { exact: false }).waitFor();
    await expectAccessible(on.page);
  });

  it('stands beside an open registration, whose account is made when its code is typed', async () => {
    await open('/registration');
    await email().fill('own@example.com');
    await on.page.getByLabel('First name').fill('Own');
    await password().fill('a very long pass phrase');
    await on.page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await heading('Verify your account').waitFor();
    await on.page.getByLabel('Code').fill((await mailTo('own@example.com', 'registration')).code);
    await on.page.keyboard.press('Enter');
    await on.page.getByText('You verified your email. Sign in with it now.').waitFor();
    await expectAccessible(on.page);
    await on.page.getByRole('link', { name: 'Continue' }).click();
    await heading('Sign In to your account').waitFor();
  });

  it('is all that an address of the sign-in page may ask for where passwords in it are switched off', async () => {
    let sent = 0;
    on.page.on('request', (request) => (sent += Number(request.method() === 'POST')));
    await open('/login?username=own@example.com&password=secret');
    await email().waitFor();
    expect(on.page.url()).not.toContain('secret');
    expect(await password().inputValue()).toBe('');
    expect(sent).toBe(0);
  });
});
