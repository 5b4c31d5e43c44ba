import { describe, expect, it } from 'vitest';
import { addRecentRange, parseRecentRanges, type RecentRange } from './recent-ranges.ts';

const day = (number: number): RecentRange => ({
  from: `2026-11-0${number}T00:00:00.000Z`,
  to: `2026-11-0${number}T12:00:00.000Z`,
});

describe('recent ranges', () => {
  it('are five, the newest first, none of them twice', () => {
    const six = [1, 2, 3, 4, 5, 6].map(day).reduce<readonly RecentRange[]>(addRecentRange, []);
    expect(six).toEqual([6, 5, 4, 3, 2].map(day));
    expect(addRecentRange(six, day(4))).toEqual([4, 6, 5, 3, 2].map(day));
  });

  it('are read as they were kept', () => {
    expect(parseRecentRanges(JSON.stringify([day(2), day(1)]))).toEqual([day(2), day(1)]);
    expect(parseRecentRanges(null)).toEqual([]);
  });

  it.each([
    '',
    '{',
    'null',
    '7',
    '{"from":1}',
    '[null, 3, {"from":"x","to":"y"}, {"from":"2026-01-02","to":"2026-01-01"}]',
  ])('leave out what is none: %s', (text) => {
    expect(parseRecentRanges(text)).toEqual([]);
  });

  it('drop copies and a surplus that somebody wrote there', () => {
    const text = JSON.stringify([1, 1, 2, 3, 4, 5, 6].map(day));
    expect(parseRecentRanges(text)).toEqual([1, 2, 3, 4, 5].map(day));
  });
});
