import { describe, expect, it } from 'vitest';
import { expectAccessible, gatherErrors, openContext } from '../kit/browser.ts';
import { ADMIN } from '../kit/program.ts';
import { addAuthenticator, register } from '../kit/sign-in.ts';
import { useStranger } from '../kit/stranger.ts';

const WRONG = 'The email or the password is wrong.';

describe('signing in', () => {
  const on = useStranger();
  const { open, arriveAt, heading, email, password, mailTo } = on;
  const fillIn = async (account: typeof ADMIN) => {
    await email().fill(account.email);
    await password().fill(account.password);
    const answered = on.page.waitForResponse((answer) => answer.request().method() === 'POST');
    await on.page.keyboard.press('Enter');
    await answered;
  };

  it('leads back to where a person wanted to go, by keyboard alone', async () => {
    await open('/health?groupBy=type');
    await heading('Sign In to your account').waitFor();
    await expect.poll(() => email().evaluate((field) => field === document.activeElement)).toBe(true);
    await on.page.keyboard.type(ADMIN.email);
    await on.page.keyboard.press('Tab');
    await on.page.keyboard.type(ADMIN.password);
    await on.page.keyboard.press('Tab');
    await on.page.keyboard.press('Space');
    await expect.poll(() => password().getAttribute('type')).toBe('text');
    await on.page.keyboard.press('Tab');
    await on.page.keyboard.press('Enter');
    await arriveAt('/health?groupBy=type');
    await open('/login');
    await arriveAt('/health');
  });

  it('answers a wrong password and an unknown account alike, and keeps what was typed', async () => {
    const errors = gatherErrors(on.page);
    await open('/login');
    await fillIn({ email: 'nobody@example.com', password: 'whatever it is' });
    await on.page.getByText(WRONG, { exact: true }).waitFor();
    await fillIn({ ...ADMIN, password: 'wrong password' });
    await on.page.getByText(WRONG, { exact: true }).waitFor();
    expect(await email().inputValue()).toBe(ADMIN.email);
    // What is typed next takes its place.
    await expect
      .poll(() => password().evaluate((field: HTMLInputElement) => field.value !== '' && field.selectionStart === 0))
      .toBe(true);
    await expectAccessible(on.page);
    await on.page.keyboard.type(ADMIN.password);
    await on.page.keyboard.press('Enter');
    await arriveAt('/health');
    expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
  });

  it('says at the field what is missing', async () => {
    await open('/login');
    await password().press('Enter');
    await on.page.getByText('This field is required').first().waitFor();
    await expect.poll(() => email().getAttribute('aria-invalid')).toBe('true');
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/%09/evil.example', 'javascript:alert(1)'])(
    'goes to no other place: return_to=%s',
    async (evil) => {
      await open(`/login?return_to=${encodeURIComponent(evil)}`);
      await on.page.getByText('The return_to address is not allowed.').waitFor();
      await fillIn(ADMIN);
      await arriveAt('/health');
    },
  );

  it('sends a step once, however often the button is pressed', async () => {
    let sent = 0;
    await on.page.route('**/self-service/login?flow=*', async (route) => {
      sent += 1;
      await route.continue();
    });
    await open('/login');
    await email().fill(ADMIN.email);
    await password().fill(ADMIN.password);
    await on.page.getByRole('button', { name: 'Sign in', exact: true }).dblclick();
    await arriveAt('/health');
    expect(sent).toBe(1);
  });

  it('begins an expired form again, with what was typed and without the secret', async () => {
    await open('/login');
    await email().fill(ADMIN.email);
    await password().fill(ADMIN.password);
    await on.page.waitForURL((url) => url.searchParams.has('flow'));
    const id = new URL(on.page.url()).searchParams.get('flow');
    await on.seat.database.query(`update identity.flows set expires_at = now() - interval '1 minute' where id = $1`, [
      id,
    ]);
    await on.page.keyboard.press('Enter');
    await on.page.getByText('Your interaction expired, please fill out the form again.').waitFor();
    await expect.poll(() => password().inputValue()).toBe('');
    await expect.poll(() => email().inputValue()).toBe(ADMIN.email);
    await expect.poll(() => new URL(on.page.url()).searchParams.get('flow')).not.toBe(id);
    await password().fill(ADMIN.password);
    await on.page.keyboard.press('Enter');
    await arriveAt('/health');
  });

  it('asks for the second factor, and for nothing else once it is given', async () => {
    const account = { email: 'second@example.com', password: 'a very long pass phrase' };
    const own = await openContext(on.seat.browser);
    await register(own, on.seat.program, account);
    const codeAt = await addAuthenticator(own, on.seat.program.url);
    await own.close();
    await open('/login?return_to=/profile-settings');
    await fillIn(account);
    await heading('Two-Factor Authentication').waitFor();
    await expectAccessible(on.page);
    await on.page.getByLabel('Authentication code').fill('000000');
    await on.page.keyboard.press('Enter');
    await on.page.locator('[aria-invalid="true"], [role="alert"]').first().waitFor();
    await open('/health');
    await heading('Two-Factor Authentication').waitFor();
    await on.page.getByLabel('Authentication code').fill(codeAt(1));
    await on.page.keyboard.press('Enter');
    await arriveAt('/health');
  });

  it('leads who is invited in, and says so to who is not', async () => {
    await open('/login');
    await on.page.getByRole('link', { name: 'Create account' }).click();
    await heading('Create account').waitFor();
    await on.page.getByText('Registration is by invitation only.', { exact: false }).waitFor();
    await on.page.getByRole('button', { name: 'Continue' }).click();
    await on.page.getByText('Enter the link that you were sent').waitFor();
    const person = { firstName: 'Lin', lastName: 'Ho', email: 'lin@example.com', role: 'editor' };
    const invited: { link: string } = (await on.seat.program.call('POST', '/api/auth/invite_user', person)).body;
    await on.page.getByLabel('Invitation link or code').fill(invited.link);
    await on.page.keyboard.press('Enter');
    await on.page.getByLabel('First name').waitFor();
    await expect.poll(() => on.page.getByLabel('First name').inputValue()).toBe('Lin');
    await password().fill('a very long pass phrase');
    await on.page.keyboard.press('Enter');
    await arriveAt('/health');
  });

  it('lets who forgot the password in by a code, and asks for a new one', async () => {
    const account = { email: 'forgot@example.com', password: 'a very long pass phrase' };
    const own = await openContext(on.seat.browser);
    await register(own, on.seat.program, account);
    await own.close();
    await open('/login');
    await on.page.getByRole('link', { name: 'Reset password' }).click();
    await heading('Recover account').waitFor();
    await email().fill(account.email);
    await on.page.keyboard.press('Enter');
    await on.page.getByLabel('Code').waitFor();
    await on.page.getByLabel('Code').fill('000000');
    await on.page.keyboard.press('Enter');
    await on.page.locator('[aria-invalid="true"], [role="alert"]').first().waitFor();
    await expectAccessible(on.page);
    await on.page.getByLabel('Code').fill((await mailTo(account.email, 'recovery')).code);
    await on.page.keyboard.press('Enter');
    await on.page.waitForURL(/\/profile-settings/);
    await on.page.getByText('Choose a new password now.', { exact: false }).waitFor();
  });

  it('uses the link of a mail only when a person presses the button', async () => {
    const account = { email: 'link@example.com', password: 'a very long pass phrase' };
    const own = await openContext(on.seat.browser);
    await register(own, on.seat.program, account);
    await own.close();
    await open('/recovery');
    await email().fill(account.email);
    await on.page.keyboard.press('Enter');
    await on.page.getByLabel('Code').waitFor();
    const { link } = await mailTo(account.email, 'recovery');
    const { pathname, search } = new URL(link);
    await open(pathname + search);
    await on.page.getByRole('button', { name: 'Continue' }).waitFor();
    expect(on.page.url()).not.toContain('token=');
    await on.page.getByRole('button', { name: 'Continue' }).click();
    await on.page.waitForURL(/\/profile-settings/);
  });
});
