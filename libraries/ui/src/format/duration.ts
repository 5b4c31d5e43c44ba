/** A number and the unit that a page writes lighter behind it. */
export interface Quantity {
  readonly value: string;
  readonly unit: string;
}

/**
 * A measured duration with one unit: under 1000 ms in ms, under a minute in s, under an hour in m, else in h.
 * @param ms milliseconds; negative clocks count as 0.
 */
export function duration(ms: number): Quantity {
  const value = Math.max(0, ms);
  if (Math.round(value) < 1_000) return { value: String(Math.round(value)), unit: 'ms' };
  if (value < 59_950) return { value: decimals(value / 1_000), unit: 's' };
  if (value < 3_597_000) return { value: decimals(value / 60_000), unit: 'm' };
  return { value: decimals(value / 3_600_000), unit: 'h' };
}

function decimals(value: number): string {
  return value < 9.995 ? value.toFixed(2) : value.toFixed(1);
}

/** `"1.8 s"`, for sentences, labels and tooltips. */
export function durationText(ms: number): string {
  const { value, unit } = duration(ms);
  return `${value} ${unit}`;
}

const PARTS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;

/** A long duration in its two largest parts, for example `2h 5m`. @param ms milliseconds. */
export function compactDuration(ms: number): string {
  let rest = Math.max(0, Math.round(ms));
  const shown: string[] = [];
  for (const [unit, size] of PARTS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) shown.push(`${count}${unit}`);
    else if (shown.length > 0) break;
    if (shown.length === 2) break;
  }
  return shown.join(' ') || '0s';
}

/**
 * Reads `250`, `250ms` or `1.5s`.
 * @returns milliseconds, or `undefined` for any other unit or text.
 */
export function millisecondsFromText(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s)$/i.exec(text.trim());
  if (!match?.[1] || !match[2]) return undefined;
  return Number(match[1]) * (match[2].toLowerCase() === 's' ? 1_000 : 1);
}
