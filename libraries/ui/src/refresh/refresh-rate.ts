/** The rates of the picker and their seconds; `None` never reloads. */
export const REFRESH_RATES = [
  { label: 'None', seconds: 0 },
  { label: '15s', seconds: 15 },
  { label: '30s', seconds: 30 },
  { label: '60s', seconds: 60 },
  { label: '2m', seconds: 120 },
  { label: '3m', seconds: 180 },
  { label: '5m', seconds: 300 },
  { label: '10m', seconds: 600 },
  { label: '15m', seconds: 900 },
] as const;

export type RefreshRate = (typeof REFRESH_RATES)[number]['label'];

/** Whether a rate is too fast for a range: from 60 minutes on 15s and 30s, from 180 minutes on also 2m and 3m. */
export function isRateDisabled(rate: RefreshRate, rangeMinutes: number): boolean {
  if (rangeMinutes >= 180) return rate === '15s' || rate === '30s' || rate === '2m' || rate === '3m';
  return rangeMinutes >= 60 && (rate === '15s' || rate === '30s');
}

/** The rate itself when the range allows it, else the next slower one that is allowed, else `None`. */
export function allowedRate(rate: RefreshRate, rangeMinutes: number): RefreshRate {
  if (rate === 'None') return 'None';
  const from = REFRESH_RATES.findIndex((candidate) => candidate.label === rate);
  const next = REFRESH_RATES.slice(Math.max(from, 1)).find(({ label }) => !isRateDisabled(label, rangeMinutes));
  return next?.label ?? 'None';
}

/** Reads a kept choice; anything else counts as `None`. */
export function refreshRateFromText(text: string | null): RefreshRate {
  return REFRESH_RATES.find(({ label }) => label === text)?.label ?? 'None';
}

export function refreshMilliseconds(rate: RefreshRate): number | false {
  const seconds = REFRESH_RATES.find(({ label }) => label === rate)?.seconds ?? 0;
  return seconds === 0 ? false : seconds * 1_000;
}
