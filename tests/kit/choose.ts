import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Walks to a choice of a drop-down by keys alone and takes it. A list that has just opened goes back to the choice that
 * was taken before, so each key follows a look at where the list is.
 */
export async function choose(input: Locator, choice: string): Promise<void> {
  const option = input.page().getByRole('option', { name: choice, exact: true });
  await input.focus();
  await expect
    .poll(async () => {
      const value = await input.inputValue();
      if (value !== choice) await stepTo(option);
      return value;
    })
    .toBe(choice);
}

async function stepTo(option: Locator): Promise<void> {
  const { keyboard } = option.page();
  // One look, which waits for nothing: the list may close at any moment.
  const [isSelected] = await option.evaluateAll((found) =>
    found.filter((each) => each.checkVisibility()).map((each) => each.dataset['comboboxSelected'] === 'true'),
  );
  if (isSelected === false) return keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  // Pressed again before the list is closed, it would open anew.
  if (isSelected) await option.waitFor({ state: 'hidden' });
}
