import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CROSSED_LOOKS, expectAccessible } from '../kit/browser.ts';
import { choose } from '../kit/choose.ts';
import { eventually } from '../kit/program.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const picture = (name: string) => join(import.meta.dirname, `../../.cache/form-${name}.png`);

describe('the form of a check', () => {
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    seat = await openSeat();
    ({ page } = seat);
    await openForm(page);
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  const openForm = async (on: Page) => {
    await on.goto(`${seat.program.url}/health?add=http`);
    await on.getByRole('dialog').getByRole('textbox', { name: 'URL' }).waitFor();
  };
  const field = (name: string) => page.getByRole('dialog').getByLabel(name, { exact: true }).first();
  const name = () => page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true });

  it('says what is wrong with a field after it was left, not before', async () => {
    await field('URL').fill('nonsense');
    expect(await page.getByText('Write an address with its scheme').count()).toBe(0);
    await page.keyboard.press('Tab');
    await page.getByText('Write an address with its scheme').waitFor();
  });

  it('asks for a body only where the method has one, and keeps what was typed', async () => {
    expect(await field('Body').count()).toBe(0);
    await choose(field('Method'), 'POST');
    await field('Body').fill('hello');
    await choose(field('Method'), 'DELETE');
    await field('Body').waitFor({ state: 'detached' });
    await choose(field('Method'), 'PUT');
    await expect.poll(() => field('Body').inputValue()).toBe('hello');
  });

  it('takes response codes as chips', async () => {
    await field('Response codes').focus();
    await page.keyboard.type('204');
    await page.keyboard.press('Enter');
    await page.keyboard.type('418');
    await page.keyboard.press('Enter');
    await page.getByText('418', { exact: true }).waitFor();
  });

  it('shows the next runs of a schedule, and what cannot be read', async () => {
    await page.getByText(/^Next runs: /).waitFor();
    await field('Schedule').fill('every day');
    await page.getByText('five cron fields such as').waitFor();
    await field('Schedule').fill('0 9 * * *');
    await page.getByText(/^Next runs: /).waitFor();
    await page.keyboard.press('Escape');
  });

  it('goes to the first wrong field on submit', async () => {
    await field('Schedule').press('Enter');
    await page.getByText('This field is required').first().waitFor();
    await expect.poll(() => name().evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
  });

  it('sends what the widgets say', async () => {
    await choose(field('Authentication'), 'NTLM');
    await field('Username').fill('me');
    await choose(field('Authentication'), 'Basic');
    await field('Password').fill('secret');
    await field('URL').fill('http://127.0.0.1:1/');
    await name().fill('widgets');
    await name().press('Enter');
    const spec = await eventually('the canary', async () => {
      const { body } = await seat.program.call('GET', '/api/db/canaries?name=eq.widgets&select=spec');
      return (body as { spec: Record<string, unknown> }[])[0]?.spec;
    });
    expect(spec).toMatchObject({
      schedule: '0 9 * * *',
      http: [{ method: 'PUT', body: 'hello', responseCodes: [204, 418], username: { value: 'me' } }],
    });
    expect(spec['http']).not.toMatchObject([{ ntlm: true }]);
  });

  it.each(CROSSED_LOOKS)('is accessible and fits at $width px, $scheme', async (look) => {
    const { page: other } = await seat.openLook(look);
    await openForm(other);
    await other.getByText(/^Next runs: /).waitFor();
    await expectAccessible(other);
    await other.screenshot({ path: picture(`${look.scheme}-${look.width}`) });
    const { scrollWidth, clientWidth } = await other.evaluate(() => document.documentElement);
    expect(scrollWidth ?? 0).toBeLessThanOrEqual(clientWidth ?? 0);
    await other.context().close();
  });

  it('wrote no error to the console of the browser', () => expect(seat.errors).toEqual([]));
});
