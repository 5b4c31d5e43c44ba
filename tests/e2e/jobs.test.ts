import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, CROSSED_LOOKS, openContext } from '../kit/browser.ts';
import { createOutsideDatabase } from '../kit/database.ts';
import { expectFocus } from '../kit/focus.ts';
import { addRun, LONG_NAME, seedRuns } from '../kit/job-runs.ts';
import { startProgram } from '../kit/program.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const picture = (name: string) => join(import.meta.dirname, `../../.cache/jobs-${name}.png`);
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const gone = { state: 'detached' } as const;

describe('the job history', () => {
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
  const first = (text: string, on = page) => row(text, on).first();
  const dialog = (on = page) => on.getByRole('dialog', { name: /^Details/ });
  const count = (on = page) => on.getByRole('navigation', { name: 'Pages' }).getByRole('status');

  it('begins with the last two days without successes, the newest first, and asks the wire for just that', async () => {
    const asked = page.waitForRequest((request) => request.url().includes('/api/db/job_histories'));
    await open('/settings/jobs');
    expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toMatchObject({
      'status.filter': '!SUCCESS',
      created_at: 'gt.now-2d',
      order: 'created_at.desc,id.desc',
      limit: '150',
      offset: '0',
    });
    await first('broken-scrape').waitFor();
    await expect.poll(() => search(page)).toEqual({});
    expect(await row('old-failure').count()).toBe(0);
    expect(await page.getByRole('cell', { name: 'Success', exact: true }).count()).toBe(0);
    await count().getByText('1–150 of 301').waitFor();
    await expectAccessible(page);
  });

  it('opens a run with j and Enter, with a tab for each content, and the first one selected', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await dialog().getByRole('heading', { name: 'Details for job broken-scrape' }).waitFor();
    const tabs = dialog().getByRole('tablist', { name: 'Details' }).getByRole('tab');
    await expect.poll(() => tabs.allTextContents()).toEqual(['Errors', 'Scrape Summary', 'Reconcile Summary']);
    await expect.poll(() => tabs.first().getAttribute('aria-selected')).toBe('true');
    await dialog().getByText('HTTP 403: no permission to list').waitFor();
    await expectAccessible(page);
    await tabs.first().press('ArrowRight');
    await dialog().getByText('AWS::EC2::Instance').waitFor();
    const link = page.url();
    await page.reload();
    await dialog().getByText('AWS::EC2::Instance').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor(gone);
    await expect.poll(() => search(page)).toEqual({});
    await page.goto(`${link}&status=all&timeRange=5m&name=nothing:1`);
    await dialog().getByText('AWS::EC2::Instance').waitFor();
  });

  it('links runs that have details, opens nothing for the others, and says so for one that is gone', async () => {
    await open('/settings/jobs');
    const href = await first('broken-scrape').getByRole('link').getAttribute('href');
    expect(href).toMatch(/^\/settings\/jobs\?open=[0-9a-f-]{36}$/);
    const plain = first('job-');
    await plain.click();
    expect(await plain.getByRole('link').count()).toBe(0);
    await expect.poll(() => search(page)).toEqual({});
    await open('/settings/jobs?open=00000000-0000-0000-0000-000000000009');
    await dialog().getByText('No details found').waitFor();
    await expectAccessible(page);
  });

  it('filters by keyboard: wanted, unwanted and off, with chips, in the address and from the first page', async () => {
    await open('/settings/jobs?pageIndex=1');
    await count().getByText('151–300 of 301').waitFor();
    await page.getByRole('button', { name: /^Job Name/ }).press('Enter');
    await expectFocus(page.getByRole('textbox', { name: 'Search Job Name' }));
    await page.keyboard.type('sync');
    // What the search takes away would take the focus with it.
    await expect.poll(() => page.getByRole('button', { name: /, not filtered$/ }).count()).toBe(2);
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('button', { name: 'sync-catalog, not filtered' }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'sync-catalog, included' }).waitFor();
    await expect.poll(() => search(page)).toEqual({ name: 'sync-catalog:1' });
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'sync-catalog, excluded' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'sync: a, b, included' }).waitFor();
    await expect.poll(() => search(page)).toEqual({ name: 'sync-catalog:-1,sync____ a|||| b:1' });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await count().getByText('1–60 of 60').waitFor();
    await page.getByRole('button', { name: 'Remove filter Job Name: not sync-catalog' }).press('Enter');
    await expect.poll(() => search(page)).toEqual({ name: 'sync____ a|||| b:1' });
    await page.goBack();
    await page.getByRole('button', { name: 'Remove filter Job Name: not sync-catalog' }).waitFor();
    await page.goForward();
    await page.getByRole('button', { name: 'Remove filter Job Name: not sync-catalog' }).waitFor(gone);
    await page.reload();
    await count().getByText('1–60 of 60').waitFor();
  });

  it('shows successes too once their filter is taken away, which the address keeps', async () => {
    await open('/settings/jobs');
    await page.getByRole('button', { name: 'Remove filter Status: not Success' }).click();
    await count()
      .getByText(/^1–150 of 40\d/)
      .waitFor();
    await expect.poll(() => search(page)).toEqual({ status: 'all' });
    await page.reload();
    await count()
      .getByText(/^1–150 of 40\d/)
      .waitFor();
  });

  it('sorts, pages, sizes, searches and narrows by duration, all in the address', async () => {
    await open('/settings/jobs');
    await page.getByRole('button', { name: 'Duration', exact: true }).click();
    await first(LONG_NAME).waitFor();
    await expect.poll(() => search(page)).toEqual({ sortBy: 'duration_millis', sortOrder: 'asc' });
    await page.getByRole('button', { name: /^Duration Any/ }).click();
    await page.getByRole('menuitemradio', { name: 'over 10 seconds' }).click();
    await expect.poll(() => search(page)['duration']).toBe('10s');
    await page.getByLabel('Rows').selectOption('25');
    await page.getByRole('button', { name: 'Next page' }).click();
    await count()
      .getByText(/^26–50 of/)
      .waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('broken');
    await count().getByText('1–1 of 1').waitFor();
    await expect
      .poll(() => search(page))
      .toEqual({
        sortBy: 'duration_millis',
        sortOrder: 'asc',
        duration: '10s',
        pageSize: '25',
        query: 'broken',
      });
  });

  it.each([
    '?status=SUCCESS:-1',
    '?status=:7,,SUCCESS:-1,x:y:z&sortBy=password&sortOrder=up&pageSize=7&pageIndex=-3&duration=ages',
    '?rangeType=relative&range=now-99parsecs&open=',
    '?pageIndex=900000',
  ])('understands a link, or takes the default: %s', async (link) => {
    await open(`/settings/jobs${link}`);
    await count()
      .getByText(/ of 301$/)
      .waitFor();
  });

  it('says what would be here when nothing matches, and clears the filters', async () => {
    await open('/settings/jobs?query=nothing+like+it');
    await page.getByText('No data available').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await first('broken-scrape').waitFor();
    await expect.poll(() => search(page)).toEqual({ status: 'all' });
  });

  it('exports everything that the filters match, not only the page', async () => {
    await open('/settings/jobs?name=sync-catalog:1&pageSize=5');
    await count().getByText('1–5 of 60').waitFor();
    await page.getByRole('button', { name: 'Columns and export' }).click();
    await expectAccessible(page);
    const exported = async (format: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: format }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`Job history.${format.toLowerCase()}`);
      return readFileSync(await file.path(), 'utf8');
    };
    expect((await exported('CSV')).trim().split('\n')).toHaveLength(61);
    expect(JSON.parse(await exported('JSON'))).toHaveLength(60);
  });

  it('keeps the chosen columns for the session', async () => {
    await open('/settings/jobs');
    await page.getByRole('button', { name: 'Columns and export' }).click();
    await page.getByLabel('Host').check();
    await page.getByLabel('Success', { exact: true }).uncheck();
    await page.getByRole('columnheader', { name: 'Host' }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Host' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Success' }).count()).toBe(0);
  });

  it('keeps its dialog under the height of the window', async () => {
    const errorsOfMany = Array.from({ length: 200 }, (_, n) => `line ${n}: connection refused`);
    const id = await addRun(seat.database, 'many-errors', { errors: errorsOfMany });
    await open(`/settings/jobs?open=${id}`);
    await dialog().getByText('line 0:').waitFor();
    await expect.poll(async () => (await dialog().boundingBox())?.height).toBeLessThanOrEqual(900 - 128);
  });

  it.each(CROSSED_LOOKS)('looks well: $scheme, $width wide', async (look) => {
    const { page: other, errors: found } = await seat.openLook(look);
    const shots: readonly (readonly [string, string, string])[] = [
      ['runs', '/settings/jobs', 'broken-scrape'],
      ['many', '/settings/jobs?status=all&pageSize=1000', 'broken-scrape'],
      ['empty', '/settings/jobs?query=nothing+like+it', 'No data available'],
    ];
    for (const [name, address, text] of shots) {
      await open(address, other);
      await other.getByText(text).first().waitFor();
      await expectAccessible(other);
      await other.screenshot({ path: picture(`${name}-${look.scheme}-${look.width}`) });
      expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    }
    await open('/settings/jobs', other);
    await other.getByText('broken-scrape').first().click();
    await dialog(other).getByText('HTTP 403').waitFor();
    await expectAccessible(other);
    await other.screenshot({ path: picture(`details-${look.scheme}-${look.width}`) });
    await other.keyboard.press('Escape');
    await dialog(other).waitFor(gone);
    if (look.width < 640) await other.getByRole('button', { name: 'Filters' }).click();
    await other.getByRole('button', { name: /^Resource type/ }).click();
    await other.getByRole('button', { name: 'Canary, not filtered' }).waitFor();
    await expectAccessible(other);
    await other.screenshot({ path: picture(`filter-${look.scheme}-${look.width}`) });
    expect(found).toEqual([]);
    await other.context().close();
  });

  it('is in the settings of an editor and not of a viewer, who may still follow a link', async () => {
    for (const [role, entries] of [
      ['editor', 1],
      ['viewer', 0],
    ] as const) {
      const other = await seat.signInAs(role);
      await open('/settings/jobs', other);
      await first('broken-scrape', other).waitFor();
      const entry = other.getByRole('link', { name: 'Jobs History' });
      await expect.poll(() => entry.count()).toBe(entries);
      await other.context().close();
    }
  });

  it('is shut where nobody signs in, as the event queue is, and says so', async () => {
    await using database = await createOutsideDatabase();
    await using unsigned = await startProgram({ flags: ['--auth', 'none'], environment: database.environment });
    const other = await (await openContext(seat.browser)).newPage();
    for (const path of ['/settings/jobs', '/settings/event-queue-status']) {
      await other.goto(unsigned.url + path);
      await other.getByText('You do not have permission to access this page').waitFor();
      await expectAccessible(other);
    }
    await other.context().close();
  });

  it('says what failed when nothing could be loaded, and tries again', async () => {
    await page.route('**/api/db/job_histories*', (route) =>
      route.fulfill({ status: 500, json: { code: '57014', message: 'canceling statement due to statement timeout' } }),
    );
    await open('/settings/jobs');
    await page.getByRole('alert').getByText('canceling statement due to statement timeout').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/db/job_histories*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await first('broken-scrape').waitFor();
  });

  it('wrote no error to the console of the browser', () => {
    // The browser itself tells of the answer that was made to fail, and of a page behind the last one.
    expect(seat.errors.filter((error) => !/status of (500|416)/.test(error))).toEqual([]);
  });
});
