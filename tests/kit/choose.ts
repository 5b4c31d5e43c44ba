import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Walks to a choice of a drop-down by keys alone and takes it. A list that has just opened goes back to the choice that
 * was taken before, so each key follows a look at where the list is.
 */
export async function choose(input: Locator, choice: string): Promise<void> {
  const page = input.page();
  const option = page.getByRole('option', { name: choice, exact: true });
  await input.focus();
  await expect
    .poll(async () => {
      const value = await input.inputValue();
      if (value !== choice) await page.keyboard.press(await nextKey(option));
      return value;
    })
    .toBe(choice);
}

async function nextKey(option: Locator): Promise<'Enter' | 'ArrowDown'> {
  if (!(await option.isVisible())) return 'Enter';
  return (await option.getAttribute('data-combobox-selected')) === 'true' ? 'Enter' : 'ArrowDown';
}
