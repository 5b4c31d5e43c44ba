/** The relative ranges and their minutes; a month has 30 days and a year twelve such months. */
export const TIME_RANGES = [
  { range: '5m', words: '5 minutes', minutes: 5 },
  { range: '15m', words: '15 minutes', minutes: 15 },
  { range: '30m', words: '30 minutes', minutes: 30 },
  { range: '1h', words: 'hour', minutes: 60 },
  { range: '2h', words: '2 hours', minutes: 120 },
  { range: '3h', words: '3 hours', minutes: 180 },
  { range: '6h', words: '6 hours', minutes: 360 },
  { range: '12h', words: '12 hours', minutes: 720 },
  { range: '1d', words: 'day', minutes: 1_440 },
  { range: '2d', words: '2 days', minutes: 2_880 },
  { range: '3d', words: '3 days', minutes: 4_320 },
  { range: '1w', words: 'week', minutes: 10_080 },
  { range: '2w', words: '2 weeks', minutes: 20_160 },
  { range: '3w', words: '3 weeks', minutes: 30_240 },
  { range: '1mo', words: 'month', minutes: 43_200 },
  { range: '2mo', words: '2 months', minutes: 86_400 },
  { range: '3mo', words: '3 months', minutes: 129_600 },
  { range: '6mo', words: '6 months', minutes: 259_200 },
  { range: '1y', words: 'year', minutes: 518_400 },
  { range: '2y', words: '2 years', minutes: 1_036_800 },
  { range: '3y', words: '3 years', minutes: 1_555_200 },
  { range: '5y', words: '5 years', minutes: 2_592_000 },
] as const;

/** Minutes of a range such as `1h`; `undefined` when the text is no range of the list. */
export function minutesOfRange(range: string): number | undefined {
  return TIME_RANGES.find((candidate) => candidate.range === range)?.minutes;
}

/** The smallest range from one hour up that holds a moment: under 60 minutes of age gives `1h`, and so on up to `5y`. */
export function rangeForAge(time: string | null, now: number): string {
  if (!time) return '1h';
  const minutes = (now - new Date(time).getTime()) / 60_000;
  return TIME_RANGES.find((candidate) => candidate.minutes >= 60 && minutes < candidate.minutes)?.range ?? '5y';
}

/** `1mo` → `now-1M`, as date math writes it; with `future` `now+1M`. */
export function dateMathOf(range: string, side: 'past' | 'future' = 'past'): string {
  return `now${side === 'past' ? '-' : '+'}${range.replace('mo', 'M')}`;
}

/** `now-1M` → `1mo`; undefined when the list of past ranges has no such entry. */
export function listedRange(dateMath: string): string | undefined {
  return TIME_RANGES.find(({ range }) => dateMathOf(range) === dateMath)?.range;
}
