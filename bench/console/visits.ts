import type { Browser, Page } from 'playwright-core';
import { LEAST_REPORTED_TASK, openWatched, timeBarePage, timesOf } from '../kit/browser.ts';
import { signIn } from '../../tests/kit/sign-in.ts';
import { below, median, megabytes, milliseconds, type Row, type Section } from '../kit/rows.ts';
import type { MeasuredPage } from './pages.ts';
import type { Scale } from './scale.ts';
import type { Site } from './site.ts';

const USABLE = 1_000;

interface Visit {
  readonly firstRow: number;
  readonly usable: number;
  readonly longestTask: number;
  readonly elements: number;
  /** Bytes of live objects of scripts. */
  readonly heap: number;
}

/** How soon each page is there, and what it takes, at each size of the lists. */
export async function measureVisits(browser: Browser, site: Site, scale: Scale): Promise<Section[]> {
  const bare = await timeBarePage(browser, scale.visits);
  const sections: Section[] = [];
  for (const size of scale.sizes) {
    await site.fill(size);
    const rows: Row[] = [];
    for (const page of scale.pages) rows.push(...(await rowsOf(browser, site, page, bare, scale.visits)));
    sections.push({
      title: `Pages at ${size} rows`,
      rows,
      notes: [
        'Cold is an empty cache, warm the same page again. Usable is the first moment after the first row at which the page has ' +
          `nothing more urgent to do. A browser reports tasks from ${LEAST_REPORTED_TASK} ms on. Medians of ${scale.visits}.`,
      ],
    });
  }
  return sections;
}

async function rowsOf(
  browser: Browser,
  site: Site,
  { name, address, row }: MeasuredPage,
  bare: number,
  visits: number,
): Promise<Row[]> {
  const [cold, warm]: [Visit[], Visit[]] = [[], []];
  const target = site.program.url + (await address(site.database));
  for (let turn = 0; turn < visits; turn += 1) {
    const context = await openWatched(browser, row);
    await signIn(context, site.program.url);
    const page = await context.newPage();
    await page.goto(target);
    cold.push(await visitOf(page));
    await page.reload();
    warm.push(await visitOf(page));
    await context.close();
  }
  const limit = `${milliseconds(bare)}, a bare page`;
  const of = (list: readonly Visit[], what: keyof Visit) => median(list.map((visit) => visit[what]));
  const usable = of(cold, 'usable');
  const longest = Math.max(...[...cold, ...warm].map(({ longestTask }) => longestTask));
  return [
    {
      what: `${name}, first row, cold`,
      measured: milliseconds(of(cold, 'firstRow')),
      limit,
      ratio: of(cold, 'firstRow') / bare,
    },
    {
      what: `${name}, usable, cold`,
      measured: milliseconds(usable),
      limit,
      ratio: usable / bare,
      goal: below(usable, USABLE, '1 s'),
    },
    {
      what: `${name}, first row and usable, warm`,
      measured: `${milliseconds(of(warm, 'firstRow'))}, ${milliseconds(of(warm, 'usable'))}`,
    },
    {
      what: `${name}, elements, heap, longest task`,
      measured: `${of(cold, 'elements')}, ${megabytes(of(cold, 'heap'))}, ${longest === 0 ? `under ${LEAST_REPORTED_TASK} ms` : milliseconds(longest)}`,
    },
  ];
}

async function visitOf(page: Page): Promise<Visit> {
  const times = await timesOf(page);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const seen = await page.evaluate(() => ({
    longestTask: Math.max(0, ...(window.bench?.tasks ?? [])),
    elements: document.querySelectorAll('*').length,
  }));
  return { ...times, ...seen, heap: usedSize };
}
