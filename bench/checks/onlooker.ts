import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { launchBrowser, openWatched, timesOf } from '../kit/browser.ts';
import { signIn } from '../../tests/kit/sign-in.ts';
import { cpuOfTree } from '../kit/processes.ts';
import { type Row, type Section, share } from '../kit/rows.ts';
import type { Fleet } from './fleet.ts';
import type { Scale } from './scale.ts';

const HEALTH = '/health?hidePassing=false';

/** What one person who looks on costs the server: every second something on his page has changed. */
export async function measureOnlooker(fleets: readonly Fleet[], scale: Scale): Promise<Section> {
  const browser = await launchBrowser();
  try {
    const rows: Row[] = [];
    for (const fleet of fleets) rows.push(await onlookerRow(browser, fleet, scale.onlooking));
    return { title: 'An open page', rows, notes: [] };
  } finally {
    await browser.close();
  }
}

async function onlookerRow(browser: Browser, fleet: Fleet, duration: number): Promise<Row> {
  const server = fleet.program.process.pid ?? 0;
  const shareOver = async () => {
    const [began, before] = [performance.now(), cpuOfTree(server)];
    await pause(duration);
    return (cpuOfTree(server) - before) / ((performance.now() - began) / 1000);
  };
  const alone = await shareOver();
  const context = await openWatched(browser);
  await signIn(context, fleet.program.url);
  const page = await context.newPage();
  await page.goto(fleet.program.url + HEALTH);
  await timesOf(page);
  const watched = await shareOver();
  await context.close();
  const what = `CPU of server and database at ${fleet.checks} checks while one page is open`;
  return { what, measured: share(watched), limit: `${share(alone)}, nobody looks`, ratio: watched / alone };
}
