import type { Browser } from 'playwright-core';
import { openWatched, timesOf } from '../kit/browser.ts';
import { signIn } from '../../tests/kit/sign-in.ts';
import { below, kilobytes, type Row, type Section } from '../kit/rows.ts';
import { type ScriptTotal, watchScripts } from '../kit/scripts.ts';
import type { Scale } from './scale.ts';
import type { Site } from './site.ts';

const MOST_OF_FIRST_VISIT = 200 * 1024;
const MOST_OF_ROUTE = 150 * 1024;

/** Scripts as they travel: of a first visit, and what each page adds to it. */
export async function measureScripts(browser: Browser, site: Site, scale: Scale): Promise<Section> {
  const { url } = site.program;
  const context = await openWatched(browser);
  const page = await context.newPage();
  const first = await watchScripts(page);
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
  await signIn(context, url);
  await page.goto(`${url}/health?hidePassing=false`);
  await timesOf(page);
  await page.close();
  const rows: Row[] = [
    {
      what: 'First visit, from the sign-in page to the rows',
      ...sizeOf(first.total()),
      goal: below(first.total().bytes, MOST_OF_FIRST_VISIT, '200 KB'),
    },
  ];
  const frame = await alone(browser, site, '/login', 'input[type="password"]');
  for (const { name, address, row } of scale.pages) {
    const total = await alone(browser, site, await address(site.database), row);
    const added = Math.max(0, total.bytes - frame.bytes);
    rows.push({
      what: `${name} over the sign-in page`,
      measured: kilobytes(added),
      limit: `${kilobytes(total.bytes)} in ${total.files} files, all that the page loads`,
      ratio: added / total.bytes,
      goal: below(added, MOST_OF_ROUTE, '150 KB'),
    });
  }
  await context.close();
  return {
    title: 'JavaScript',
    rows,
    notes: ['Scripts are counted as they travel. A page is opened by its address with an empty cache.'],
  };
}

async function alone(browser: Browser, site: Site, address: string, row: string): Promise<ScriptTotal> {
  const context = await openWatched(browser, row);
  if (address !== '/login') await signIn(context, site.program.url);
  const page = await context.newPage();
  const scripts = await watchScripts(page);
  await page.goto(site.program.url + address, { waitUntil: 'networkidle' });
  await timesOf(page);
  await context.close();
  return scripts.total();
}

function sizeOf({ bytes, plainBytes, files, encodings }: ScriptTotal): Omit<Row, 'what'> {
  return {
    measured: `${kilobytes(bytes)} in ${files} files, ${encodings.join(' and ') || 'not compressed'}`,
    limit: `${kilobytes(plainBytes)}, not compressed`,
    ratio: bytes / plainBytes,
  };
}
