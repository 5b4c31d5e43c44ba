import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CROSSED_LOOKS, expectAccessible, gatherErrors, openContext } from '../kit/browser.ts';
import { expectFocus } from '../kit/focus.ts';
import { eventually, type Program } from '../kit/program.ts';
import { openSeat, type Seat } from '../kit/seat.ts';
import { signIn } from '../kit/sign-in.ts';
import { startTarget, type Target } from '../kit/target.ts';

/** The zone of the browser in these tests: it has half an hour and no summer time. */
const ZONE = 'Asia/Kolkata';

describe('time ranges in the console', () => {
  let seat: Seat;
  let program: Program;
  let target: Target;
  let page: Page;
  let errors: string[];
  let id: string;

  beforeAll(async () => {
    target = await startTarget();
    seat = await openSeat();
    ({ program } = seat);
    const spec = { schedule: '@every 1s', http: [{ name: 'front page', url: target.url }] };
    await program.call('POST', '/api/db/canaries', { name: 'shop', namespace: 'shop', spec });
    id = await eventually('the first run', async () => {
      const { body } = await program.call('GET', '/api/v1/health/checks');
      const { checks } = body as { checks: { id: string; last_runtime: string | null }[] };
      return checks.find((check) => check.last_runtime)?.id;
    });
    page = await openPage();
    errors = gatherErrors(page);
  });
  afterAll(async () => {
    await seat[Symbol.asyncDispose]();
    await target.kill();
  });

  async function openPage(look: Parameters<typeof openContext>[1] = {}): Promise<Page> {
    const context = await openContext(seat.browser, { ...look, timeZone: ZONE });
    await signIn(context, program.url);
    return context.newPage();
  }
  const open = (address: string, on = page) =>
    on.goto(`${program.url}/health?hidePassing=false&checkId=${id}${address && `&${address}`}`);
  const button = (on = page) =>
    on.getByRole('dialog', { name: 'front page' }).getByRole('button', { name: /^Time range/ });
  const panel = (on = page) => on.getByRole('dialog', { name: 'Time range' });
  const address = () => Object.fromEntries(new URL(page.url()).searchParams);
  const expectRange = (text: string, on = page) => button(on).filter({ hasText: text }).waitFor();

  it('begin with the one that fits the last run, without a word in the address', async () => {
    await open('');
    await expectRange('Last hour');
    await expect.poll(() => Object.keys(address()).toSorted()).toEqual(['checkId', 'hidePassing']);
  });

  it('are chosen by keyboard alone, by typing a part of the name', async () => {
    await button().focus();
    await page.keyboard.press('Enter');
    const search = panel().getByRole('combobox', { name: 'Search quick ranges' });
    await expectFocus(search);
    await expectAccessible(page);
    await page.keyboard.type('days');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await panel().waitFor({ state: 'detached' });
    await expectRange('Last 3 days');
    await expect.poll(() => address()['timeRange']).toBe('3d');
    await expectFocus(button());
  });

  it('keep the dialog around them when Esc closes the panel', async () => {
    await page.keyboard.press('Enter');
    await panel().getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog', { name: 'front page' }).isVisible()).toBe(true);
    await expectFocus(button());
  });

  it('close by Esc wherever the focus is', async () => {
    await page.keyboard.press('Enter');
    await panel().getByRole('combobox').waitFor();
    await button().focus();
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog', { name: 'front page' }).isVisible()).toBe(true);
    await expectFocus(button());
  });

  it('can be a part of the calendar, which back, forward and reload reproduce', async () => {
    await button().click();
    await panel().getByRole('option', { name: 'Previous month' }).click();
    await expectRange('Previous month');
    await expect
      .poll(() => address())
      .toMatchObject({ rangeType: 'mapped', display: 'Previous month', timeRange: 'Previous month' });
    await page.getByText('No runs in this time range').waitFor();
    await page.getByText('No data available').waitFor();
    await page.goBack();
    await expectRange('Last 3 days');
    await page.goForward();
    await expectRange('Previous month');
    await page.reload();
    await expectRange('Previous month');
  });

  it('take both ends by keyboard alone, in the zone of the browser', async () => {
    await button().focus();
    await page.keyboard.press('Enter');
    await expectFocus(panel().getByRole('combobox'));
    await expect.poll(() => panel().getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true);
    // The search box is the last stop of the panel, so that the next one is its first.
    await page.keyboard.press('Tab');
    await expectFocus(panel().getByRole('textbox', { name: 'From' }));
    await page.keyboard.type('2026-01-31 09:00');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2026-01-30');
    await page.keyboard.press('Enter');
    await panel().getByText('To must be after From').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('soon');
    await page.keyboard.press('Enter');
    await panel().getByText('Not a time').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('2026-01-31T05:00:00Z');
    await page.keyboard.press('Enter');
    await expectRange('2026-01-31 09:00 to 10:30');
    await expect
      .poll(() => address())
      .toMatchObject({
        rangeType: 'absolute',
        from: '2026-01-31T03:30:00.000Z',
        to: '2026-01-31T05:00:00.000Z',
      });
  });

  it('hold back the rows outside of them', async () => {
    const asked = page.waitForRequest((request) => {
      const times = new URL(request.url()).searchParams.getAll('time');
      return times.includes('gt.2026-01-31T03:30:00.000Z') && times.includes('lte.2026-01-31T05:00:00.000Z');
    });
    await page.reload();
    await asked;
    await page.getByText('No data available').waitFor();
  });

  it('are kept, the newest five, and can be used again', async () => {
    await button().click();
    await panel().getByRole('button', { name: 'Clear' }).click();
    await expectRange('Last hour');
    await expect.poll(() => Object.keys(address()).toSorted()).toEqual(['checkId', 'hidePassing']);
    await button().click();
    await panel().getByRole('region', { name: 'Recent ranges' }).getByRole('button', { name: '2026-01-31' }).click();
    await expectRange('2026-01-31 09:00 to 10:30');
  });

  it('are picked in the calendar by keyboard: From first, then To', async () => {
    await open('');
    await button().click();
    const day = panel().getByRole('grid').locator('button[tabindex="0"]');
    await day.focus();
    const before = await day.getAttribute('aria-label');
    await page.keyboard.press('PageUp');
    await expect.poll(() => day.getAttribute('aria-label')).not.toBe(before);
    await page.keyboard.press('Enter');
    const to = panel().getByRole('textbox', { name: 'To' });
    await expectFocus(to);
    await expect
      .poll(() => panel().getByRole('textbox', { name: 'From' }).inputValue())
      .toMatch(/^\d{4}-\d\d-\d\d 00:00:00$/);
    await day.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => to.inputValue()).toMatch(/ 23:59:59$/);
    await panel().getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => address()['rangeType']).toBe('absolute');
  });

  it('can be read in UTC, which the address keeps', async () => {
    await open('rangeType=absolute&from=2026-01-31T03:30:00Z&to=2026-01-31T05:00:00Z');
    await expectRange('2026-01-31 09:00 to 10:30');
    await button().click();
    await panel().getByRole('radio', { name: 'UTC' }).check();
    await expectRange('2026-01-31 03:30 to 05:00 UTC');
    await expect.poll(() => panel().getByRole('textbox', { name: 'From' }).inputValue()).toBe('2026-01-31 03:30:00');
    await page.reload();
    await expectRange('2026-01-31 03:30 to 05:00 UTC');
  });

  it('follow what is drawn over the chart, and come back from it', async () => {
    await open('timeRange=6h');
    // The chart keeps its place once the runs under it are there.
    await page
      .getByRole('cell', { name: /Passed/ })
      .first()
      .waitFor();
    const chart = page.getByRole('region', { name: 'Health overview' }).getByRole('img', { name: /./ });
    const box = await chart.boundingBox();
    if (!box) throw new Error('there is no chart');
    const height = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.4, height);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, height, { steps: 4 });
    await page.mouse.up();
    await expectRange(' to ');
    await expect.poll(() => Object.keys(address())).toEqual(expect.arrayContaining(['timeRange', 'from', 'to']));
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expectRange('Last 6 hours');
    await expect.poll(() => address()).not.toHaveProperty('from');
  });

  it('move with now when a typed end is now', async () => {
    await open('');
    await button().click();
    await panel().getByRole('textbox', { name: 'From' }).fill('now-90m');
    await panel().getByRole('textbox', { name: 'To' }).fill('now');
    await page.keyboard.press('Enter');
    await expectRange('now-90m to now');
    await expect.poll(() => address()).toMatchObject({ rangeType: 'relative', range: 'now-90m' });
    await page
      .getByRole('cell', { name: /Passed/ })
      .first()
      .waitFor();
  });

  it.each([
    ['timeRange=6h', 'Last 6 hours'],
    ['range=now-2d', 'Last 2 days'],
    ['rangeType=relative&range=now-99parsecs', 'Last hour'],
    ['rangeType=mapped&timeRange=Next%20blue%20moon', 'Last hour'],
    ['rangeType=absolute&from=never&to=%3Cscript%3E', 'Last hour'],
    ['rangeType=absolute&from=2026-02-01&to=2026-01-01', 'Last hour'],
    ['rangeType=oblique&timeRange=%7B%7D', 'Last hour'],
  ])('understand a link, or take the default: %s', async (link, text) => {
    await open(link);
    await expectRange(text);
  });

  it.each(CROSSED_LOOKS)('are chosen and look well: $scheme, $width wide', async (look) => {
    const other = await openPage(look);
    const found = gatherErrors(other);
    const shoot = (name: string) =>
      other.screenshot({
        path: join(import.meta.dirname, `../../.cache/time-range-${name}-${look.scheme}-${look.width}.png`),
      });
    await open('', other);
    await button(other).click();
    await panel(other).getByRole('option', { name: 'Last hour' }).waitFor();
    await expectAccessible(other);
    await shoot('quick');
    if (look.width < 640) {
      // Where the dialog has its own close button, under the scrim.
      await other.mouse.click(look.width - 24, 26);
      await panel(other).waitFor({ state: 'detached' });
      await button(other).click();
      await panel(other).getByRole('button', { name: 'Absolute range' }).click();
    }
    await panel(other).getByRole('textbox', { name: 'From' }).fill('2026-11-10 08:00');
    await panel(other).getByRole('textbox', { name: 'To' }).fill('2026-11-12 18:30');
    await expectAccessible(other);
    await shoot('absolute');
    const { width, scroll } = await other.evaluate(() => ({
      width: document.documentElement.clientWidth,
      scroll: document.documentElement.scrollWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(width);
    await panel(other).getByRole('button', { name: 'Submit' }).click();
    await panel(other).waitFor({ state: 'detached' });
    await expectRange('2026-11-10 08:00 to 2026-11-12 18:30', other);
    await button(other).click();
    await panel(other).getByRole('textbox', { name: 'To' }).fill('soon');
    await other.keyboard.press('Enter');
    await panel(other).getByText('Not a time').waitFor();
    await shoot('wrong');
    await other.goto(`${program.url}/health?hidePassing=false`);
    await other.getByRole('button', { name: /^Time range/ }).click();
    await panel(other).getByRole('option', { name: 'Last hour' }).waitFor();
    await expectAccessible(other);
    await shoot('toolbar');
    expect(found).toEqual([]);
    await other.context().close();
  });

  it('wrote no error to the console of the browser', () => {
    expect(errors).toEqual([]);
  });
});
