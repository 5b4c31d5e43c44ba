import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, CROSSED_LOOKS } from '../kit/browser.ts';
import { expectFocus } from '../kit/focus.ts';
import { seedRuns } from '../kit/job-runs.ts';
import { expectNotice, holdToasts } from '../kit/notices.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const JOBS = '/settings/jobs';
const gone = { state: 'detached' } as const;
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe('lists', () => {
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    seat = await openSeat();
    page = seat.page;
    await seedRuns(seat.database);
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  const open = (address: string, on = page) => on.goto(seat.program.url + address);
  const row = (text: string, on = page) => on.getByRole('row').filter({ hasText: text });
  const count = (on = page) => on.getByRole('navigation', { name: 'Pages' }).getByRole('status');
  const bar = (on = page) => on.getByRole('region', { name: 'Selection' });
  const all = (on = page) => on.getByRole('checkbox', { name: 'Select all' });
  const heading = (text: string, on = page) => on.getByRole('columnheader', { name: text });
  const titles = (on = page) => on.getByRole('columnheader').allInnerTexts();
  const press = (...keys: readonly string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

  describe('select rows', () => {
    const selected = (text: string, on = page) => bar(on).getByText(`${text} selected`, { exact: true }).waitFor();

    it('by keyboard: one with Space, a range with Shift, the page with Ctrl+A', async () => {
      await open(`${JOBS}?pageSize=25`);
      await row('broken-scrape').waitFor();
      await press('j', 'j', 'Space');
      await selected('1');
      await expect.poll(() => all().evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
      await press('j', 'j', 'Shift+Space');
      await selected('3');
      await press('Control+a');
      await selected('25');
      await expect.poll(() => all().isChecked()).toBe(true);
      await expectAccessible(page);
      await expect.poll(() => search(page)).toEqual({ pageSize: '25' });
    });

    it('over pages and loads, until other filters hold', async () => {
      await page.getByRole('button', { name: 'Next page' }).press('Enter');
      await count()
        .getByText(/^26–50/)
        .waitFor();
      await selected('25');
      // The rows of the page before stand until those of this one come.
      await expect.poll(() => all().isChecked()).toBe(false);
      await page.getByRole('button', { name: 'Refresh', exact: false }).first().press('Enter');
      await all().press('Space');
      await selected('50');
      await page.getByRole('button', { name: 'Duration', exact: true }).press('Enter');
      await selected('50');
      await page.getByRole('button', { name: /^Duration Any/ }).press('Enter');
      await page.getByRole('menuitemradio', { name: 'over 1 second' }).click();
      await bar().waitFor(gone);
    });

    it('with a range by Shift and a press, and export just those', async () => {
      await open(`${JOBS}?name=sync-catalog:1&pageSize=25`);
      const boxes = page.getByRole('checkbox', { name: 'sync-catalog' });
      await boxes.nth(1).click();
      await boxes.nth(3).click({ modifiers: ['Shift'] });
      await selected('3');
      await expect.poll(() => search(page)['open']).toBeUndefined();
      await bar().getByRole('button', { name: 'Export' }).press('Enter');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'JSON' }).click(),
      ]);
      expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toHaveLength(3);
      await bar().getByRole('button', { name: 'Clear selection' }).press('Enter');
      await bar().waitFor(gone);
    });
  });

  it('group the rows of a page, fold groups, and keep both in the address', async () => {
    await open(JOBS);
    await page.getByRole('button', { name: /^Group by/ }).press('Enter');
    await page.getByRole('menuitemradio', { name: 'status, of this page' }).click();
    const failed = page.getByRole('button', { name: /^Failed \d+ of this page$/ });
    await failed.waitFor();
    await expectAccessible(page);
    await failed.press('Enter');
    await expect.poll(() => search(page)).toEqual({ group: 'status', folded: 'FAILED:1' });
    await expect.poll(() => failed.getAttribute('aria-expanded')).toBe('false');
    await row('broken-scrape').waitFor(gone);
    await page.reload();
    await failed.waitFor();
    expect(await row('broken-scrape').count()).toBe(0);
    await failed.press('Enter');
    await row('broken-scrape').waitFor();
    await page.goBack();
    await expect.poll(() => search(page)).toEqual({});
    await page.goForward();
    await failed.waitFor();
  });

  describe('have columns', () => {
    const menu = () => page.getByRole('button', { name: 'Columns and export' });
    const item = (title: string) => page.getByRole('listitem').filter({ hasText: title });

    it('whose width is drawn, or changed by arrow keys, for the session', async () => {
      await open(JOBS);
      const edge = page.getByRole('separator', { name: 'Width of Resource' });
      await edge.waitFor();
      const width = async () => Number(await edge.getAttribute('aria-valuenow'));
      await expect.poll(width).toBeGreaterThan(0);
      const before = await width();
      await edge.press('ArrowRight');
      await expect.poll(width).toBe(Math.round(before) + 8);
      await edge.press('Shift+ArrowLeft');
      await expect.poll(width).toBe(Math.round(before) - 32);
      const box = await edge.boundingBox();
      await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
      await page.mouse.down();
      await page.mouse.move((box?.x ?? 0) + 65, (box?.y ?? 0) + 5, { steps: 3 });
      await page.mouse.up();
      await expect.poll(width).toBe(Math.round(before) + 28);
      await page.reload();
      await expect.poll(width).toBe(Math.round(before) + 28);
      await expectAccessible(page);
      await edge.press('Backspace');
      await expect.poll(width).toBe(before);
    });

    it('in a menu that leaves the focus where a quick person has put it', async () => {
      // The trap of the menu takes its time; here the focus moves on before that.
      const isKept = await menu().evaluate(async (opener: HTMLElement) => {
        opener.focus();
        opener.click();
        // Drawn with the press, so within few turns.
        let field: HTMLElement | undefined;
        for (let turn = 0; turn < 100 && !field; turn += 1) {
          await Promise.resolve();
          field = [...document.querySelectorAll<HTMLElement>('[role="dialog"] input[type="checkbox"]')].at(-1);
        }
        if (!field) throw new Error('the menu did not open');
        field.focus();
        for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
        return document.activeElement === field;
      });
      expect(isKept).toBe(true);
      await press('Escape');
      await expectFocus(menu());
    });

    it("in an order of one's own, by the buttons of the menu or by dragging, and back", async () => {
      const declared = await titles();
      await menu().press('Enter');
      await item('Status').getByRole('button', { name: 'Move down' }).press('Enter');
      await expect.poll(() => titles()).toEqual(['', 'Job', 'Resource', 'Status', ...declared.slice(4)]);
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('Move down');
      await expectAccessible(page);
      const order = async () => (await titles()).slice(1, 4);
      // A busy browser may take a drag for a click, which at the handle does nothing; at the label it would hide the column.
      const handle = item('Errors').locator('svg').last();
      await expect
        .poll(async () => {
          if ((await order())[1] !== 'Errors') await handle.dragTo(item('Resource'));
          return order();
        })
        .toEqual(['Job', 'Errors', 'Resource']);
      await item('Duration').getByRole('checkbox').press('Space');
      await heading('Duration').waitFor(gone);
      await page.getByRole('button', { name: 'Reset columns' }).press('Enter');
      await expect.poll(() => titles()).toEqual(declared);
      await press('Escape');
    });
  });

  describe('have saved views', () => {
    const views = (on = page) => on.getByRole('button', { name: /^(Views|Failures)/ }).first();

    it('that keep filters, order and columns under a name, by keyboard alone', async () => {
      await open(`${JOBS}?status=FAILED:1&sortBy=name&sortOrder=asc&pageSize=25&pageIndex=1`);
      await page.getByRole('separator', { name: 'Width of Status' }).press('ArrowRight');
      await views().press('Enter');
      await page.getByText('No saved views yet. Save the current view under a name.').waitFor();
      await expectAccessible(page);
      await page.getByRole('textbox', { name: 'Name of the view' }).fill('Failures');
      await page.getByRole('checkbox', { name: 'Share with everyone' }).press('Space');
      await page.getByRole('textbox', { name: 'Name of the view' }).press('Enter');
      await expect.poll(() => search(page)['view']).toMatch(/^[0-9a-f-]{36}$/);
      await page.getByRole('button', { name: 'Failures', exact: true }).waitFor();
    });

    it('that say when something is changed, and are updated', async () => {
      await page.getByRole('button', { name: 'Remove filter Status: Failed' }).press('Enter');
      await page.getByRole('button', { name: 'Failures changed' }).press('Enter');
      await expectAccessible(page);
      await page
        .getByRole('button', { name: /^Failures/ })
        .last()
        .press('Enter');
      await page.getByRole('button', { name: 'Remove filter Status: Failed' }).waitFor();
      await page.getByRole('button', { name: 'Errors', exact: true }).press('Enter');
      await page.getByRole('button', { name: 'Failures changed' }).press('Enter');
      await page.getByRole('button', { name: 'Update Failures' }).press('Enter');
      await page.getByRole('button', { name: 'Update Failures' }).waitFor(gone);
      await press('Escape');
      await page.getByRole('button', { name: 'Failures', exact: true }).waitFor();
    });

    it('that others may choose but not change, and that a link brings along with its columns', async () => {
      const link = page.url();
      const other = await seat.signInAs('viewer');
      await open(JOBS, other);
      await views(other).press('Enter');
      const shared = other.getByRole('button', { name: /^Failures By / });
      await shared.waitFor();
      await expectAccessible(other);
      expect(await other.getByRole('button', { name: 'Delete the view Failures' }).count()).toBe(0);
      await shared.press('Enter');
      await other.getByRole('button', { name: 'Remove filter Status: Failed' }).waitFor();
      const second = await seat.signInAs('editor');
      await second.goto(link);
      await second.getByRole('button', { name: 'Failures', exact: true }).waitFor();
      await expect
        .poll(() => second.evaluate(() => sessionStorage.getItem('watchroom.columns.Job history')))
        .toContain('"status":');
      await second.context().close();
      await other.context().close();
    });

    it('that are deleted, and brought back while there is time', async () => {
      await holdToasts(page);
      await views().press('Enter');
      await page.getByRole('button', { name: 'Delete the view Failures' }).press('Enter');
      await page.getByText('No saved views yet. Save the current view under a name.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => views().getAttribute('aria-expanded')).toBe('false');
      await views().press('Enter');
      await page.getByRole('button', { name: 'Delete the view Failures' }).waitFor();
      await page.getByRole('button', { name: 'Leave this view' }).press('Enter');
      await expect.poll(() => search(page)).toEqual({});
    });
  });

  describe('write many rows straight to a file', () => {
    // A file of the browser's own store stands for the one that a person picks.
    const pick = `globalThis.showSaveFilePicker = async ({ suggestedName }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`;
    const lines = () =>
      page.evaluate(async () => {
        const folder = await navigator.storage.getDirectory();
        const file = await folder.getFileHandle('Job history.csv').catch(() => undefined);
        return file && (await (await file.getFile()).text()).trim().split('\n').length;
      });
    const start = async () => {
      await page.getByRole('button', { name: 'Columns and export' }).press('Enter');
      await page.getByRole('button', { name: 'CSV' }).press('Enter');
      await press('Escape');
    };
    const failing = '**/api/db/job_histories*offset=20000';

    beforeAll(async () => {
      await seat.database.query(
        `insert into jobs.job_history (name, status, duration_millis, time_start, created_at)
           select 'many', 'FAILED', n, now(), now() - interval '1 hour' from generate_series(1, 25000) n`,
        [],
      );
      await page.addInitScript(pick);
      await open(`${JOBS}?name=many:1`);
      await count().getByText('1–150 of 25,000').waitFor();
    });

    it('and leave none when a part fails, saying how far they came', async () => {
      await page.route(failing, (route) => route.fulfill({ status: 403, json: { message: 'Not any more' } }));
      await start();
      await expectNotice(page, 'The export stopped after 20,000 of 25,000 rows, and no file was saved: Not any more');
      expect(await lines()).toBeUndefined();
      await page.unroute(failing);
    });

    it('and leave none when they are cancelled', async () => {
      await page.route(failing, () => undefined);
      await start();
      const exporting = page.getByRole('region', { name: 'Export' });
      await exporting.getByText('Exporting: 20,000 of 25,000 rows').waitFor();
      await expectAccessible(page);
      await exporting.getByRole('button', { name: 'Cancel' }).press('Enter');
      await expectNotice(page, 'The export was cancelled after 20,000 of 25,000 rows. No file was saved.');
      await exporting.waitFor(gone);
      expect(await lines()).toBeUndefined();
      await page.unroute(failing);
    });

    it('else the whole of them', async () => {
      await start();
      await expect.poll(lines).toBe(25_001);
      await seat.database.query(`delete from jobs.job_history where name = 'many'`, []);
    });
  });

  it('grow at their end where they are endless, and keep their place', async () => {
    await seat.database.query(
      `insert into jobs.event_queue (name, error, attempts, last_attempt, due_at)
         select 'event-' || lpad(n::text, 3, '0'), 'refused', 1, now() - n * interval '1 minute', now() + interval '1 day'
         from generate_series(1, 180) n`,
      [],
    );
    await open('/settings/event-queue-status');
    await count().getByText('50 of 180').waitFor();
    await row('event-001').waitFor();
    const table = page.getByRole('table', { name: 'Event queue' });
    await table.evaluate((element) => element.scrollTo({ top: 48 * 35 }));
    await count().getByText('100 of 180').waitFor();
    const place = await table.evaluate((element) => element.scrollTop);
    expect(place).toBeGreaterThan(0);
    await expect.poll(() => search(page)).toEqual({ pageSize: '100' });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await count().getByText('180 of 180').waitFor();
    expect(await table.evaluate((element) => element.scrollTop)).toBe(place);
    await page.reload();
    await count().getByText('180 of 180').waitFor();
  });

  describe('over rows at hand', () => {
    const FLAGS = '/settings/feature-flags';

    beforeAll(async () => {
      await seat.database.query(
        `insert into features.properties (name, value, description)
           select 'flag-' || n, (n % 3)::text, 'number ' || n from generate_series(1, 400) n`,
        [],
      );
    });

    it('filter, search, sort, group and page as the others do', async () => {
      await open(FLAGS);
      await count().getByText('1–150 of 400').waitFor();
      await expect.poll(() => page.getByRole('cell').nth(0).textContent()).toBe('flag-1');
      await page.getByRole('button', { name: 'Next page' }).press('Enter');
      await count().getByText('151–300 of 400').waitFor();
      await press('/');
      await page.keyboard.type('number 39');
      await count().getByText('1–11 of 11').waitFor();
      await expect.poll(() => search(page)).toEqual({ query: 'number 39' });
      await page.getByRole('button', { name: 'Name', exact: true }).press('Enter');
      await expect.poll(() => page.getByRole('cell').nth(0).textContent()).toBe('flag-399');
      await page.getByRole('button', { name: /^Group by/ }).press('Enter');
      await page.getByRole('menuitemradio', { name: 'source', exact: true }).click();
      await page.getByRole('button', { name: /^db 11$/ }).waitFor();
      await page.reload();
      await page.getByRole('button', { name: /^db 11$/ }).waitFor();
      await press('j', 'Enter');
      await page.getByRole('dialog').waitFor();
      await expect.poll(() => search(page)).toMatchObject({ flag: 'flag-399', group: 'source', query: 'number 39' });
      await press('Escape');
      await page.getByRole('dialog').waitFor(gone);
      await expect.poll(() => search(page)['flag']).toBeUndefined();
    });

    it('export all that match as a file', async () => {
      await page.getByRole('button', { name: 'Columns and export' }).press('Enter');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).press('Enter'),
      ]);
      expect(
        readFileSync(await file.path(), 'utf8')
          .trim()
          .split('\n'),
      ).toHaveLength(12);
    });
  });

  it.each(CROSSED_LOOKS)('look well with all of it: $scheme, $width wide', async (look) => {
    const { page: other, errors: found } = await seat.openLook(look);
    const picture = (name: string) =>
      other.screenshot({
        path: join(import.meta.dirname, `../../.cache/tables-${name}-${look.scheme}-${look.width}.png`),
      });
    await open(`${JOBS}?group=status&pageSize=25`, other);
    await other.getByText('broken-scrape').first().waitFor();
    for (const box of [1, 2, 3]) await other.getByRole('checkbox').nth(box).click();
    await bar(other).getByText('3 selected').waitFor();
    await expectAccessible(other);
    await picture('selected');
    expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    await other.getByRole('button', { name: 'Columns and export' }).click();
    await other.getByText('Reset columns').waitFor();
    await expectAccessible(other);
    await picture('columns');
    await other.keyboard.press('Escape');
    await other.getByRole('button', { name: /^Views/ }).click();
    await other.getByRole('button', { name: /^Failures/ }).waitFor();
    await expectAccessible(other);
    await picture('views');
    expect(found).toEqual([]);
    await other.context().close();
  });

  it('wrote no error to the console of the browser', () => {
    // The browser itself tells of the answer that was made to fail.
    expect(seat.errors.filter((error) => !/status of 403/.test(error))).toEqual([]);
  });
});
