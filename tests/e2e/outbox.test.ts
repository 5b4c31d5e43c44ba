import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CROSSED_LOOKS, expectAccessible } from '../kit/browser.ts';
import { expectNotice } from '../kit/notices.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const PATH = '/settings/outbox';
const gone = { state: 'detached' } as const;

describe('the outbox', () => {
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    seat = await openSeat();
    page = seat.page;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const dialog = (on = page) => on.getByRole('dialog');
  const open = (address = '', on = page) => on.goto(seat.program.url + PATH + address);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  it('teaches what stands there, and how to set up a mail server', async () => {
    await open();
    await page.getByText('No mail server is set up (WATCHROOM_SMTP_URL)').waitFor();
    await page.getByText('Invitations, codes and account notices appear here').waitFor();
    await expectAccessible(page);
  });

  it('holds the mail of an invitation, whose link is copied by keyboard alone', async () => {
    const invited = await seat.program.call('POST', '/api/auth/invite_user', {
      firstName: 'Zoe',
      lastName: 'Washburne',
      email: 'zoe@example.com',
      role: 'viewer',
    });
    expect(invited.status).toBeLessThan(300);
    const { link }: { readonly link: string } = invited.body;
    await row('zoe@example.com').getByText('Waiting').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await dialog().getByText('to zoe@example.com').waitFor();
    expect(new URL(page.url()).searchParams.get('mail')).toMatch(/^[0-9a-f-]{36}$/);
    await expectAccessible(page);
    expect(await dialog().getByRole('textbox', { name: 'Link' }).inputValue()).toBe(link);
    expect(await dialog().getByRole('region', { name: 'Text' }).innerText()).toContain(link);
    await dialog().getByRole('button', { name: 'Copy' }).press('Enter');
    await expectNotice(page, 'Link copied to clipboard');
    expect(await copied()).toBe(link);
    await page.keyboard.press('Escape');
    await dialog().waitFor(gone);
  });

  it('says why a mail failed, and tries it again', async () => {
    await addMail(
      'ann@example.com',
      'failed',
      'Enter this code:\n\n    482913\n\nWatchroom\n',
      'connect ECONNREFUSED 192.0.2.25:587',
    );
    await row('ann@example.com').getByText('connect ECONNREFUSED').waitFor();
    await row('ann@example.com').click();
    await dialog().getByRole('alert').getByText('Given up after 9 attempts: connect ECONNREFUSED').waitFor();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await expectNotice(page, 'Code copied to clipboard');
    expect(await copied()).toBe('482913');
    await dialog().getByRole('button', { name: 'Try again' }).press('Enter');
    await expectNotice(page, 'The mail will be sent again');
    await dialog().getByText('Waiting').waitFor();
    await dialog().getByRole('button', { name: 'Try again' }).waitFor(gone);
    await page.keyboard.press('Escape');
    await dialog().waitFor(gone);
  });

  it('keeps no text of a mail that was sent', async () => {
    await addMail('bob@example.com', 'sent', null, null);
    await row('bob@example.com').click();
    await dialog().getByText('The text is gone', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor(gone);
    await open('?status=sent:1');
    await row('bob@example.com').waitFor();
    expect(await row('zoe@example.com').count()).toBe(0);
  });

  it('is out of reach for everybody but administrators', async () => {
    const other = await seat.signInAs('editor');
    await open('', other);
    await other.getByText('Unauthorized').waitFor();
    expect(await other.getByRole('link', { name: 'Outbox' }).count()).toBe(0);
    await expectAccessible(other);
  });

  it.each(CROSSED_LOOKS)('reads well and is accessible: $scheme, $width wide', async (look) => {
    await seat.expectLook(look, PATH, 'outbox', (other) => other.getByText('zoe@example.com').first().waitFor());
    const [{ id } = { id: '' }] = await seat.database.query<{ id: string }>(
      `select id from identity.mails where recipient = 'zoe@example.com'`,
    );
    await seat.expectLook(look, `${PATH}?mail=${id}`, 'outbox-mail', (other) =>
      dialog(other).getByText('to zoe@example.com').waitFor(),
    );
  });

  it('loads older mails when they are asked for', async () => {
    await seat.database.query(
      `insert into identity.mails (kind, recipient, subject, status, sent_at)
       select 'recovery', 'many-' || n || '@example.com', 'Recover your account', 'sent', now() from generate_series(1, 450) n`,
    );
    await open();
    await page.getByText('The newest 200 mails are loaded.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Load older mails' }).press('Enter');
    await page.getByText('The newest 400 mails are loaded.').waitFor();
    await page.getByRole('button', { name: 'Load older mails' }).press('Enter');
    await page.getByRole('button', { name: 'Load older mails' }).waitFor(gone);
    await page.getByRole('navigation', { name: 'Pages' }).getByText('of 453').waitFor();
  });

  it('says what failed, and loads again', async () => {
    await page.route('**/api/v1/identity/mails*', (route) =>
      route.fulfill({ status: 400, json: { error: 'It does not work today' } }),
    );
    await open();
    await page.getByRole('alert').getByText('It does not work today').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/v1/identity/mails*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The newest 200 mails are loaded.').waitFor();
  });

  async function addMail(to: string, status: string, body: string | null, error: string | null): Promise<void> {
    await seat.database.query(
      `insert into identity.mails (kind, recipient, subject, body, status, error, attempts, sent_at)
       values ('recovery', $1, 'Recover your account', $3, $2, $4, 9, case when $2 = 'sent' then now() end)`,
      [to, status, body, error],
    );
  }
});
