import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CROSSED_LOOKS, expectAccessible, openContext } from '../kit/browser.ts';
import { choose } from '../kit/choose.ts';
import { expectNotice } from '../kit/notices.ts';
import { ADMIN } from '../kit/program.ts';
import { openSeat, type Seat } from '../kit/seat.ts';
import { signIn } from '../kit/sign-in.ts';

const PATH = '/profile-settings';
const gone = { state: 'detached' } as const;

describe('the own account', () => {
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    seat = await openSeat();
    page = seat.page;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  const part = (name: string, on = page) => on.getByRole('region', { name, exact: true });
  const item = (list: string, text: string) => part(list).getByRole('listitem').filter({ hasText: text });
  const dialog = () => page.getByRole('dialog').last();
  const field = (name: string) => dialog().getByRole('textbox', { name });
  const open = (on = page) => on.goto(seat.program.url + PATH);
  const asked = (token: string, method: string, path: string) =>
    fetch(seat.program.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify({ name: 'a.disable', value: 'true' }) }),
    });

  describe('has access tokens', () => {
    let token = '';

    it('that need a name and a life of whole days', async () => {
      await open();
      await part('Access tokens').getByText('No access tokens yet.', { exact: false }).waitFor();
      await part('Access tokens').getByRole('button', { name: 'New token' }).press('Enter');
      await field('Days').fill('400');
      await dialog().getByRole('button', { name: 'Create token' }).press('Enter');
      await dialog().getByText('Enter what the token is for').waitFor();
      await dialog().getByText('Enter a whole number of days from 1 to 365').waitFor();
      await expectAccessible(page);
      await dialog().getByRole('combobox', { name: 'Scope' }).click();
      await expect
        .poll(() => page.getByRole('option').allInnerTexts())
        .toEqual(['Read only', 'As viewer', 'As responder', 'As commander', 'As editor', 'As admin']);
      await page.getByRole('option', { name: 'Read only' }).click();
    });

    it('that are shown once, to be copied', async () => {
      await field('Name').fill('nightly export');
      await field('Days').fill('30');
      await field('Days').press('Enter');
      await dialog().getByText('It will not be shown again').waitFor();
      await expectAccessible(page);
      token = await field('Token nightly export').inputValue();
      expect(token).toMatch(/^wr_[\w-]{43}$/);
      await dialog().getByRole('button', { name: 'Copy' }).press('Enter');
      await expectNotice(page, 'Token copied to clipboard');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
      await dialog().getByRole('button', { name: 'Done' }).press('Enter');
      await page.getByRole('dialog').waitFor(gone);
      await item('Access tokens', 'nightly export').getByText('never used').waitFor();
      await page.reload();
      await item('Access tokens', 'nightly export').getByText('Read only').waitFor();
      expect(await page.content()).not.toContain(token);
    });

    it('that do what their scope allows, and tell when they were used', async () => {
      expect((await asked(token, 'GET', '/api/db/properties')).status).toBe(200);
      expect((await asked(token, 'POST', '/api/db/properties')).status).toBe(403);
      await page.reload();
      await item('Access tokens', 'nightly export').getByText(/^used/).waitFor();
    });

    it('that may do no more than their person', async () => {
      const other = await seat.signInAs('responder');
      await open(other);
      await part('Access tokens', other).getByRole('button', { name: 'New token' }).click();
      await other.getByRole('dialog').getByRole('combobox', { name: 'Scope' }).click();
      await expect
        .poll(() => other.getByRole('option').allInnerTexts())
        .toEqual(['Read only', 'As viewer', 'As responder']);
      await expectAccessible(other);
    });

    it('of different names', async () => {
      await part('Access tokens').getByRole('button', { name: 'New token' }).click();
      await field('Name').fill('nightly export');
      await choose(dialog().getByRole('combobox', { name: 'Scope' }), 'As editor');
      await dialog().getByRole('button', { name: 'Create token' }).click();
      await dialog().getByText('This name is taken').waitFor();
      await field('Name').fill('terraform');
      await dialog().getByRole('button', { name: 'Create token' }).click();
      await dialog().getByRole('button', { name: 'Done' }).click();
      await item('Access tokens', 'terraform').getByText('As editor').waitFor();
    });

    it('whose draft waits while their person confirms who they are', async () => {
      await seat.database.query(`update identity.sessions set authenticated_at = now() - interval '1 day'`);
      await open();
      await part('Access tokens').getByRole('button', { name: 'New token' }).press('Enter');
      await field('Name').fill('weekly report');
      await field('Days').fill('7');
      await field('Days').press('Enter');
      await dialog().getByRole('link', { name: 'Confirm your password to create a token' }).press('Enter');
      await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
      await page.keyboard.press('Enter');
      await expect.poll(() => field('Name').inputValue()).toBe('weekly report');
      expect(await field('Days').inputValue()).toBe('7');
      await field('Days').press('Enter');
      await dialog().getByText('It will not be shown again').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor(gone);
    });

    it('that end when they are revoked, after one more question', async () => {
      await item('Access tokens', 'nightly export')
        .getByRole('button', { name: 'Revoke nightly export' })
        .press('Enter');
      const question = page.getByRole('dialog', { name: 'Revoke nightly export ?' });
      await question.waitFor();
      await expectAccessible(page);
      await question.getByRole('button', { name: 'Revoke' }).press('Enter');
      await question.waitFor(gone);
      await item('Access tokens', 'nightly export').waitFor(gone);
      expect((await asked(token, 'GET', '/api/db/properties')).status).toBe(401);
    });
  });

  describe('has sessions', () => {
    it('of which this one is marked and another one is ended', async () => {
      const elsewhere = await elsewhereSignedIn();
      await open();
      await part('Sessions').getByText('This session').waitFor();
      await expect.poll(() => part('Sessions').getByRole('listitem').count()).toBe(2);
      await part('Sessions').getByText('Chrome on Linux').first().waitFor();
      await expectAccessible(page);
      await part('Sessions')
        .getByRole('button', { name: /^End the session/ })
        .press('Enter');
      await expect.poll(() => part('Sessions').getByRole('listitem').count()).toBe(1);
      expect(await statusOf(elsewhere)).toBe(401);
      await elsewhere.close();
    });

    it('of which all others are ended at once, after one more question', async () => {
      const others = [await elsewhereSignedIn(), await elsewhereSignedIn()];
      await page.reload();
      await expect.poll(() => part('Sessions').getByRole('listitem').count()).toBe(3);
      await part('Sessions').getByRole('button', { name: 'End all others' }).press('Enter');
      const question = page.getByRole('dialog', { name: 'End all other sessions ?' });
      await expectAccessible(page);
      await question.getByRole('button', { name: 'End all others' }).press('Enter');
      await question.waitFor(gone);
      await expect.poll(() => part('Sessions').getByRole('listitem').count()).toBe(1);
      for (const other of others) {
        expect(await statusOf(other)).toBe(401);
        await other.close();
      }
      expect(await statusOf(page.context())).toBe(200);
    });

    async function elsewhereSignedIn() {
      const browser = page.context().browser();
      if (!browser) throw new Error('the page belongs to no browser');
      const context = await openContext(browser);
      await signIn(context, seat.program.url);
      return context;
    }

    const statusOf = async (context: Awaited<ReturnType<typeof elsewhereSignedIn>>) =>
      (await context.request.get(`${seat.program.url}/api/auth/whoami`)).status();
  });

  it.each(CROSSED_LOOKS)('reads well and is accessible: $scheme, $width wide', async (look) => {
    await seat.expectLook(look, PATH, 'account', async (other) => {
      await part('Access tokens', other).getByText('terraform').waitFor();
      await part('Sessions', other).getByText('This session').waitFor();
      await part('Access tokens', other).scrollIntoViewIfNeeded();
    });
  });
});
