/** The share of `part` in `whole` with one decimal; 100.0 only when nothing is missing, 0.0 only when nothing is there. */
export function percent(part: number, whole: number): string | undefined {
  if (whole <= 0) return undefined;
  const value = (part / whole) * 100;
  if (part < whole && value >= 99.95) return '99.9';
  if (part > 0 && value < 0.05) return '0.1';
  return value.toFixed(1);
}
