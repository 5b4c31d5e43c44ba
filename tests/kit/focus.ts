import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until this element has the focus: keys that are pressed before that go elsewhere. */
export async function expectFocus(place: Locator): Promise<void> {
  await expect
    .poll(() => place.evaluate((each) => each === document.activeElement || document.activeElement?.outerHTML))
    .toBe(true);
}

/** Waits until the focus is on this element or inside of it. */
export async function expectFocusIn(place: Locator): Promise<void> {
  await expect
    .poll(() => place.evaluate((each) => each.contains(document.activeElement) || document.activeElement?.outerHTML))
    .toBe(true);
}
