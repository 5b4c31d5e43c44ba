import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../tools/ensure/browser.mjs';
import { median } from './rows.ts';
import { observePage } from './observe-page.ts';

/** Chromium looks up hosts of its maker at every start unless told not to. */
const FLAGS = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/** A row of any list that is no skeleton. */
export const ROW = '[data-item]:not([aria-busy])';

/** A browser tells of tasks from this length on, in milliseconds. */
export const LEAST_REPORTED_TASK = 50;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser() ?? 'chromium', args: FLAGS });
}

/** An empty cache, and pages that watch themselves. @param row selects what only a loaded page has */
export async function openWatched(browser: Browser, row = ROW): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(observePage, row);
  return context;
}

/** Milliseconds from the navigation to the first row and to a page that answers. @throws when no row comes in 30 s. */
export async function timesOf(page: Page): Promise<{ readonly firstRow: number; readonly usable: number }> {
  try {
    await page.waitForFunction(() => window.bench?.usable !== undefined, undefined, { timeout: 30_000 });
  } catch (cause) {
    throw new Error(`no row came on ${page.url()}`, { cause });
  }
  return page.evaluate(() => ({ firstRow: window.bench?.firstRow ?? 0, usable: window.bench?.usable ?? 0 }));
}

/** The median over empty caches of the same for a page of one row from a server that does nothing else. */
export async function timeBarePage(browser: Browser, starts: number): Promise<number> {
  const server = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>Bare</title><div data-item="0">row</div>'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const times: number[] = [];
  for (let turn = 0; turn < starts; turn += 1) {
    const context = await openWatched(browser);
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    times.push((await timesOf(page)).firstRow);
    await context.close();
  }
  server.close();
  server.closeAllConnections();
  return median(times);
}
