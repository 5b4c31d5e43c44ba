import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CROSSED_LOOKS, expectAccessible } from '../kit/browser.ts';
import { choose } from '../kit/choose.ts';
import { expectNotice } from '../kit/notices.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const PATH = '/settings/users';
const LONG = `Maximiliana ${'Wolfeschlegelsteinhausenbergerdorff'.repeat(4)}`;
const gone = { state: 'detached' } as const;

describe('users', () => {
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    seat = await openSeat();
    page = seat.page;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await addUser('Ada', 'Lovelace', ['viewer', 'commander']);
    await addUser('Grace', 'Hopper', ['editor']);
    await addUser('Alan', LONG, []);
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  async function addUser(first: string, last: string, roles: readonly string[]): Promise<void> {
    await seat.database.query(
      `with person as (insert into identity.people (name, email) values ($1 || ' ' || $2, lower($1) || '@example.com') returning id),
         account as (insert into identity.identities (id, first_name, last_name) select id, $1, $2 from person)
       insert into identity.person_roles (person_id, role) select id, unnest($3::text[]) from person`,
      [first, last, roles],
    );
  }

  const row = (text: string, on = page) => on.getByRole('row').filter({ hasText: text });
  const dialog = (on = page) => on.getByRole('dialog').last();
  const field = (name: string, on = page) => dialog(on).getByRole('textbox', { name });
  const button = (name: string, on = page) => dialog(on).getByRole('button', { name, exact: true });
  const search = () => Object.fromEntries(new URL(page.url()).searchParams);
  const open = async (address = '', on = page) => void (await on.goto(seat.program.url + PATH + address));
  const stateOf = (name: string) => row(name).getByRole('cell').nth(4).innerText();

  it('are listed by name with address, roles and state', async () => {
    await open();
    await row('Ada Lovelace').waitFor();
    await expect
      .poll(() => page.getByRole('columnheader').allInnerTexts())
      .toEqual(['', 'Name', 'Email', 'Roles', 'State', 'Created At', 'Actions']);
    for (const text of ['ada@example.com', 'commander', 'viewer', 'Active'])
      await row('Ada Lovelace').getByText(text, { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('are found by role, by state and by words, all in the address', async () => {
    await open('?role=editor:1');
    await row('Grace Hopper').waitFor();
    expect(await row('Ada Lovelace').count()).toBe(0);
    await open('?role=viewer:1&account_state=active:1');
    await row('Alan').waitFor();
    await open('?query=ada lovelace');
    await row('Ada Lovelace').waitFor();
    expect(await row('Grace').count()).toBe(0);
  });

  describe('are invited', () => {
    it('once names, address and role are there', async () => {
      await open();
      await page.getByRole('button', { name: 'Invite User' }).press('Enter');
      await button('Invite').click();
      for (const sentence of [
        'Please provide valid first name',
        'Please provide valid last name',
        'Please provide valid email',
        'Please select any role',
      ])
        await dialog().getByText(sentence).waitFor();
      await expectAccessible(page);
      await field('First name').fill('Zoe');
      await field('Last name').fill('Washburne');
      await field('Email').fill('zoe@example');
      await choose(dialog().getByRole('combobox', { name: 'Role' }), 'responder');
      await button('Invite').press('Enter');
      await dialog().getByText('Entered value does not match email format').waitFor();
      await field('Email').fill('zoe@example.com');
      await field('Email').press('Enter');
    });

    it('with a link that the inviter copies and hands on', async () => {
      await dialog().getByText('User has been invited successfully. Please share the link with the user.').waitFor();
      expect(await dialog().getAttribute('aria-label')).toBe('Invite Link');
      await dialog().getByText('No mail is sent').waitFor();
      await expectAccessible(page);
      const link = await field('Link').inputValue();
      expect(link).toMatch(/^http.+\/self-service\/registration\/browser\?invitation=[\w-]{43}$/);
      await button('Copy').press('Enter');
      await expectNotice(page, 'Link copied to clipboard');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor(gone);
      await expect.poll(() => search()).toEqual({});
      await row('Zoe Washburne').getByText('Invited').waitFor();
    });

    it('not twice with one address, and keep what was typed', async () => {
      await open('?add=any');
      await field('First name').fill('Another');
      await field('Last name').fill('Zoe');
      await field('Email').fill('ZOE@example.com');
      await choose(dialog().getByRole('combobox', { name: 'Role' }), 'viewer');
      await button('Invite').click();
      await dialog().getByText('User already exists').waitFor();
      expect(await field('First name').inputValue()).toBe('Another');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Leave without saving ?' }).getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('dialog').waitFor(gone);
    });

    it('again with another link', async () => {
      await row('Zoe Washburne').click();
      await button('New invite link').click();
      await dialog().getByText('The new link replaces the earlier one').waitFor();
      await expect.poll(() => field('Link').inputValue()).toMatch(/invitation=[\w-]{43}$/);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await button('Update').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor(gone);
    });
  });

  describe('are edited', () => {
    it('from the menu of their row, with the highest of their roles chosen', async () => {
      await open();
      await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Edit User' }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await field('First name').waitFor();
      await expect.poll(() => search()['user']).toMatch(/^[0-9a-f-]{36}$/);
      await expect.poll(() => dialog().getByRole('combobox', { name: 'Role' }).inputValue()).toBe('commander');
      await expectAccessible(page);
      await field('Last name').fill('King');
      await button('Update').press('Enter');
      await expectNotice(page, 'Ada King updated successfully');
      await page.getByRole('dialog').waitFor(gone);
      await row('Ada King').getByText('commander', { exact: true }).waitFor();
    });

    it('not without what the specification asks for', async () => {
      await row('Ada King').click();
      await field('Last name').fill(' ');
      await button('Update').click();
      await dialog().getByText('Please provide valid last name').waitFor();
      await field('Last name').fill('King');
    });

    it('and let in no more once they are not active', async () => {
      await dialog().getByRole('switch', { name: 'Active' }).press('Space');
      await button('Update').click();
      await page.getByRole('dialog').waitFor(gone);
      await expect.poll(() => stateOf('Ada King')).toBe('Inactive');
    });

    it('but not out of the last administration: the sentence stands in the form', async () => {
      await row('admin@example.com').click();
      await dialog().getByText('Details').waitFor();
      await field('Last name').fill('Strator');
      await choose(dialog().getByRole('combobox', { name: 'Role' }), 'viewer');
      await button('Update').click();
      await dialog().getByRole('alert').getByText('administrator').waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Leave without saving ?' }).getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('dialog').waitFor(gone);
    });
  });

  it('show where they are signed in, and are signed out there', async () => {
    await seat.database.query(
      `insert into identity.sessions (person_id, token_hash, expires_at, user_agent, address)
       select id, decode('ab', 'hex'), now() + interval '1 hour',
         'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', '192.0.2.17'
       from identity.people where email = 'grace@example.com'`,
    );
    await open();
    await row('Grace Hopper').click();
    await dialog().getByRole('tab', { name: 'Sessions' }).click();
    await dialog().getByText('Firefox on Linux').waitFor();
    await dialog().getByText('192.0.2.17').waitFor();
    await expect.poll(() => search()['panel']).toBe('sessions');
    await expectAccessible(page);
    await button('End the session Firefox on Linux, 192.0.2.17').press('Enter');
    await dialog().getByText('Not signed in anywhere.').waitFor();
    await dialog().getByRole('tab', { name: 'Access tokens' }).click();
    await dialog().getByText('No access tokens.', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor(gone);
  });

  describe('are deleted', () => {
    it('after one more question', async () => {
      await page.getByRole('button', { name: 'Actions for Grace Hopper' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
      const question = page.getByRole('dialog', { name: 'Delete User ?' });
      await question.getByText('Grace Hopper will no longer be able to sign in').waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await question.waitFor(gone);
      await row('Grace Hopper').waitFor();
      await page.getByRole('button', { name: 'Actions for Grace Hopper' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
      await question.getByRole('button', { name: 'Delete' }).press('Enter');
      await expectNotice(page, 'user deleted successfully');
      await row('Grace Hopper').waitFor(gone);
    });

    it('but nobody deletes the own account: the sentence stands in the question', async () => {
      await row('admin@example.com').click();
      await button('Delete').click();
      const question = page.getByRole('dialog', { name: 'Delete User ?' });
      await question.getByRole('button', { name: 'Delete' }).click();
      await question.getByRole('alert').getByText('You cannot delete your own account.', { exact: false }).waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor(gone);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor(gone);
    });
  });

  describe('for who may not write', () => {
    it('have no buttons', async () => {
      const other = await seat.signInAs('editor');
      await open('', other);
      await row('Ada King', other).waitFor();
      expect(await other.getByRole('columnheader').allInnerTexts()).not.toContain('Actions');
      expect(await other.getByRole('button', { name: 'Invite User' }).count()).toBe(0);
      await row('Ada King', other).click();
      await field('First name', other).waitFor();
      expect(await field('First name', other).isEditable()).toBe(false);
      expect(await dialog(other).getByRole('switch', { name: 'Active' }).isDisabled()).toBe(true);
      for (const name of ['Update', 'Delete']) expect(await button(name, other).count()).toBe(0);
      await expectAccessible(other);
    });

    it('are out of reach where they may not read either', async () => {
      const other = await seat.signInAs('commander');
      await open('', other);
      await other.getByText('Unauthorized').waitFor();
      expect(await other.getByRole('link', { name: 'Users' }).count()).toBe(0);
    });
  });

  it.each(CROSSED_LOOKS)('read well and are accessible: $scheme, $width wide', async (look) => {
    await seat.expectLook(look, PATH, 'users', (other) => other.getByText('ada@example.com').first().waitFor());
    const [{ id } = { id: '' }] = await seat.database.query<{ id: string }>(
      `select id from identity.people where email = 'alan@example.com'`,
    );
    await seat.expectLook(look, `${PATH}?user=${id}`, 'user', (other) => field('First name', other).waitFor());
    await seat.expectLook(look, `${PATH}?add=any`, 'user-invite', (other) => button('Invite', other).waitFor());
  });

  it('say what failed, and load again', async () => {
    await page.route('**/api/db/identities?*', (route) =>
      route.fulfill({ status: 400, json: { message: 'It does not work today' } }),
    );
    await open();
    await page.getByRole('alert').getByText('It does not work today').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/db/identities?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await row('Ada King').waitFor();
  });
});
