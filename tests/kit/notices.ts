import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a page told, and the heading or the name of the part that it stood in. */
interface Notice {
  readonly text: string;
  readonly place: string;
}

interface Kept {
  keptNotices: Notice[];
}

/**
 * Lets every page of the context keep what it tells for some seconds only, such as a toast or "saved": whoever looks for that
 * on a slow machine may come too late.
 */
export async function keepNotices(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const kept: Notice[] = [];
    Object.assign(globalThis, { keptNotices: kept });
    const placeOf = (element: Element): string => {
      const part = element.closest('section, [role="dialog"]');
      const label = part?.getAttribute('aria-labelledby') ?? '';
      return part?.getAttribute('aria-label') ?? document.querySelector(`[id="${label}"]`)?.textContent ?? '';
    };
    let before = new Set<string>();
    new MutationObserver(() => {
      const now = new Set<string>();
      for (const element of document.querySelectorAll('[role="status"], [role="alert"]')) {
        const notice = { text: element.textContent, place: placeOf(element) };
        const key = JSON.stringify(notice);
        now.add(key);
        if (!before.has(key)) kept.push(notice);
      }
      before = now;
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}

/**
 * Waits until the page has told this since it was loaded, even if it is gone by now, and forgets it and what came before it.
 * @param place heading or name of the part of the page; without one, anywhere.
 */
export async function expectNotice(page: Page, text: string, place?: string): Promise<void> {
  const told = () =>
    page.evaluate(
      (wanted) => {
        const kept = (globalThis as unknown as Kept).keptNotices;
        const found = kept.findLastIndex(
          (notice) => notice.text.includes(wanted.text) && (!wanted.place || notice.place === wanted.place),
        );
        if (found >= 0) kept.splice(0, found + 1);
        return found >= 0 ? `told: ${wanted.text}` : kept.map((notice) => `${notice.place}: ${notice.text}`);
      },
      { text, place },
    );
  await expect.poll(told, { timeout: 60_000 }).toBe(`told: ${text}`);
}

/**
 * From now on a toast of this document stays, as if somebody pointed at it until the pointer really was there and left: a test
 * that presses its button may be slow.
 */
export async function holdToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const held = new WeakSet<Element>();
    const hold = () => {
      for (const toast of document.querySelectorAll('[data-toast]')) {
        if (held.has(toast)) continue;
        held.add(toast);
        toast.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      }
    };
    new MutationObserver(hold).observe(document, { childList: true, subtree: true });
  });
}
