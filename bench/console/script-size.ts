import type { Browser } from 'playwright-core';
import { openWatched, timesOf } from '../kit/browser.ts';
import { signIn } from '../../tests/kit/sign-in.ts';
import { below, kilobytes, type Row, type Section } from '../kit/rows.ts';
import budgets from '../../tools/gates/sizes.json' with { type: 'json' };
import { type ScriptTotal, watchScripts } from '../../tests/kit/scripts.ts';
import type { Scale } from './scale.ts';
import type { Site } from './site.ts';

const { most } = budgets;

/** Scripts as the browser counts them: of the sign-in, of the shell, and what each page adds to the shell. */
export async function measureScripts(browser: Browser, site: Site, scale: Scale): Promise<Section> {
  const signInPage = await alone(browser, site, '/login', 'input[type="password"]');
  const shell = await alone(browser, site, '/no-such-page', 'h1');
  const rows: Row[] = [
    { what: '/login', ...sizeOf(signInPage), goal: atMost(signInPage.bytes, most['/login']) },
    { what: 'The shell alone', ...sizeOf(shell), goal: atMost(shell.bytes, most.shell) },
  ];
  for (const { name, address, row } of scale.pages) {
    const total = await alone(browser, site, await address(site.database), row);
    const added = Math.max(0, total.bytes - shell.bytes);
    rows.push({
      what: `${name} over the shell`,
      measured: kilobytes(added),
      limit: `${kilobytes(total.bytes)} in ${total.files} files, all that the page loads`,
      ratio: added / total.bytes,
      goal: atMost(added, most.page),
    });
  }
  return {
    title: 'JavaScript',
    rows,
    notes: ['Scripts are counted as they travel, with headers. A page is opened by its address with an empty cache.'],
  };
}

function atMost(bytes: number, limit: number) {
  return below(bytes, limit * 1024, `${limit} KB`);
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
