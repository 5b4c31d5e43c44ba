const NANOSECONDS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
  d: 8.64e13,
  w: 6.048e14,
  mo: 2.592e15,
  y: 3.1536e16,
};

/** Reads `30s`, `2h30m` or `1d`. @returns nanoseconds, or `undefined` when the text is no duration. */
export function nanosecondsOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '0') return 0;
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|mo|s|m|h|d|w|y))+$/.test(trimmed)) return undefined;
  return [...trimmed.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|mo|s|m|h|d|w|y)/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (NANOSECONDS[unit ?? ''] ?? 0),
    0,
  );
}

/** The exact duration as a person writes it, for example `2h30m`. */
export function textOfNanoseconds(nanoseconds: number): string {
  let rest = nanoseconds;
  let text = '';
  for (const unit of ['d', 'h', 'm', 's', 'ms', 'us', 'ns']) {
    const size = NANOSECONDS[unit] ?? 1;
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * size;
  }
  return text || '0';
}
