import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, LOOKS } from '../kit/browser.ts';
import { type Program, startProgram } from '../kit/program.ts';
import { openSeat, type Seat } from '../kit/seat.ts';
import { startTarget, type Target } from '../kit/target.ts';

const COVERED = /% covered$/;

describe('a console without its server', () => {
  let seat: Seat;
  let target: Target;
  let again: Program | undefined;

  beforeAll(async () => {
    [seat, target] = await Promise.all([openSeat(), startTarget()]);
    const { status } = await seat.program.call('POST', '/api/db/canaries', {
      name: 'shop',
      spec: { schedule: '@every 1s', http: [{ name: 'front page', url: target.url }] },
    });
    expect(status).toBe(201);
  });
  afterAll(async () => {
    await again?.[Symbol.asyncDispose]();
    await seat[Symbol.asyncDispose]();
    await target.kill();
  });

  const notice = (page: Page) => page.getByText(/^Not connected since \d\d:\d\d:\d\d\. The page may be/);
  const filterOf = (page: Page, text: string | RegExp) =>
    page.getByText(text).evaluate((element) => {
      let greyed = 'none';
      for (let each: Element | null = element; each && greyed === 'none'; each = each.parentElement)
        greyed = getComputedStyle(each).filter;
      return greyed;
    });
  const open = async (page: Page) => {
    await page.goto(`${seat.program.url}/health?hidePassing=false`);
    await page.getByText(COVERED).waitFor();
    await page.getByRole('button', { name: 'Refresh rate: None. Live' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'front page' }).getByText('Healthy').waitFor();
    // Before the page knows who is here, it does not watch the server.
    await page.getByRole('button', { name: /^Account of/ }).waitFor();
  };
  const expectLost = async (page: Page) => {
    await notice(page).waitFor();
    for (const text of [COVERED, 'front page']) await expect.poll(() => filterOf(page, text)).toBe('grayscale(1)');
    await page.getByRole('button', { name: 'Refresh rate: None. Not live' }).waitFor();
    await expect.poll(() => page.title()).toContain('Not connected');
  };
  const expectFound = async (page: Page) => {
    await notice(page).waitFor({ state: 'detached' });
    await page.getByText(COVERED).waitFor();
    await expect.poll(() => filterOf(page, COVERED)).toBe('none');
    // Nothing of the loss stays behind.
    await expect.poll(() => page.locator('[data-toast]').count()).toBe(0);
    await expect.poll(() => page.getByText('Shown as of').count()).toBe(0);
    await expect.poll(() => page.title()).not.toContain('Not connected');
  };

  it('says so when the server hangs, and looks alive again when it answers', async () => {
    const { pid } = seat.program.process;
    if (pid === undefined) throw new Error('the server has no process');
    await open(seat.page);
    process.kill(pid, 'SIGSTOP');
    try {
      await expectLost(seat.page);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await expectFound(seat.page);
  });

  it('says so when the browser is offline', async () => {
    await open(seat.page);
    await seat.context.setOffline(true);
    try {
      await expectLost(seat.page);
    } finally {
      await seat.context.setOffline(false);
    }
    await expectFound(seat.page);
  });

  it('says so in every tab when the server is killed, and follows the one that takes its place', async () => {
    const other = await seat.context.newPage();
    await open(seat.page);
    await open(other);
    await seat.program.end('SIGKILL');
    await Promise.all([expectLost(seat.page), expectLost(other)]);
    for (const { scheme, width, height } of LOOKS.toReversed()) {
      await other.emulateMedia({ colorScheme: scheme });
      await other.setViewportSize({ width, height });
      await other.screenshot({ path: join(import.meta.dirname, `../../.cache/lost-${scheme}-${width}.png`) });
    }
    await expectAccessible(other);
    again = await startProgram({
      folder: seat.program.folder,
      flags: ['--port', new URL(seat.program.url).port],
      environment: seat.database.environment,
    });
    await Promise.all([expectFound(seat.page), expectFound(other)]);
    // Live again: the change comes by the stream.
    target.status = 503;
    await seat.page.getByRole('row').filter({ hasText: 'front page' }).getByText('Unhealthy').waitFor();
  });
});
