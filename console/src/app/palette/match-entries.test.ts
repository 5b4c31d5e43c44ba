import { describe, expect, it } from 'vitest';
import { isComplete, matchEntries, type PaletteEntry } from './match-entries.ts';

const entry = (group: PaletteEntry['group'], title: string, id = title): PaletteEntry => ({
  id,
  group,
  title,
  icon: null,
  run: () => undefined,
});
const ENTRIES = [
  entry('Recent', 'Health', '/health'),
  entry('Pages', 'Health', '/health'),
  entry('Settings', 'Jobs History', '/settings/jobs'),
  entry('Checks', 'api of the shop'),
  entry('Checks', 'shop-api'),
  entry('Checks', 'api-shop'),
  entry('Actions', 'Add check'),
  entry('Actions', 'Sign out'),
];
const shown = (text: string) =>
  matchEntries(ENTRIES, text).map(({ title, entries }) => [title, ...entries.map((each) => each.title)]);

describe('the entries of the palette', () => {
  it('stand under Recent alone while nothing is typed', () => {
    expect(shown(' ').map(([group]) => group)).toEqual(['Recent', 'Settings', 'Checks', 'Actions']);
  });

  it('are those that hold every word, in any order and case', () => {
    expect(shown('HIST jobs')).toEqual([['Settings', 'Jobs History']]);
    expect(shown('health')).toEqual([['Pages', 'Health']]);
    expect(shown('nothing like it')).toEqual([]);
  });

  it('begin with those whose title or a word of it begins so', () => {
    expect(shown('shop')).toEqual([['Checks', 'shop-api', 'api of the shop', 'api-shop']]);
    expect(shown('ign')).toEqual([['Actions', 'Sign out']]);
  });
});

describe('the list for a text', () => {
  it('is complete once the search for that text has answered', () => {
    expect(isComplete({ typed: 'shop', asked: 'shop', isAnswered: true })).toBe(true);
    expect(isComplete({ typed: 'shop ', asked: 'shop', isAnswered: true })).toBe(true);
  });

  it('is not complete before the search begins, nor before it has answered', () => {
    expect(isComplete({ typed: 'shop', asked: '', isAnswered: true })).toBe(false);
    expect(isComplete({ typed: 'shops', asked: 'shop', isAnswered: true })).toBe(false);
    expect(isComplete({ typed: 'shop', asked: 'shop', isAnswered: false })).toBe(false);
  });

  it('is complete at once where nothing is searched', () => {
    expect(isComplete({ typed: ' ', asked: 'shop', isAnswered: false })).toBe(true);
  });
});
