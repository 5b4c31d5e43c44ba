import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, gatherErrors, LOOKS, openBrowser, openContext } from '../kit/browser.ts';
import { createOutsideDatabase, type OutsideDatabase } from '../kit/database.ts';
import { ADMIN, type Program, startProgram } from '../kit/program.ts';

describe('the event queue status', () => {
  let database: OutsideDatabase;
  let browser: Browser;
  let program: Program;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    database = await createOutsideDatabase();
    [browser, program] = await Promise.all([openBrowser(), startProgram({ environment: database.environment })]);
    const event = `insert into jobs.event_queue (name, properties, error, attempts, created_at, last_attempt, due_at)
       select $1, jsonb_build_object('id', $1 || n), $2, $3, now() - interval '3 hours', now() - n * interval '1 minute',
         now() + $4::interval from generate_series(1, $5) n`;
    await database.query(event, ['check.failed', 'webhook answered 503 Service Unavailable', 2, '12 minutes', 3]);
    await database.query(event, ['incident.created', 'no such channel: #operations', 4, null, 2]);
    context = await openContext(browser);
    page = await context.newPage();
    errors = gatherErrors(page);
    await context.request.post(`${program.url}/api/v1/identity/session`, { data: ADMIN });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await program[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const open = (address: string, on = page) => on.goto(program.url + address);
  const first = (text: string) => page.getByRole('row').filter({ hasText: text }).first();
  const dialog = () => page.getByRole('dialog', { name: /^Failed event/ });
  const count = () => page.getByRole('navigation', { name: 'Pages' }).getByRole('status');
  const search = () => Object.fromEntries(new URL(page.url()).searchParams);

  it('is the first of the settings, with the latest failure on top', async () => {
    await open('/settings/');
    await page.getByRole('heading', { level: 1, name: 'Event Queue Status' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/event-queue-status');
    await first('check.failed').getByRole('cell', { name: 'webhook answered 503' }).waitFor();
    await first('incident.created').getByRole('cell', { name: 'no such channel' }).waitFor();
    await expectAccessible(page);
  });

  it('leads from a name to its failed events, and to one of them, by keyboard alone', async () => {
    await first('incident.created').getByRole('link').focus();
    await page.keyboard.press('Enter');
    await first('Dead').waitFor();
    expect(search()).toEqual({ tab: 'failed', name: 'incident.created:1' });
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
      .getByText(/^in 1\dm/)
      .waitFor();
    expect(search()).toEqual({ tab: 'failed' });
    await page.goBack();
    await count().getByText('1–2 of 2').waitFor();
    await page.reload();
    await count().getByText('1–2 of 2').waitFor();
    await page.getByRole('button', { name: 'Summary' }).press('Enter');
    await first('check.failed').waitFor();
    expect(search()).toEqual({});
  });

  it('shows a failure that comes while somebody looks, and moves no row under the pointer for it', async () => {
    const fail = (name: string) =>
      database.query(
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

  it.each(LOOKS)('looks well: $scheme, $width wide', { timeout: 60_000 }, async (look) => {
    const own = await openContext(browser, look);
    await own.addCookies(await context.cookies());
    const other = await own.newPage();
    const found = gatherErrors(other);
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
    await own.close();
  });

  it('wrote no error to the console of the browser', () => {
    expect(errors).toEqual([]);
  });
});
