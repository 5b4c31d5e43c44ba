import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findBrowser } from '../../tools/ensure/browser.mjs';
import { keepNotices } from './notices.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The first two draw the suggestions of the address bar, for every window in a process of its own that costs half a second of
 * processor time. The others are what Playwright switches off: Chromium reads only the last list of a command line.
 */
const UNUSED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Chromium looks up hosts of its maker at every start unless told not to. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  `--disable-features=${UNUSED_FEATURES.join(',')}`,
];

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser() ?? 'chromium', args: FLAGS });
}

export interface Look {
  readonly scheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

export const LOOKS: readonly Look[] = [
  { scheme: 'light', width: 1440, height: 900 },
  { scheme: 'dark', width: 1440, height: 900 },
  { scheme: 'light', width: 390, height: 844 },
  { scheme: 'dark', width: 390, height: 844 },
];

/**
 * Each theme and each width once, for a page whose frame is looked at in all four: what a theme breaks it breaks at any
 * width, and the other way round.
 */
export const CROSSED_LOOKS: readonly Look[] = LOOKS.filter(({ scheme, width }) => (scheme === 'light') === width > 640);

/** @param look `timeZone` is an IANA name; absent is the zone of the machine. */
export async function openContext(
  browser: Browser,
  look: Partial<Look> & { readonly timeZone?: string; readonly hasTouch?: boolean } = {},
): Promise<BrowserContext> {
  const { scheme = 'light', width = 1440, height = 900, hasTouch = false, timeZone } = look;
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height },
    hasTouch,
    reducedMotion: 'reduce',
    ...(timeZone && { timezoneId: timeZone }),
  });
  // Shorter than the patience of a test, so that the step that fails is named.
  context.setDefaultTimeout(60_000);
  await keepNotices(context);
  return context;
}

/** Errors of the page's console and of its scripts, gathered from now on; a test expects none. */
export function gatherErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/** No violation of the accessibility rules (WCAG 2.2 A and AA, and the best practices of axe). */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated through the debugger, which the page's policy for scripts does not concern.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe: injected } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Result[] }> };
    };
    // What passed is not told one by one, which takes longer than to find it out.
    return (await injected.run({ resultTypes: ['violations'] })).violations;
  });
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`).join('\n')}`,
    ),
  ).toEqual([]);
}
