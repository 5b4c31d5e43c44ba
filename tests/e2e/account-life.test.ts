import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openContext } from '../kit/browser.ts';
import { choose } from '../kit/choose.ts';
import { expectNotice } from '../kit/notices.ts';
import { eventually } from '../kit/program.ts';
import { openSeat, type Seat } from '../kit/seat.ts';
import { authenticator } from '../kit/sign-in.ts';

const EMAIL = 'joan@example.com';
const FIRST = 'the first pass phrase';
const SECOND = 'the second pass phrase';

/** One account from its invitation to its end, by the pages alone. The steps build on one another. */
describe('the life of an account', () => {
  let seat: Seat;
  let admin: Page;
  let own: BrowserContext;
  let page: Page;
  let url: string;
  let link: string;
  let backupCodes: readonly string[];

  beforeAll(async () => {
    seat = await openSeat();
    admin = seat.page;
    // Keys are bound to a name, which a bare address is not.
    url = seat.program.url.replace('127.0.0.1', 'localhost');
    own = await openContext(seat.browser);
    page = await own.newPage();
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const password = () => page.getByLabel('Password', { exact: true });
  const enter = () => page.keyboard.press('Enter');
  const isIn = (on = page) => on.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
  /** Of the newest mail, as an administrator reads it in the outbox. */
  const mailedCode = (kind: string) =>
    eventually(`a mail for ${kind}`, async () => {
      const [mail] = await seat.database.query<{ body: string }>(
        'select body from identity.mails where recipient = $1 and kind = $2 order by created_at desc limit 1',
        [EMAIL, kind],
      );
      return /^ {4}(\d{6})$/m.exec(mail?.body ?? '')?.[1];
    });
  /** In a browser that has forgotten everything; what the page before was about to do does not matter any more. */
  const startOver = async () => {
    await page.close();
    await own.clearCookies();
    page = await own.newPage();
  };
  const openLogin = () => page.goto(`${url}/login`);
  const firstStep = async (secret: string) => {
    await page.getByLabel('Email').fill(EMAIL);
    await password().fill(secret);
    await enter();
    await heading('Two-Factor Authentication').waitFor();
  };
  const editUser = async () => {
    await admin.goto(`${seat.program.url}/settings/users`);
    await admin.getByRole('row').filter({ hasText: EMAIL }).click();
    await admin.getByRole('dialog').getByRole('textbox', { name: 'First name' }).waitFor();
    // The form can be changed once the page knows who is here; until then a switch ignores its key.
    await admin.getByRole('dialog').getByRole('button', { name: 'Update' }).waitFor();
    return admin.getByRole('dialog');
  };
  const update = async () => {
    await admin.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
    await expectNotice(admin, 'Joan Clarke updated successfully');
  };

  it('begins with an invitation', async () => {
    await admin.goto(`${seat.program.url}/settings/users?add=any`);
    const form = admin.getByRole('dialog');
    await form.getByRole('textbox', { name: 'First name' }).fill('Joan');
    await form.getByRole('textbox', { name: 'Last name' }).fill('Clarke');
    await form.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
    await choose(form.getByRole('combobox', { name: 'Role' }), 'editor');
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    link = await form.getByRole('textbox', { name: 'Link' }).inputValue();
  });

  it('which its owner uses to register, and is in at once', async () => {
    const { pathname, search } = new URL(link);
    await page.goto(url + pathname + search);
    await heading('Create account').waitFor();
    await password().fill(FIRST);
    await enter();
    await isIn();
  });

  it('gets an authenticator app, backup codes and a passkey', async () => {
    await page.goto(`${url}/profile-settings`);
    const totp = section('Manage 2FA TOTP Authenticator App');
    await totp.getByLabel('Code that the app shows').fill(authenticator(await totp.getByRole('code').innerText())());
    await enter();
    await totp.getByRole('button', { name: 'Unlink authenticator app' }).waitFor();
    const codes = section('Manage 2FA Backup Recovery Codes');
    await codes.getByRole('button', { name: 'Generate new backup codes' }).click();
    await codes.getByRole('listitem').first().waitFor();
    backupCodes = await codes.getByRole('listitem').allInnerTexts();
    await codes.getByRole('button', { name: 'I have written them down' }).click();
    await expectNotice(page, 'Your changes have been saved.', 'Manage 2FA Backup Recovery Codes');
    const devtools = await own.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const keys = section('Manage Hardware Tokens and Biometrics');
    await keys.getByLabel('Name of the new key').fill('Laptop');
    await keys.getByRole('button', { name: 'Add security key or passkey' }).click();
    await keys.getByRole('button', { name: 'Remove "Laptop"' }).waitFor();
  });

  it('is signed out, and let in again by the password and the key', async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    // The page leaves for the sign-in by itself.
    await page.waitForURL(`${url}/login*`);
    await firstStep(FIRST);
    await page.goto(`${url}/health`);
    await heading('Two-Factor Authentication').waitFor();
    await page.getByRole('button', { name: /security key|passkey/i }).click();
    await isIn();
  });

  it('is let in by a backup code when phone and key are lost, once', async () => {
    await startOver();
    await openLogin();
    await firstStep(FIRST);
    await page.getByLabel('Backup code').fill(backupCodes[0] ?? '');
    await enter();
    await isIn();
    await startOver();
    await openLogin();
    await firstStep(FIRST);
    await page.getByLabel('Backup code').fill(backupCodes[0] ?? '');
    await enter();
    await page.locator('[aria-invalid="true"], [role="alert"]').first().waitFor();
    await expectAccessible(page);
  });

  it('is recovered when the password is forgotten, still with its second factor, and every other session ends', async () => {
    const elsewhere = await openContext(seat.browser);
    await elsewhere.addCookies(await signedIn());
    const open = await elsewhere.newPage();
    await open.goto(`${url}/health`);
    await isIn(open);
    await startOver();
    await page.goto(`${url}/recovery`);
    await page.getByLabel('Email').fill(EMAIL);
    await enter();
    await page.getByLabel('Code').fill(await mailedCode('recovery'));
    await enter();
    await heading('Two-Factor Authentication').waitFor();
    await page.getByLabel('Backup code').fill(backupCodes[2] ?? '');
    await enter();
    await section('Change Password').getByLabel('New password', { exact: true }).fill(SECOND);
    await enter();
    await expectNotice(page, 'Your changes have been saved.', 'Change Password');
    // Without a reload: its stream is ended, and the page asks who it is.
    await open.waitForURL(/\/login/);
    await elsewhere.close();
  });

  it('is made a viewer, who loses what an editor had at once', async () => {
    await page.goto(`${url}/health`);
    const add = page.getByRole('button', { name: 'Start watching' });
    await add.waitFor();
    const form = await editUser();
    await choose(form.getByRole('combobox', { name: 'Role' }), 'viewer');
    await update();
    await add.waitFor({ state: 'detached' });
  });

  it('ends with its deactivation', async () => {
    const form = await editUser();
    await form.getByRole('switch', { name: 'Active' }).press('Space');
    await update();
    await page.waitForURL(/\/login/);
    await page.getByLabel('Email').fill(EMAIL);
    await password().fill(SECOND);
    await enter();
    await page.getByText('This account is not active. Ask an administrator to activate it.').waitFor();
  });

  /** The cookies of another session of the account, which signed in by its backup code. */
  async function signedIn() {
    await startOver();
    await openLogin();
    await firstStep(FIRST);
    await page.getByLabel('Backup code').fill(backupCodes[1] ?? '');
    await enter();
    await isIn();
    const cookies = await own.cookies();
    expect(cookies.map(({ name }) => name)).toContain('watchroom_session');
    return cookies;
  }
});
