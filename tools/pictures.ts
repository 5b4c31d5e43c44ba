// Takes the pictures of the README from the running product: the health page and a check, light and dark.
//   npm run pictures
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../bench/kit/browser.ts';
import { type Program, startProgram } from '../tests/kit/program.ts';
import { signIn } from '../tests/kit/sign-in.ts';
import { startWatched } from './pictures/watched.ts';

const FOLDER = join(import.meta.dirname, '../docs/pictures');
const SIZE = { width: 1280, height: 800 };
/** Milliseconds: long enough for a strip of runs and for a curve of minutes. */
const HISTORY = 280_000;

async function take(browser: Browser, { url }: Program, scheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({ colorScheme: scheme, viewport: SIZE, reducedMotion: 'reduce' });
  await signIn(context, url);
  const page = await context.newPage();
  await page.goto(`${url}/health?hidePassing=false&timeRange=5m`);
  const row = page.getByRole('row').filter({ hasText: 'payment provider' });
  await row.waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(FOLDER, `health-${scheme}.png`) });
  await row.getByText('payment provider').click();
  await page.getByRole('dialog').getByRole('heading', { name: 'payment provider' }).waitFor();
  await page.getByRole('region', { name: 'Health overview' }).locator('canvas').waitFor();
  await page.screenshot({ path: join(FOLDER, `check-${scheme}.png`) });
  await context.close();
}

await mkdir(FOLDER, { recursive: true });
await using watched = await startWatched();
await using program = await startProgram();
for (const canary of watched.canaries) {
  const { status, body } = await program.call('POST', '/api/db/canaries', canary);
  if (status !== 201) throw new Error(`a canary was refused: ${JSON.stringify(body)}`);
}
console.log(`Watching for ${HISTORY / 1000} s ...`);
await wait(HISTORY);
const browser = await launchBrowser();
for (const scheme of ['light', 'dark'] as const) await take(browser, program, scheme);
await browser.close();
