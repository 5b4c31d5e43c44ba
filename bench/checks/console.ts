import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '@watchroom/contract/identity';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { ADMIN } from '../../tests/kit/program.ts';
import { cpuOfTree } from '../kit/processes.ts';
import { below, kilobytes, median, milliseconds, quantile, type Row, type Section, share } from '../kit/rows.ts';
import type { Fleet } from './fleet.ts';
import { observePage, type Observed, scrollChecks } from './observe-page.ts';
import type { Scale } from './scale.ts';
import { watchScripts } from './scripts.ts';

const HEALTH = '/health?hidePassing=false';
const MOST_SCRIPT = 200 * 1024;
const USABLE = 1_000;
const LONGEST_TASK = 50;
const LEAST_REPORTED_TASK = 50;
/** Chromium looks up hosts of its maker at every start unless told not to. */
const FLAGS = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/** The health page in a browser, while its checks run. */
export async function measureConsole(fleets: readonly Fleet[], scale: Scale): Promise<Section> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: FLAGS,
  });
  try {
    const bare = await timeBarePage(browser, scale.starts);
    const rows: Row[] = [];
    for (const fleet of fleets) {
      if (rows.length === 0) rows.push(await scriptRow(browser, fleet));
      rows.push(...(await pageRows(browser, fleet, bare, scale)));
      rows.push(await onlookerRow(browser, fleet, scale.onlooking));
    }
    return {
      title: 'Console',
      rows,
      notes: [
        'Usable is the first real row on the page, counted from the navigation, with an empty cache. Scripts are counted as they ' +
          'travel, from the sign-in page to the rows. A browser reports tasks from 50 ms on.',
      ],
    };
  } finally {
    await browser.close();
  }
}

async function openSignedIn(browser: Browser, fleet: Fleet): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(observePage);
  const answer = await context.request.post(fleet.program.url + signIn.path, { data: ADMIN });
  if (!answer.ok()) throw new Error(`signing in failed with ${answer.status()}`);
  return context;
}

async function scriptRow(browser: Browser, fleet: Fleet): Promise<Row> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(observePage);
  const page = await context.newPage();
  const scripts = await watchScripts(page);
  await page.goto(`${fleet.program.url}/login`, { waitUntil: 'networkidle' });
  await context.request.post(fleet.program.url + signIn.path, { data: ADMIN });
  await page.goto(fleet.program.url + HEALTH);
  await usableAfter(page);
  const { bytes, plainBytes, files, encodings } = scripts.total();
  await context.close();
  return {
    what: 'JavaScript of the first visit',
    measured: `${kilobytes(bytes)} in ${files} files, ${encodings.join(' and ') || 'not compressed'}`,
    limit: `${kilobytes(plainBytes)}, not compressed`,
    ratio: bytes / plainBytes,
    goal: below(bytes, MOST_SCRIPT, '200 KB'),
  };
}

async function pageRows(browser: Browser, fleet: Fleet, bare: number, scale: Scale): Promise<Row[]> {
  const times: number[] = [];
  const again: number[] = [];
  const seen: Observed[] = [];
  for (let turn = 0; turn < scale.starts; turn += 1) {
    const context = await openSignedIn(browser, fleet);
    const page = await context.newPage();
    await page.goto(fleet.program.url + HEALTH);
    times.push(await usableAfter(page));
    await page.reload();
    again.push(await usableAfter(page));
    seen.push(await page.evaluate(scrollChecks, scale.isQuick ? 10 : 240));
    await context.close();
  }
  const usable = median(times);
  const longest = Math.max(0, ...seen.flatMap(({ tasks }) => tasks));
  const frames = seen.flatMap((one) => one.frames);
  const at = `at ${fleet.checks} checks`;
  const limit = `${milliseconds(bare)}, an empty page of a bare server`;
  return [
    {
      what: `Usable ${at}, first visit`,
      measured: milliseconds(usable),
      limit,
      ratio: usable / bare,
      goal: below(usable, USABLE, '1 s'),
    },
    { what: `Usable ${at}, later visit`, measured: milliseconds(median(again)), limit, ratio: median(again) / bare },
    { what: `Elements in the page ${at}`, measured: `${Math.max(...seen.map(({ elements }) => elements))}` },
    {
      what: `Longest task while scrolling ${at}`,
      measured: longest === 0 ? `under ${LEAST_REPORTED_TASK} ms` : milliseconds(longest),
      goal: { text: `≤ ${LONGEST_TASK} ms`, met: longest <= LONGEST_TASK },
    },
    { what: `Time between frames while scrolling ${at}, p99`, measured: milliseconds(quantile(frames, 0.99)) },
  ];
}

/** What one person who looks on costs the server: every second something on his page has changed. */
async function onlookerRow(browser: Browser, fleet: Fleet, duration: number): Promise<Row> {
  const server = fleet.program.process.pid ?? 0;
  const shareOver = async () => {
    const [began, before] = [performance.now(), cpuOfTree(server)];
    await pause(duration);
    return (cpuOfTree(server) - before) / ((performance.now() - began) / 1000);
  };
  const alone = await shareOver();
  const context = await openSignedIn(browser, fleet);
  const page = await context.newPage();
  await page.goto(fleet.program.url + HEALTH);
  await usableAfter(page);
  const watched = await shareOver();
  await context.close();
  const what = `CPU of server and database at ${fleet.checks} checks while one page is open`;
  return { what, measured: share(watched), limit: `${share(alone)}, nobody looks`, ratio: watched / alone };
}

async function usableAfter(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => window.bench?.usable, undefined, { timeout: 30_000 });
  return Number(await handle.jsonValue());
}

async function timeBarePage(browser: Browser, starts: number): Promise<number> {
  const server = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>Bare</title><div data-item="0"><a href="?checkId=1">row</a></div>'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const times: number[] = [];
  for (let turn = 0; turn < starts; turn += 1) {
    const context = await browser.newContext();
    await context.addInitScript(observePage);
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    times.push(await usableAfter(page));
    await context.close();
  }
  server.close();
  server.closeAllConnections();
  return median(times);
}
