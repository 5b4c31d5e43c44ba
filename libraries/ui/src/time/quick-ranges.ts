import { MAPPED_RANGES, mappedRange, relativeRange, type TimeRange } from './range.ts';
import { dateMathOf, TIME_RANGES } from './time-range.ts';

export interface QuickGroup {
  readonly title: string;
  readonly ranges: readonly TimeRange[];
}

/** The ranges to pick from by name, in the zone of the browser. */
export function quickRanges(side: 'past' | 'future' | 'both'): readonly QuickGroup[] {
  const relative = (of: 'past' | 'future') =>
    given(TIME_RANGES.map(({ range }) => relativeRange(dateMathOf(range, of))));
  return [
    { title: 'Relative ranges', ranges: side === 'future' ? [] : relative('past') },
    { title: 'Relative ranges ahead', ranges: side === 'past' ? [] : relative('future') },
    {
      title: 'Other quick ranges',
      ranges: side === 'future' ? [] : given(MAPPED_RANGES.map(({ name }) => mappedRange(name))),
    },
  ].filter(({ ranges }) => ranges.length > 0);
}

function given(ranges: readonly (TimeRange | undefined)[]): readonly TimeRange[] {
  return ranges.filter((range) => range !== undefined);
}

/** Ranges whose name holds every word of the text, or whose short form (`2d`) it is; groups without any are left out. */
export function filterQuickRanges(groups: readonly QuickGroup[], text: string): readonly QuickGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (range: TimeRange) => {
    const name = range.display.toLowerCase();
    const short = range.type === 'relative' ? range.range.replace(/^now[+-]/, '') : '';
    return words.every((word) => name.includes(word)) || text.trim().replace('mo', 'M') === short;
  };
  return groups
    .map(({ title, ranges }) => ({ title, ranges: ranges.filter(fits) }))
    .filter(({ ranges }) => ranges.length > 0);
}
