import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, gatherErrors, openContext } from '../kit/browser.ts';
import { ADMIN, eventually } from '../kit/program.ts';
import { openSeat, type Seat } from '../kit/seat.ts';
import { addAuthenticator, register } from '../kit/sign-in.ts';

const WRONG = 'The email or the password is wrong.';

describe('signing in', () => {
  let seat: Seat;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    seat = await openSeat();
  });
  beforeEach(async () => {
    // A browser in which nobody was signed in before.
    context = await openContext(seat.browser);
    page = await context.newPage();
  });
  afterEach(() => context.close());
  afterAll(() => seat[Symbol.asyncDispose]());

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const email = () => page.getByLabel('Email');
  const password = () => page.getByLabel('Password', { exact: true });
  const open = (path: string) => page.goto(seat.program.url + path);
  const arriveAt = (path: string) => page.waitForURL((url) => url.pathname + url.search === path);
  const fillIn = async (account: typeof ADMIN) => {
    await email().fill(account.email);
    await password().fill(account.password);
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.keyboard.press('Enter');
    await answered;
  };
  const mailTo = (recipient: string, kind: string) =>
    eventually(`a ${kind} mail to ${recipient}`, async () => {
      const [mail] = await seat.database.query<{ body: string }>(
        'select body from identity.mails where recipient = $1 and kind = $2 order by created_at desc limit 1',
        [recipient, kind],
      );
      return (
        mail && {
          code: /^ {4}(\d{6})$/m.exec(mail.body)?.[1] ?? '',
          link: /http\S+token=\S+/.exec(mail.body)?.[0] ?? '',
        }
      );
    });

  it('leads back to where a person wanted to go, by keyboard alone', async () => {
    await open('/health?groupBy=type');
    await heading('Sign In to your account').waitFor();
    await expect.poll(() => email().evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type(ADMIN.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await password().getAttribute('type')).toBe('text');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await arriveAt('/health?groupBy=type');
    await open('/login');
    await arriveAt('/health');
  });

  it('answers a wrong password and an unknown account alike, and keeps what was typed', async () => {
    const errors = gatherErrors(page);
    await open('/login');
    await fillIn({ email: 'nobody@example.com', password: 'whatever it is' });
    await page.getByText(WRONG, { exact: true }).waitFor();
    await fillIn({ ...ADMIN, password: 'wrong password' });
    await page.getByText(WRONG, { exact: true }).waitFor();
    expect(await email().inputValue()).toBe(ADMIN.email);
    // What is typed next takes its place.
    await expect
      .poll(() => password().evaluate((field: HTMLInputElement) => field.value !== '' && field.selectionStart === 0))
      .toBe(true);
    await expectAccessible(page);
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Enter');
    await arriveAt('/health');
    expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
  });

  it('says at the field what is missing', async () => {
    await open('/login');
    await password().press('Enter');
    await page.getByText('This field is required').first().waitFor();
    expect(await email().getAttribute('aria-invalid')).toBe('true');
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/%09/evil.example', 'javascript:alert(1)'])(
    'goes to no other place: return_to=%s',
    async (evil) => {
      await open(`/login?return_to=${encodeURIComponent(evil)}`);
      await page.getByText('The return_to address is not allowed.').waitFor();
      await fillIn(ADMIN);
      await arriveAt('/health');
    },
  );

  it('sends a step once, however often the button is pressed', async () => {
    let sent = 0;
    await page.route('**/self-service/login?flow=*', async (route) => {
      sent += 1;
      await route.continue();
    });
    await open('/login');
    await email().fill(ADMIN.email);
    await password().fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).dblclick();
    await arriveAt('/health');
    expect(sent).toBe(1);
  });

  it('begins an expired form again, with what was typed and without the secret', async () => {
    await open('/login');
    await email().fill(ADMIN.email);
    await password().fill(ADMIN.password);
    const id = new URL(page.url()).searchParams.get('flow');
    await seat.database.query(`update identity.flows set expires_at = now() - interval '1 minute' where id = $1`, [id]);
    await page.keyboard.press('Enter');
    await page.getByText('Your interaction expired, please fill out the form again.').waitFor();
    await expect.poll(() => password().inputValue()).toBe('');
    expect(await email().inputValue()).toBe(ADMIN.email);
    expect(new URL(page.url()).searchParams.get('flow')).not.toBe(id);
    await password().fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await arriveAt('/health');
  });

  it('asks for the second factor, and for nothing else once it is given', async () => {
    const account = { email: 'second@example.com', password: 'a very long pass phrase' };
    const own = await openContext(seat.browser);
    await register(own, seat.program, account);
    const codeAt = await addAuthenticator(own, seat.program.url);
    await own.close();
    await open('/login?return_to=/profile-settings');
    await fillIn(account);
    await heading('Two-Factor Authentication').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Authentication code').fill('000000');
    await page.keyboard.press('Enter');
    await page.locator('[aria-invalid="true"], [role="alert"]').first().waitFor();
    await open('/health');
    await heading('Two-Factor Authentication').waitFor();
    await page.getByLabel('Authentication code').fill(codeAt(1));
    await page.keyboard.press('Enter');
    await arriveAt('/health');
  });

  it('leads who is invited in, and says so to who is not', async () => {
    await open('/login');
    await page.getByRole('link', { name: 'Create account' }).click();
    await heading('Create account').waitFor();
    await page.getByText('Registration is by invitation only.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter the link that you were sent').waitFor();
    const person = { firstName: 'Lin', lastName: 'Ho', email: 'lin@example.com', role: 'editor' };
    const invited: { link: string } = (await seat.program.call('POST', '/api/auth/invite_user', person)).body;
    await page.getByLabel('Invitation link or code').fill(invited.link);
    await page.keyboard.press('Enter');
    await page.getByLabel('First name').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Lin');
    await password().fill('a very long pass phrase');
    await page.keyboard.press('Enter');
    await heading('Verify your account').waitFor();
    const { code } = await mailTo(person.email, 'verification');
    await page.getByLabel('Code').fill(code);
    await page.keyboard.press('Enter');
    await page.getByText('You verified your email.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Continue' }).click();
    await arriveAt('/health');
  });

  it('lets who forgot the password in by a code, and asks for a new one', async () => {
    const account = { email: 'forgot@example.com', password: 'a very long pass phrase' };
    const own = await openContext(seat.browser);
    await register(own, seat.program, account);
    await own.close();
    await open('/login');
    await page.getByRole('link', { name: 'Reset password' }).click();
    await heading('Recover account').waitFor();
    await email().fill(account.email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').waitFor();
    await page.getByLabel('Code').fill('000000');
    await page.keyboard.press('Enter');
    await page.locator('[aria-invalid="true"], [role="alert"]').first().waitFor();
    await expectAccessible(page);
    await page.getByLabel('Code').fill((await mailTo(account.email, 'recovery')).code);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/profile-settings/);
    await page.getByText('Choose a new password now.', { exact: false }).waitFor();
  });

  it('uses the link of a mail only when a person presses the button', async () => {
    const account = { email: 'link@example.com', password: 'a very long pass phrase' };
    const own = await openContext(seat.browser);
    await register(own, seat.program, account);
    await own.close();
    await open('/recovery');
    await email().fill(account.email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').waitFor();
    const { link } = await mailTo(account.email, 'recovery');
    const { pathname, search } = new URL(link);
    await open(pathname + search);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    expect(page.url()).not.toContain('token=');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/profile-settings/);
  });
});
