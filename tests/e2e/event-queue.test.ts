import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, CROSSED_LOOKS } from '../kit/browser.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

describe('the event queue status', () => {
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    seat = await openSeat();
    page = seat.page;
    const event = `insert into jobs.event_queue (name, properties, error, attempts, created_at, last_attempt, due_at)
       select $1, jsonb_build_object('id', $1 || n), $2, $3, now() - interval '3 hours', now() - n * interval '1 minute',
         now() + $4::interval from generate_series(1, $5) n`;
    await seat.database.query(event, ['check.failed', 'webhook answered 503 Service Unavailable', 2, '50 minutes', 3]);
    await seat.database.query(event, ['incident.created', 'no such channel: #operations', 4, null, 2]);
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  const open = (address: string, on = page) => on.goto(seat.program.url + address);
  const first = (text: string) => page.getByRole('row').filter({ hasText: text }).first();
  const dialog = () => page.getByRole('dialog', { name: /^Failed event/ });
  const count = () => page.getByRole('navigation', { name: 'Pages' }).getByRole('status');
  const search = () => Object.fromEntries(new URL(page.url()).searchParams);

  it('is the first of the settings, with the latest failure on top', async () => {
    await open('/settings/');
    await page.getByRole('heading', { level: 1, name: 'Event Queue Status' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/settings/event-queue-status');
    await first('check.failed').getByRole('cell', { name: 'webhook answered 503' }).waitFor();
    await first('incident.created').getByRole('cell', { name: 'no such channel' }).waitFor();
    await expectAccessible(page);
  });

  it('leads from a name to its failed events, and to one of them, by keyboard alone', async () => {
    await first('incident.created').getByRole('link').press('Enter');
    await first('Dead').waitFor();
    await expect.poll(() => search()).toEqual({ tab: 'failed', name: 'incident.created:1' });
    await count().getByText('1–2 of 2').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await dialog().getByText('no such channel: #operations').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove filter Event: incident.created' }).press('Enter');
    await first('check.failed')
      .getByText(/^in [34]\dm/)
      .waitFor();
    await expect.poll(() => search()).toEqual({ tab: 'failed' });
    await page.goBack();
    await count().getByText('1–2 of 2').waitFor();
    await page.reload();
    await count().getByText('1–2 of 2').waitFor();
    await page.getByRole('link', { name: 'Summary' }).press('Enter');
    await first('check.failed').waitFor();
    await expect.poll(() => search()).toEqual({});
  });

  it('shows a failure that comes while somebody looks, and moves no row under the pointer for it', async () => {
    const fail = (name: string) =>
      seat.database.query(
        `insert into jobs.event_queue (name, error, attempts, last_attempt, due_at)
           values ($1, 'mail refused', 1, now(), now() + interval '1 hour')`,
        [name],
      );
    await open('/settings/event-queue-status');
    await first('check.failed').waitFor();
    await fail('comment.added');
    await first('comment.added').getByRole('cell', { name: 'mail refused' }).waitFor();
    await first('check.failed').hover();
    const before = await first('check.failed').boundingBox();
    await fail('responder.added');
    const waiting = page.getByRole('button', { name: '1 new' });
    await waiting.waitFor();
    expect(await first('check.failed').boundingBox()).toEqual(before);
    await expectAccessible(page);
    await waiting.click();
    await first('responder.added').waitFor();
  });

  it.each(CROSSED_LOOKS)('looks well: $scheme, $width wide', async (look) => {
    const { page: other, errors: found } = await seat.openLook(look);
    for (const [name, search, text] of [
      ['queue', '', 'check.failed'],
      ['failed', '?tab=failed', 'Dead'],
      ['no-events', '?query=nothing+like+it', 'No data available'],
    ] as const) {
      await open(`/settings/event-queue-status${search}`, other);
      await other.getByText(text).first().waitFor();
      await expectAccessible(other);
      const path = join(import.meta.dirname, `../../.cache/jobs-${name}-${look.scheme}-${look.width}.png`);
      await other.screenshot({ path });
    }
    expect(found).toEqual([]);
    await other.context().close();
  });

  it('wrote no error to the console of the browser', () => {
    expect(seat.errors).toEqual([]);
  });
});
