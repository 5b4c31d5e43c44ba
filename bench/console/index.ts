import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../kit/browser.ts';
import { describeMachine, markdownOf, writeBetweenMarkers } from '../kit/report.ts';
import type { Section } from '../kit/rows.ts';
import { measureLists } from './lists.ts';
import { FULL, QUICK, type Scale } from './scale.ts';
import { measureScripts } from './script-size.ts';
import { type Site, startSite } from './site.ts';
import { measureTyping } from './typing.ts';
import { measureVisits } from './visits.ts';

const PAGE = join(import.meta.dirname, '../../docs/performance.md');

interface Stage {
  readonly browser: Browser;
  readonly site: Site;
  readonly scale: Scale;
}

/** In this order: lists only grow. */
const PARTS: Readonly<Record<string, (stage: Stage) => Promise<readonly Section[]>>> = {
  scripts: async ({ browser, site, scale }) => [await measureScripts(browser, site, scale)],
  typing: async ({ browser, scale }) => [await measureTyping(browser, scale)],
  pages: ({ browser, site, scale }) => measureVisits(browser, site, scale),
  lists: async ({ browser, site, scale }) => [await measureLists(browser, site, scale)],
};

export const SUMMARY = `console: ${Object.keys(PARTS).join(', ')}`;

export interface ConsoleOptions {
  readonly isQuick: boolean;
  /** Names of parts; none is all, and only all of them, measured in full, go into the page. */
  readonly parts: readonly string[];
}

/** Measures the chosen parts one after the other and prints their tables. @throws when a part cannot be measured. */
export async function benchConsole({ isQuick, parts }: ConsoleOptions): Promise<void> {
  const scale = isQuick ? QUICK : FULL;
  const unknown = parts.filter((part) => !(part in PARTS));
  if (unknown.length > 0)
    throw new Error(`there is no part ${unknown.join(', ')}; choose of ${Object.keys(PARTS).join(', ')}`);
  const machine = `Measured on ${describeMachine()}. Load average before the run: ${loadavg()[0]?.toFixed(1)}.`;
  await using site = await startSite();
  const fewest = Math.min(...scale.sizes);
  await site.fill(fewest);
  await site.fillProperties(fewest);
  const browser = await launchBrowser();
  const sections: Section[] = [];
  try {
    for (const [name, measure] of Object.entries(PARTS)) {
      if (parts.length > 0 && !parts.includes(name)) continue;
      console.error(`Measuring: ${name}`);
      sections.push(...(await measure({ browser, site, scale })));
    }
  } finally {
    await browser.close();
  }
  const text = `${machine}\n\n${markdownOf(sections)}`;
  console.log(text);
  if (!isQuick && parts.length === 0) writeBetweenMarkers(PAGE, 'console', text);
}
