import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Walks to a choice of a drop-down by keys alone and takes it. A list that has just opened goes back to the choice that
 * was taken before, so each key follows a look at where the list is.
 */
export async function choose(input: Locator, choice: string): Promise<void> {
  const option = input.page().getByRole('option', { name: choice, exact: true });
  await expect
    .poll(async () => {
      const value = await input.inputValue();
      if (value !== choice) await stepTo(option, input);
      return value;
    })
    .toBe(choice);
}

/** Searches in a drop-down that takes several choices, walks to what is found by keys alone, and takes it. */
export async function chooseFound(input: Locator, text: string): Promise<void> {
  const option = input.page().getByRole('option', { name: text });
  await input.fill(text);
  await option.waitFor();
  await expect
    .poll(async () => {
      // The search is cleared when a choice was taken.
      const value = await input.inputValue();
      if (value !== '') await input.press((await isHighlighted(option)) ? 'Enter' : 'ArrowDown');
      return value;
    })
    .toBe('');
}

/** One look, which waits for nothing: the list may close at any moment. @returns undefined where no such option shows. */
async function isHighlighted(option: Locator): Promise<boolean | undefined> {
  const [isSelected] = await option.evaluateAll((found) =>
    found.filter((each) => each.checkVisibility()).map((each) => each.dataset['comboboxSelected'] === 'true'),
  );
  return isSelected;
}

async function stepTo(option: Locator, input: Locator): Promise<void> {
  const { keyboard } = option.page();
  // A part of the form that has just loaded may have taken the focus.
  await input.focus();
  // It opens a closed list too, which Enter does not do in a field that one can search in.
  if (!(await isHighlighted(option))) return keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  // Pressed again before the list is closed, it would open anew.
  await option.waitFor({ state: 'hidden' });
}
