import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Look } from '../kit/browser.ts';
import { openSeat, type Seat } from '../kit/seat.ts';
import { startTarget, type Target } from '../kit/target.ts';

const LONG = 'public checkout interface behind the european content network';
/** The narrow ones in one theme, the others in the other: what a theme breaks it breaks at any width. */
const WIDTHS: readonly Look[] = [
  { scheme: 'light', width: 1440, height: 900 },
  { scheme: 'dark', width: 1024, height: 800 },
  { scheme: 'light', width: 768, height: 1024 },
  { scheme: 'dark', width: 390, height: 844 },
];

describe('the list of checks by use', () => {
  let seat: Seat;
  let target: Target;

  beforeAll(async () => {
    [seat, target] = await Promise.all([openSeat(), startTarget()]);
    target.status = 503;
    const check = (name: string, codes: readonly number[]) => ({ name, url: target.url, responseCodes: codes });
    const { status } = await seat.program.call('POST', '/api/db/canaries', {
      name: 'shop',
      namespace: 'storefront-production',
      spec: {
        schedule: '@every 1s',
        http: [check(LONG, [200]), check('cart', [200]), check('search', [503]), check('images', [503])],
      },
    });
    expect(status).toBe(201);
    await seat.page.goto(`${seat.program.url}/health?hidePassing=false`);
    for (const name of ['search', 'images']) await row(name).getByText('Healthy').waitFor();
    for (const name of [LONG, 'cart']) await row(name).getByText('Unhealthy').waitFor();
  });
  afterAll(async () => {
    await seat[Symbol.asyncDispose]();
    await target.kill();
  });

  const row = (name: string) => seat.page.getByRole('row').filter({ hasText: name });
  const open = (search: string) => seat.page.goto(`${seat.program.url}/health?${search}`);

  it('says under a failing check why, of each run what it said, and in the tab how many fail', async () => {
    const { page } = seat;
    await open('hidePassing=false');
    await row('cart').getByText('503').first().waitFor();
    const shown = () => row('cart').locator('[class*=reason]').textContent();
    await expect.poll(shown).toContain('503');
    const reason = (await shown()) ?? '';
    expect(await row('search').locator('[class*=reason]').count()).toBe(0);
    await expect.poll(() => page.title()).toBe('(2) Health · Watchroom');
    const strip = row('cart').getByRole('img', { name: /failed$/ });
    // The list moves while its checks run: the pointer follows the strip.
    await expect
      .poll(async () => {
        const box = await strip.boundingBox();
        if (box) await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
        return page.getByRole('presentation').filter({ hasText: 'Failed' }).getByText(reason).count();
      })
      .toBeGreaterThan(0);
  });

  it('keeps the figures of a group while passing checks are hidden', async () => {
    const { page } = seat;
    const uptime = async () =>
      Number.parseFloat(
        /[\d.]+ ?%/.exec((await row('storefront').or(row('shop')).first().textContent()) ?? '')?.[0] ?? '',
      );
    await open('hidePassing=true');
    await page.getByText('2 of 4 checks').waitFor();
    await row('search').waitFor({ state: 'detached' });
    // Two checks always pass and two always fail, as often as each other but for a run under way.
    await expect.poll(uptime).toBeGreaterThan(30);
    await open('hidePassing=false');
    await page.getByText('4 checks', { exact: true }).waitFor();
    await expect.poll(uptime).toBeGreaterThan(30);
  });

  it.each(WIDTHS)('keeps names readable: $scheme, $width wide', async (look) => {
    await seat.expectLook(look, '/health?hidePassing=false', 'health-list', async (page) => {
      await page.locator('[data-item]').filter({ hasText: LONG }).getByText('Unhealthy').waitFor();
      const name = page.getByTitle(LONG, { exact: true });
      await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThanOrEqual(220);
      const scroller = page.getByRole(look.width > 640 ? 'table' : 'list', { name: 'Checks' });
      await expect.poll(() => scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    });
  });
});
