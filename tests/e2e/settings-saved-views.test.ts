import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, CROSSED_LOOKS } from '../kit/browser.ts';
import { expectNotice } from '../kit/notices.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const PATH = '/settings/saved-views';
const VIEW = { name: 'Failed runs', page: '/settings/jobs', query: 'status=FAILED%3A1', is_shared: true };

describe('saved views', () => {
  let seat: Seat;
  let page: Page;
  let id: string;

  beforeAll(async () => {
    seat = await openSeat();
    ({ page } = seat);
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  const open = (path: string, on = page) => on.goto(seat.program.url + path);
  const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const button = (name: string, on = page) => on.getByRole('button', { name, exact: true });

  it('are made in lists and not here', async () => {
    await open(PATH);
    await page.getByText('No resources found', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Add/ }).count()).toBe(0);
    await open(`${PATH}?add=any`);
    await page.getByText('No resources found', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('are renamed and described, and lead to what they show', async () => {
    id = await seat.add('saved_views', VIEW);
    await open(PATH);
    await page.getByRole('row').filter({ hasText: 'Failed runs' }).click();
    await heading('Failed runs');
    expect(await page.getByRole('link', { name: 'Job History' }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Name' }).fill('Broken runs');
    await page.getByRole('textbox', { name: 'Description' }).fill('What to look at first');
    await button('Update').press('Enter');
    await expectNotice(page, 'Broken runs updated successfully');
    await page.getByRole('link', { name: 'Open' }).press('Enter');
    await heading('Jobs History');
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe('FAILED:1');
    await page.goBack();
    await heading('Broken runs');
  });

  it('of somebody else are read-only and say whose they are', async () => {
    const commander = await seat.signInAs('commander');
    await open(`${PATH}/${id}`, commander);
    await commander.getByText('Shared by admin').waitFor();
    await commander.getByRole('definition').filter({ hasText: 'Broken runs' }).waitFor();
    expect(await commander.getByRole('textbox').count()).toBe(0);
    for (const name of ['Update', 'Delete']) expect(await button(name, commander).count()).toBe(0);
    await expectAccessible(commander);
  });

  it('that are private are nobody else’s', async () => {
    const own = await seat.add('saved_views', { ...VIEW, name: 'Mine', is_shared: false });
    const responder = await seat.signInAs('responder');
    await open(`${PATH}/${own}`, responder);
    await responder.getByText('There is no saved view at this address').waitFor();
  });

  it('are closed to viewers', async () => {
    const viewer = await seat.signInAs('viewer');
    await open(PATH, viewer);
    await viewer.getByText('Unauthorized').waitFor();
    expect(seat.errors).toEqual([]);
  });

  it.each(CROSSED_LOOKS)('read well and are accessible: $scheme, $width wide', async (look) => {
    await seat.expectLook(look, PATH, 'views', (on) => on.getByText('Broken runs').first().waitFor());
    await seat.expectLook(look, `${PATH}/${id}`, 'view', (on) => on.getByRole('switch', { name: 'Shared' }).waitFor());
  });
});
