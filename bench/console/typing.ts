import type { Browser } from 'playwright-core';
import { startGallery } from '../../tests/kit/gallery.ts';
import { openWatched, timesOf } from '../kit/browser.ts';
import { below, median, milliseconds, quantile, type Section } from '../kit/rows.ts';
import type { Scale } from './scale.ts';

const MOST_TIME = 16;
/** A story of the gallery. */
const FORM = 'long-form';
const FIELDS = 'main :is(input:not([type="hidden"]), textarea, select)';

declare global {
  interface Window {
    /** Milliseconds of work for each key so far. */
    keyTimes?: number[];
  }
}

/** Typing into a form of sixty fields, outside of a page. */
export async function measureTyping(browser: Browser, scale: Scale): Promise<Section> {
  await using gallery = await startGallery();
  const context = await openWatched(browser, FIELDS);
  const page = await context.newPage();
  await page.goto(`${gallery.url}/?story=${FORM}`);
  await timesOf(page);
  const fields = await page.locator(FIELDS).count();
  await page.evaluate(watchKeys);
  await page.locator(FIELDS).first().focus();
  for (let key = 0; key < scale.keys; key += 1) await page.keyboard.press('abcdefgh'.charAt(key % 8), { delay: 20 });
  const times = await page.evaluate(() => window.keyTimes ?? []);
  if (times.length < scale.keys) throw new Error(`${scale.keys} keys were typed and ${times.length} were heard`);
  await context.close();
  const p50 = median(times);
  return {
    title: 'Typing',
    rows: [
      {
        what: `Work for a key in a form of ${fields} fields`,
        measured: `${milliseconds(p50)}, p99 ${milliseconds(quantile(times, 0.99))}`,
        goal: below(p50, MOST_TIME, `${MOST_TIME} ms`),
      },
    ],
    notes: [`From the key's input event until the page has drawn its answer into its elements; ${scale.keys} keys.`],
  };
}

/** Runs inside the page. */
function watchKeys(): void {
  const times: number[] = [];
  window.keyTimes = times;
  let began = 0;
  const channel = new MessageChannel();
  channel.port1.addEventListener('message', () => times.push(performance.now() - began));
  channel.port1.start();
  // Before any listener of the page; the message is read after everything that the event made the page do at once.
  window.addEventListener(
    'input',
    () => {
      began = performance.now();
      channel.port2.postMessage(null);
    },
    { capture: true },
  );
}
