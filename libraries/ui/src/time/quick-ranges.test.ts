import { describe, expect, it } from 'vitest';
import { filterQuickRanges, quickRanges } from './quick-ranges.ts';

const names = (text: string, side: 'past' | 'future' | 'both' = 'past') =>
  filterQuickRanges(quickRanges(side), text).flatMap(({ ranges }) => ranges.map(({ display }) => display));

describe('quick ranges', () => {
  it('reach from 5 minutes to 5 years, behind and ahead', () => {
    const past = quickRanges('past')[0]?.ranges.map(({ display }) => display) ?? [];
    expect([past[0], past.at(-1)]).toEqual(['Last 5 minutes', 'Last 5 years']);
    const future = names('', 'future');
    expect([future[0], future.at(-1)]).toEqual(['Next 5 minutes', 'Next 5 years']);
  });

  it('have the parts of the calendar beside those behind', () => {
    expect(names('')).toEqual(expect.arrayContaining(['Yesterday', 'Today', 'This week', 'Previous month']));
    expect(names('', 'future')).not.toContain('Today');
    expect(quickRanges('both').map(({ title }) => title)).toEqual([
      'Relative ranges',
      'Relative ranges ahead',
      'Other quick ranges',
    ]);
  });

  it('are found by words in any order and by their short form', () => {
    expect(names('days 2')).toEqual(['Last 2 days']);
    expect(names('WEEK prev')).toEqual(['Previous week']);
    expect(names('3mo')).toEqual(['Last 3 months']);
    expect(names('12h')).toEqual(['Last 12 hours']);
    expect(names('parsec')).toEqual([]);
  });
});
