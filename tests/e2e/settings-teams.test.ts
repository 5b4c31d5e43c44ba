import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, CROSSED_LOOKS } from '../kit/browser.ts';
import { chooseFound } from '../kit/choose.ts';
import { expectNotice } from '../kit/notices.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const PATH = '/settings/teams';

describe('teams', () => {
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    seat = await openSeat();
    ({ page } = seat);
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  const open = (path: string, on = page) => on.goto(seat.program.url + path);
  const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const button = (name: string, on = page) => on.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog', { name: 'Add users to the team' });
  const membership = async () => (await seat.program.call('GET', '/api/db/team_members')).body as unknown[];

  it('are added without a choice of type', async () => {
    await open(PATH);
    await page.getByText('No resources found', { exact: true }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Add team' }).press('Enter');
    await heading('Add team');
    await button('Save').click();
    await page.getByText('This field is required').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Web people');
    await button('Save').click();
    await expectNotice(page, 'Web people added successfully');
    await heading('Web people');
  });

  it('of a name that is taken say so, and keep what was typed', async () => {
    await open(`${PATH}?add=any`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Web people');
    await button('Save').click();
    await page.locator('input[aria-invalid="true"]').waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Web people');
    await expectAccessible(page);
  });

  it('begin without members, and take in several at once', async () => {
    await seat.database.signInAs('commander');
    await seat.database.signInAs('responder');
    await open(PATH);
    await page.getByRole('row').filter({ hasText: 'Web people' }).click();
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByText('Add team members', { exact: true }).waitFor();
    await page.getByText("You haven't added any team members to the team yet.", { exact: true }).waitFor();
    await expectAccessible(page);
    await button('Add Members').press('Enter');
    await dialog().waitFor();
    const users = dialog()
      .getByRole('textbox', { name: 'Users' })
      .or(dialog().getByRole('combobox', { name: 'Users' }));
    for (const name of ['commander', 'responder']) await chooseFound(users, name);
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await expectNotice(page, 'commander, responder added to the team successfully');
    const members = page.getByRole('list', { name: 'Members' });
    await members.getByText('commander@example.com').waitFor();
    await members.getByText('responder@example.com').waitFor();
    await expectAccessible(page);
    await page.reload();
    await members.getByText('commander@example.com').waitFor();
  });

  it('let one go from this team alone', async () => {
    const other = await seat.add('teams', { name: 'Others' });
    const people: readonly { id: string }[] = (
      await seat.program.call('GET', '/api/db/people?email=eq.commander@example.com&select=id')
    ).body;
    await seat.program.call('POST', '/api/db/team_members', [{ team_id: other, person_id: people[0]?.id }]);
    await button('Actions for commander').press('Enter');
    await page.getByRole('menuitem', { name: 'Remove user' }).press('Enter');
    await expectNotice(page, 'commander removed from team successfully');
    await page.getByText('commander@example.com').waitFor({ state: 'detached' });
    expect(await membership()).toHaveLength(2);
  });

  it('are shown without buttons to who may only read', async () => {
    const id = await seat.add('teams', { name: 'Looked at' });
    const viewer = await seat.signInAs('viewer');
    await open(`${PATH}/${id}?tab=members`, viewer);
    await heading('Looked at', viewer);
    await viewer.getByText('Add team members', { exact: true }).waitFor();
    expect(await button('Add Members', viewer).count()).toBe(0);
    await viewer.getByRole('link', { name: 'Spec' }).click();
    await viewer.getByText('You can view this, but not change it.').waitFor();
    for (const name of ['Update', 'Delete']) expect(await button(name, viewer).count()).toBe(0);
    await expectAccessible(viewer);
    expect(seat.errors.filter((error) => !error.includes('409'))).toEqual([]);
  });

  it.each(CROSSED_LOOKS)('read well and are accessible: $scheme, $width wide', async (look) => {
    const id = await seat.add('teams', {
      name: `A ${look.scheme} team of ${look.width}`,
      spec: { responder_clients: {} },
    });
    await seat.expectLook(look, PATH, 'teams', (on) => on.getByText('Web people').first().waitFor());
    await seat.expectLook(look, `${PATH}/${id}`, 'team', (on) => on.getByRole('combobox', { name: 'Icon' }).waitFor());
    await seat.expectLook(look, `${PATH}/${id}?tab=members`, 'team-members', (on) =>
      on.getByText('Add team members').waitFor(),
    );
  });
});
