import type { Browser, Page } from 'playwright-core';
import { LEAST_REPORTED_TASK, openWatched, timesOf } from '../kit/browser.ts';
import { signIn } from '../../tests/kit/sign-in.ts';
import { below, median, milliseconds, quantile, type Row, type Section } from '../kit/rows.ts';
import type { Scale } from './scale.ts';
import type { Site } from './site.ts';

const MOST_TIME = 100;
const LONGEST_TASK = 50;

/** Addresses of a list that has all of its rows in the browser. */
const LOCAL = [
  ['Sorting', '/settings/feature-flags'],
  ['Sorting and grouping', '/settings/feature-flags?group=source'],
] as const;

/** Sorting, grouping and scrolling a list of the largest size. */
export async function measureLists(browser: Browser, site: Site, scale: Scale): Promise<Section> {
  const size = Math.max(...scale.sizes);
  await site.fill(size);
  const context = await openWatched(browser);
  await signIn(context, site.program.url);
  const page = await context.newPage();
  const rows: Row[] = [];
  for (const address of ['/health?hidePassing=false', '/settings/jobs']) {
    await page.goto(site.program.url + address);
    await timesOf(page);
    rows.push(...(await scrollRows(page, address.split('?')[0] ?? address, size, scale.frames)));
  }
  await site.fillProperties(size);
  for (const [what, address] of LOCAL) {
    await page.goto(site.program.url + address);
    await timesOf(page);
    const times: number[] = [];
    for (let turn = 0; turn < scale.turns; turn += 1) times.push(await page.evaluate(pressSort));
    const time = median(times);
    rows.push({
      what: `${what} ${size} rows at hand, from the press to the drawn rows`,
      measured: milliseconds(time),
      goal: below(time, MOST_TIME, `${MOST_TIME} ms`),
    });
  }
  await context.close();
  return { title: 'Long lists', rows, notes: [`A browser reports tasks from ${LEAST_REPORTED_TASK} ms on.`] };
}

async function scrollRows(page: Page, name: string, size: number, count: number): Promise<Row[]> {
  const { tasks, frames } = await page.evaluate(scroll, count);
  const longest = Math.max(0, ...tasks);
  return [
    {
      what: `${name}, longest task while scrolling at ${size} rows`,
      measured: longest === 0 ? `under ${LEAST_REPORTED_TASK} ms` : milliseconds(longest),
      goal: { text: `≤ ${LONGEST_TASK} ms`, met: longest <= LONGEST_TASK },
    },
    { what: `${name}, time between frames while scrolling, p99`, measured: milliseconds(quantile(frames, 0.99)) },
  ];
}

/** Runs inside the page: presses the first heading that sorts. @returns milliseconds until the frame after the rows have changed. */
async function pressSort(): Promise<number> {
  const button = document.querySelector<HTMLElement>('[role="columnheader"][aria-sort] button');
  const rows = document.querySelector('[data-item]')?.parentElement;
  if (!button || !rows) throw new Error('no list that sorts is on the page');
  const before = rows.textContent;
  const began = performance.now();
  button.click();
  while (rows.textContent === before) {
    if (performance.now() - began > 10_000) throw new Error('the press changed no row');
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return performance.now() - began;
}

/** Runs inside the page: scrolls its list by some seven rows in each frame. */
async function scroll(
  count: number,
): Promise<{ readonly tasks: readonly number[]; readonly frames: readonly number[] }> {
  const scroller = document.querySelector('[data-item]')?.closest('[role="table"], [role="grid"]');
  if (!scroller || !window.bench) throw new Error('no list is on the page');
  const { tasks } = window.bench;
  const before = tasks.length;
  const gaps: number[] = [];
  let last = performance.now();
  for (let frame = 0; frame < count; frame += 1) {
    scroller.scrollTop += 240;
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    gaps.push(Math.max(0, now - last));
    last = now;
  }
  // The observer hears of a task after its end.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { tasks: tasks.slice(before), frames: gaps.slice(1) };
}
