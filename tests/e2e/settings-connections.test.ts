import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CROSSED_LOOKS, expectAccessible } from '../kit/browser.ts';
import { expectNotice } from '../kit/notices.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const PATH = '/settings/connections';
const PASSWORD = 'hunter2/Straße';

describe('connections', () => {
  let seat: Seat;
  let page: Page;
  let target: Server;
  let url = '';

  beforeAll(async () => {
    seat = await openSeat();
    ({ page } = seat);
    const expected = `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}`;
    target = createServer((request, response) => {
      response.writeHead(request.headers.authorization === expected ? 200 : 401).end();
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    target.close();
    await seat[Symbol.asyncDispose]();
  });

  const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const button = (name: string, on = page) => on.getByRole('button', { name, exact: true });
  const field = (name: string, on = page) => on.getByLabel(name).first();
  const results = () => page.getByRole('dialog', { name: 'Test Connection Results' });

  it('are added by choosing a type first, which may be found by typing and changed by going back', async () => {
    await page.goto(seat.program.url + PATH);
    await page.getByText('No resources found', { exact: true }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Add connection' }).press('Enter');
    await heading('Add connection');
    await page.getByRole('heading', { name: 'Databases' }).waitFor();
    await expectAccessible(page);
    await page.getByPlaceholder('Search types').fill('mail');
    await button('PostgreSQL').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Email/ }).press('Enter');
    await field('From address').waitFor();
    await button('Back').click();
    await page.getByRole('button', { name: /^HTTP/ }).click();
    await button('Save').click();
    await page.getByText('This field is required').first().waitFor();
    await expectAccessible(page);
  });

  it('are tested before they are saved, step by step', async () => {
    await field('Name').fill('target');
    await field('URL').fill(url);
    await field('Username').fill('ann');
    await field('Password').fill('wrong-password');
    await button('Test').click();
    await results().getByText('Testing connection failed!').waitFor();
    await results().getByText('The server refuses the credentials (status 401)').waitFor();
    await expectAccessible(page);
    await results().getByRole('button', { name: 'Close' }).last().click();
    await results().waitFor({ state: 'detached' });
    await field('Password').fill(PASSWORD);
    await button('Test').click();
    await results().getByText('Connection successful').waitFor();
    await page.keyboard.press('Escape');
    await results().waitFor({ state: 'detached' });
    await button('Save').click();
    await expectNotice(page, 'Connection added successfully');
    await heading('target');
  });

  it('open on their form, keep their secret, and are tested with it', async () => {
    await page.goto(seat.program.url + PATH);
    await page.getByRole('row').filter({ hasText: 'target' }).click();
    await heading('target');
    expect(await field('Password').inputValue()).toBe('Kept as stored');
    await button('Test').click();
    await results().getByText('Connection successful').waitFor();
    await page.keyboard.press('Escape');
    await results().waitFor({ state: 'detached' });
    await field('Namespace').fill('other');
    await button('Update').click();
    await expectNotice(page, 'Connection updated successfully');
    expect(await page.content()).not.toContain(PASSWORD);
  });

  it('are shown without buttons to who may only read, and not at all to others', async () => {
    const id = await seat.add('connections', { name: 'looked at', type: 'http', url });
    const editor = await seat.signInAs('editor');
    await editor.goto(`${seat.program.url}${PATH}/${id}`);
    await editor.getByText('You can view this, but not change it.').waitFor();
    for (const name of ['Update', 'Delete', 'Test']) expect(await button(name, editor).count()).toBe(0);
    const viewer = await seat.signInAs('viewer');
    await viewer.goto(seat.program.url + PATH);
    await viewer.getByRole('heading', { level: 1 }).waitFor();
    expect(await viewer.getByText('looked at').count()).toBe(0);
  });

  it.each(CROSSED_LOOKS)('read well and are accessible: $scheme, $width wide', async (look) => {
    const id = await seat.add('connections', {
      name: `A ${look.scheme} one of ${look.width}`,
      type: 'postgres',
      url: 'postgres://db.example/app',
      username: 'ann',
      password: PASSWORD,
    });
    await seat.expectLook(look, PATH, 'connections', (on) => on.getByText('looked at').first().waitFor());
    await seat.expectLook(look, `${PATH}/${id}`, 'connection', (on) => field('URL', on).waitFor());
    await seat.expectLook(look, `${PATH}?add=any`, 'connection-types', (on) =>
      on.getByRole('heading', { name: 'Databases' }).waitFor(),
    );
  });

  it('are deleted with a way back', async () => {
    await page.goto(seat.program.url + PATH);
    await page.getByRole('row').filter({ hasText: 'target' }).click();
    await heading('target');
    await button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expectNotice(page, 'Connection deleted successfully');
    await heading('Connections');
    await page.getByText('looked at').first().waitFor();
    expect(seat.errors).toEqual([]);
  });
});
