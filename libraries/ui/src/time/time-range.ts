/** The relative ranges and their minutes; a month has 30 days and a year twelve such months. */
export const TIME_RANGES = [
  { range: '15m', label: 'Last 15 minutes', minutes: 15 },
  { range: '1h', label: 'Last hour', minutes: 60 },
  { range: '2h', label: 'Last 2 hours', minutes: 120 },
  { range: '3h', label: 'Last 3 hours', minutes: 180 },
  { range: '6h', label: 'Last 6 hours', minutes: 360 },
  { range: '12h', label: 'Last 12 hours', minutes: 720 },
  { range: '1d', label: 'Last day', minutes: 1_440 },
  { range: '2d', label: 'Last 2 days', minutes: 2_880 },
  { range: '3d', label: 'Last 3 days', minutes: 4_320 },
  { range: '1w', label: 'Last week', minutes: 10_080 },
  { range: '2w', label: 'Last 2 weeks', minutes: 20_160 },
  { range: '3w', label: 'Last 3 weeks', minutes: 30_240 },
  { range: '1mo', label: 'Last month', minutes: 43_200 },
  { range: '2mo', label: 'Last 2 months', minutes: 86_400 },
  { range: '3mo', label: 'Last 3 months', minutes: 129_600 },
  { range: '6mo', label: 'Last 6 months', minutes: 259_200 },
  { range: '1y', label: 'Last year', minutes: 518_400 },
  { range: '2y', label: 'Last 2 years', minutes: 1_036_800 },
  { range: '3y', label: 'Last 3 years', minutes: 1_555_200 },
  { range: '5y', label: 'Last 5 years', minutes: 2_592_000 },
] as const;

/** Minutes of a range such as `1h`; `undefined` when the text is no range. */
export function minutesOfRange(range: string): number | undefined {
  return TIME_RANGES.find((candidate) => candidate.range === range)?.minutes;
}

export function labelOfRange(range: string): string {
  return TIME_RANGES.find((candidate) => candidate.range === range)?.label ?? range;
}

/** The smallest range from one hour up that holds a moment: under 60 minutes of age gives `1h`, and so on up to `5y`. */
export function rangeForAge(time: string | null, now: number): string {
  if (!time) return '1h';
  const minutes = (now - new Date(time).getTime()) / 60_000;
  return TIME_RANGES.find((candidate) => candidate.minutes >= 60 && minutes < candidate.minutes)?.range ?? '5y';
}
