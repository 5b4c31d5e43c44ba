import { describe, expect, it } from 'vitest';
import { MAIN_SCREENS, SETTINGS_SCREENS } from '../screens.ts';

const ACTIONS = [...MAIN_SCREENS, ...SETTINGS_SCREENS].flatMap(({ actions = [] }) => actions);

describe('the actions of the palette', () => {
  it('have one that adds a check', () => {
    const titles = ACTIONS.map(({ title }) => title).filter((title) => /\bcheck\b/i.test(title));
    expect(titles).toEqual(['Add check']);
  });

  it('have a title each', () => {
    const titles = ACTIONS.map(({ title }) => title);
    expect(titles).toEqual([...new Set(titles)]);
  });
});
